"""Extract rules from Markdown, each with its lines.

A rule is a list item, or a sentence of a paragraph, that is an instruction. Code blocks below it
belong to it, headings above it are its topic. Tables of contents, links, descriptions, and the
section that we export are not rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reflect.markdown.blocks import Block, blocks, lines_of
from reflect.markdown.front import front_lines, front_paths
from reflect.markdown.sentences import label, plain, sentences
from reflect.rule_files.denial import forbidden_by, forbidden_under, turned
from reflect.rule_files.instruction import is_instruction
from reflect.rule_files.markers import own_lines
from reflect.rule_files.rule import ListItem, Rule, RuleDocument, Section

_LONGEST = 400
"""A list item up to this length is taken whole; of a longer one only the instructions."""


def read_rules(text: str) -> RuleDocument:
    """Parse a rule file; its content is data and never followed."""
    lines = lines_of(text)
    front = front_lines(lines)
    hidden = own_lines(text) | set(range(1, front + 1))
    seen = ["" if number in hidden else line for number, line in enumerate(lines, 1)]
    reader = _Reader(lines)
    reader.read(list(blocks("\n".join(seen))))
    return RuleDocument(
        tuple(reader.rules), tuple(reader.items), reader.sections(), front_paths(lines[:front])
    )


class _Reader:
    """Walks a document from top to bottom; a code block would belong to the rule `_last`."""

    def __init__(self, lines: list[str]) -> None:
        self.rules: list[Rule] = []
        self.items: list[ListItem] = []
        self._lines = lines
        self._headings: list[tuple[int, str]] = []
        self._starts: list[tuple[int, int, str]] = []
        self._last: Rule | None = None
        self._denial = ""

    def read(self, nodes: Sequence[Block], *, in_item: bool = False) -> None:
        """Read sibling blocks."""
        lead = ""
        for index, node in enumerate(nodes):
            after = nodes[index + 1] if index + 1 < len(nodes) else None
            if node.kind == "paragraph":
                lead = self._paragraph(node, after, in_item)
            elif node.kind == "list":
                self._list(node, lead)
                lead = ""
            elif node.kind == "heading":
                self._heading(node)
                lead = ""
            elif node.kind == "code":
                self._code(node)
            elif node.kind in ("item", "quote"):
                self.read(node.inner, in_item=node.kind == "item")
            else:
                self._last = None

    def sections(self) -> tuple[Section, ...]:
        """All headings with the last line of their section."""
        ranges = []
        for index, (level, line, heading) in enumerate(self._starts):
            later = (start for rank, start, _ in self._starts[index + 1 :] if rank <= level)
            ranges.append(Section(heading, level, line, next(later, len(self._lines) + 1) - 1))
        return tuple(ranges)

    def _heading(self, node: Block) -> None:
        level, heading = node.level, plain(node.text)
        self._starts.append((level, node.first, heading))
        self._headings = [above for above in self._headings if above[0] < level] + [
            (level, heading)
        ]
        self._last = None

    def _list(self, node: Block, lead: str) -> None:
        """Read a list; `lead` is how the sentence above negates its items."""
        self._last = None
        before = self._denial
        self._denial = lead or before or forbidden_under(self._above())
        self.read(node.inner)
        self._denial = before

    def _paragraph(self, node: Block, after: Block | None, in_item: bool) -> str:
        """Read a paragraph, and return how it negates the list after it."""
        content = node.text
        self._last = None
        if plain(content).endswith(":") and after is not None and after.kind == "list":
            lead = forbidden_by(content)
            if not lead:
                self._lead_in(content, node.first, after)
            return lead
        if in_item:
            self._item(content, node.first, node.last)
        else:
            self._prose(content, node.first)
        return ""

    def _lead_in(self, content: str, first: int, after: Block) -> None:
        """A sentence that a list completes is a rule if the list itself holds none."""
        before = len(self.rules)
        _Probe(self._lines, self.rules).read([after])
        holds_rules = len(self.rules) > before
        del self.rules[before:]
        *_, (offset, sentence) = [(0, content), *sentences(content)]
        if not holds_rules and is_instruction(sentence):
            inner = map(plain, after.texts())
            text = f"{plain(sentence)} {'; '.join(part.rstrip('.;,') for part in inner)}"
            first += content.count("\n", 0, offset)
            if len(text) <= _LONGEST:
                self._add(text, first, after.last)

    def _item(self, content: str, first: int, last: int) -> None:
        named, rest = label(content)
        orders = [(offset, text) for offset, text in sentences(rest) if is_instruction(text)]
        whole = plain(rest)
        if self._denial and len(whole) <= _LONGEST:
            self._add(turned(whole, self._denial), first, last, named)
        elif not orders:
            self.items.append(ListItem(plain(content), self._above(), first))
        elif orders[0][0] == 0 and len(whole) <= _LONGEST:
            self._add(whole, first, last, named)
        else:
            self._add(" ".join(plain(text) for _, text in orders), first, last, named)

    def _prose(self, content: str, first: int) -> None:
        for offset, sentence in sentences(content):
            self._last = None
            if is_instruction(sentence) and len(sentence) <= _LONGEST:
                start = first + content.count("\n", 0, offset)
                self._add(plain(sentence), start, start + sentence.count("\n"))

    def _code(self, node: Block) -> None:
        if self._last is None:
            return
        rule = self._last
        last, code = node.last, f"{rule.code}\n{node.text.strip()}".strip()
        longer = replace(rule, last_line=last, quote=self._quote(rule.first_line, last), code=code)
        self.rules[self.rules.index(rule)] = self._last = longer

    def _add(self, text: str, first: int, last: int, named: str = "") -> None:
        above = (*self._above(), named) if named else self._above()
        self._last = Rule(text, above, first, last, self._quote(first, last))
        self.rules.append(self._last)

    def _quote(self, first: int, last: int) -> str:
        return "\n".join(self._lines[first - 1 : last])

    def _above(self) -> tuple[str, ...]:
        return tuple(heading for _, heading in self._headings if heading)


class _Probe(_Reader):
    """Reads ahead into a list of rules that is truncated afterwards."""

    def __init__(self, lines: list[str], rules: list[Rule]) -> None:
        super().__init__(lines)
        self.rules = rules
