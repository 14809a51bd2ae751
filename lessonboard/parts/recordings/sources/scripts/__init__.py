"""Convert scripts that Playwright's code generator wrote; they are parsed and never run."""
