"""Mutation testing: change a module in many small ways, and see which changes no test notices."""
