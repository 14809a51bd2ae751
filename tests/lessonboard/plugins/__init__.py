"""What other packages add to the product."""
