"""Reading rule files, taking them in, and auditing them."""
