"""The forms in which documents state lessons and decisions; one file each."""
