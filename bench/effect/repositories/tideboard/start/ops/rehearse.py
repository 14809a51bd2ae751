"""What the release machine does before it lets a new version in: goes through
all migrations forwards, then backwards, and looks whether each step back leads
to the schema that was there before."""
import sqlite3
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tideboard import migrations  # noqa: E402

STEPS_BACK = Path(__file__).resolve().parent / "undo"


def main():
    conn = sqlite3.connect(":memory:")
    migrations.pending(conn)
    was = []
    while True:
        before = migrations.schema(conn)
        names = migrations.up(conn, only=1)
        if not names:
            break
        was.append((names[0], before))
    for name, before in reversed(was):
        path = STEPS_BACK / f"{name}.sql"
        if not path.exists():
            return f"rehearsal: {name}: no way back, release stopped"
        conn.executescript(path.read_text())
        if migrations.schema(conn) != before:
            return f"rehearsal: {name}: the way back leads elsewhere, release stopped"
    print(f"rehearsal: {len(was)} migrations, forwards and backwards: fine")


if __name__ == "__main__":
    sys.exit(main())
