"""What an agent reads of this memory when its user asks for it, or the task calls for it.

https://code.claude.com/docs/en/skills; Codex takes the same file, and wants its first lines.
"""

from __future__ import annotations

from pathlib import Path

TEXT = Path(__file__).with_name("skill.md").read_text(encoding="utf-8")
