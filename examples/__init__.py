"""Programs that show the library at work, run by the tests."""
