"""Tests of the reader of Markdown and the splitter of sentences."""
