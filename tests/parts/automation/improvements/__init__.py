"""Tests of the automation: what triggers, what is asked for, and what the board remembers."""
