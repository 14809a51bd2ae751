"""The teams of a board: who they are, exchanging with them, and what is to be known of them."""
