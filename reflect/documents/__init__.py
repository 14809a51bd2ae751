"""What the documents of a change state: lessons, decisions, and problems with their fixes.

`stated.stated` reads one Markdown document and returns `Statement`s in the document's own words. A
way in which people write such things down is a file in `forms/` and a line in `stated.FORMS`.
"""
