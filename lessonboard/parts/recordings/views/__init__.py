"""The views of recordings, their step cards and workflows."""
