"""Tests of `scheduler/isolation`, with real programs where the system can keep them apart."""
