"""The work of the automation, one kind a file."""
