"""The digests that a model is shown."""
