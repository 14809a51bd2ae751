"""Tests of the forge, and their fakes of GitHub."""
