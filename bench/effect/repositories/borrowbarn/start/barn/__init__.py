"""The counter of the Borrow Barn."""
