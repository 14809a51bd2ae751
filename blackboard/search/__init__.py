"""The pure part of search: how text becomes words, how a query is read, how matches are ranked."""
