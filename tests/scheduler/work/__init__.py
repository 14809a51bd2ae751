"""Tests of work items: what is decided, the queue on a real file, and the laws of both."""
