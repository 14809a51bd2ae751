"""How good what is learnt is, measured against labels that were given by hand."""
