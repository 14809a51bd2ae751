"""The views of the automation and its runs."""
