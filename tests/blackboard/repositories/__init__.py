"""Which names are one repository."""
