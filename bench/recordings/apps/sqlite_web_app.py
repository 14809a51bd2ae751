"""sqlite-web on the customers, started by its own command line."""

from __future__ import annotations

import json
import os
import sys


def main(database: str, port: str, settings: dict[str, object]) -> None:
    """Serve the database."""
    from sqlite_web.sqlite_web import main as sqlite_web

    sys.argv = ["sqlite_web", "--no-browser", "--quiet", f"--port={port}"]
    sys.argv.append(f"--rows-per-page={settings.get('per_page', 50)}")
    if settings.get("login"):
        os.environ["SQLITE_WEB_PASSWORD"] = "correct horse"
        sys.argv.append("--password")
    sys.argv.append(database)
    sqlite_web()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3]))
