"""The tasks of a person in the page alone: a file for each, in a real browser, clicks counted."""
