"""The one reader of Markdown, on markdown-it, and the one splitter of sentences."""
