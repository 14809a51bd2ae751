"""What recordings, workflows and runs call alike."""

from __future__ import annotations

SECRET = "[secret]"  # noqa: S105 - the replacement of a typed one
"""The replacement of a typed secret."""

ADDRESS_BAR = {"role": "textbox", "name": "Address bar", "tag": "address-bar"}
"""The target of a typed address."""

WRITTEN = ("textbox", "searchbox", "combobox", "spinbutton")
"""Roles of fields that take a text."""

FIELDS = (*WRITTEN, "listbox", "slider")
"""Roles of things that hold a value; acting on one changes nothing until it is sent."""
