"""Datasette on the customers, with queries that write, as its documentation shows them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

_QUERIES = {
    "add_customer": (
        "Add a customer",
        "INSERT INTO customer (name, email, city, status) VALUES (:name, :email, :city, 'new')",
    ),
    "set_status": (
        "Set the status of a customer",
        "UPDATE customer SET status = :status WHERE email = :email",
    ),
    "delete_customer": ("Delete a customer", "DELETE FROM customer WHERE email = :email"),
}


def metadata(database: str, settings: dict[str, Any]) -> dict[str, Any]:
    """The configuration of the instance."""
    queries = {
        name: {"title": title, "sql": sql, "write": True} for name, (title, sql) in _QUERIES.items()
    }
    made: dict[str, Any] = {"databases": {Path(database).stem: {"queries": queries}}}
    if settings.get("login"):
        made["allow"] = {"id": "root"}
    return made


def main(database: str, port: str, settings: dict[str, Any]) -> None:
    """Serve the database by the command line."""
    from datasette.cli import cli

    config = Path(database).with_suffix(".json")
    config.write_text(json.dumps(metadata(database, settings)))
    pages = ["--setting", "default_page_size", str(settings.get("per_page", 100))]
    cli(["serve", database, "--port", port, "--metadata", str(config), *pages])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3]))
