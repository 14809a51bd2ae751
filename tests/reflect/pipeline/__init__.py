"""Tests of `reflect/pipeline`: each way in, and each gate on it."""
