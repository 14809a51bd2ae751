"""Export lessons and events in formats of other programs, one file per format."""
