"""Tests of the forge, and the stand-ins for GitHub that they talk to."""
