"""The pages of recordings and their workflows."""
