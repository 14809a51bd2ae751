"""Tests of workflows: files, steps, runs, and what becomes of them when killed."""
