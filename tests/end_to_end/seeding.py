"""What goes wrong in these tests and how it is put right: a script that wants an option."""

from __future__ import annotations

SCRIPT = """\
#!/bin/sh
if [ "$1" != --config ]; then
  echo "error: no configuration was given, pass --config dev.toml" >&2
  exit 2
fi
echo "42 rows"
"""
"""`tools/seed.sh`."""

WRONG, RIGHT = "./tools/seed.sh", "./tools/seed.sh --config dev.toml"
SAME_ERROR = "echo 'error: no configuration was given, pass --config dev.toml' >&2; exit 2"
"""A command that has nothing to do with the script, and fails with its error."""

LESSON = f"Use `{RIGHT}` instead of `{WRONG}`."
"""What is learnt of it."""

NEEDING = "Seed the database, there is no configuration yet"
"""A prompt that the lesson fits."""

UNRELATED = "What does the name of this folder mean?"

PROMPT = "What do you make of the tools here?"
"""A prompt that no lesson fits, after which an agent may well run the script."""
