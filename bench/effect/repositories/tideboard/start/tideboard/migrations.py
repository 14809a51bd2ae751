"""The schema of the watch book, as numbered SQL files."""
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MIGRATIONS = ROOT / "migrations"


def pending(conn, folder=MIGRATIONS):
    conn.execute("CREATE TABLE IF NOT EXISTS applied (name TEXT PRIMARY KEY)")
    done = {name for (name,) in conn.execute("SELECT name FROM applied")}
    return [path for path in sorted(folder.glob("*.sql")) if path.stem not in done]


def up(conn, folder=MIGRATIONS, only=None):
    """Apply what is pending (or only the first `only` of it); returns the names."""
    names = []
    for path in pending(conn, folder)[:only]:
        conn.executescript(path.read_text())
        conn.execute("INSERT INTO applied VALUES (?)", (path.stem,))
        names.append(path.stem)
    conn.commit()
    return names


def schema(conn):
    """The schema as text, to compare two of them."""
    rows = conn.execute("SELECT type, name, tbl_name FROM sqlite_master "
                        "WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name").fetchall()
    lines = []
    for kind, name, table in rows:
        columns = [row[1] for row in conn.execute(f"PRAGMA table_info({name})")]
        lines.append(f"{kind} {name} on {table}: {', '.join(columns)}")
    return "\n".join(lines)
