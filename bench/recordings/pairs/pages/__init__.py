"""Small applications, each with its cases; a new one adds its lists to `TWINS` and `HARMLESS`."""

from bench.recordings.pairs.pages import (
    forms,
    fresh_leisure,
    fresh_office,
    fresh_second,
    fresh_third,
    fresh_trade,
    operations,
    reading,
    soup,
    tables,
    talk,
)

TWINS = (
    *tables.TWINS, *soup.TWINS, *forms.TWINS, *operations.TWINS, *talk.TWINS,
    *fresh_office.TWINS, *fresh_leisure.TWINS, *fresh_trade.TWINS, *fresh_second.TWINS,
    *fresh_third.TWINS,
)  # fmt: skip
HARMLESS = (
    *tables.HARMLESS, *soup.HARMLESS, *forms.HARMLESS, *reading.HARMLESS,
    *fresh_office.HARMLESS, *fresh_leisure.HARMLESS, *fresh_trade.HARMLESS,
    *fresh_second.HARMLESS, *fresh_third.HARMLESS,
)  # fmt: skip
