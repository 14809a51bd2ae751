"""The log of a team on PostgreSQL: the events alone; what is read off them is in local files."""
