"""The workflow as a file that a person edits."""
