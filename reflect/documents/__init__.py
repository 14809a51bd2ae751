"""The fallback for what the documents of a change state, where no model reads them.

`stated.stated` reads one Markdown document and returns `Statement`s in the document's own words.
"""
