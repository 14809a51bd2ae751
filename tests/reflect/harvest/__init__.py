"""Tests of `reflect/harvest`: what sessions write down, and what becomes of it."""
