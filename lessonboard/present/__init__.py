"""How things are shown, written once for every face: pure functions from data to lines of text."""
