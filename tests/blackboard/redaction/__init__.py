"""Redaction: what is taken out, what stays, and how long that may take."""
