"""Small applications, each with its cases; a new one adds its lists to `TWINS` and `HARMLESS`."""

from bench.recordings.pairs.pages import forms, operations, reading, soup, tables, talk

TWINS = (*tables.TWINS, *soup.TWINS, *forms.TWINS, *operations.TWINS, *talk.TWINS)
HARMLESS = (*tables.HARMLESS, *soup.HARMLESS, *forms.HARMLESS, *reading.HARMLESS)
