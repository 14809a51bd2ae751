"""The quality of what is learnt, measured against manual labels."""
