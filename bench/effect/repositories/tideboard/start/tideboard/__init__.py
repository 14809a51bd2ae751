"""Tide tables, gauge readings and a watch book for two small harbours."""
