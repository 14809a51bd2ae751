"""Parse a script in JavaScript or TypeScript to statements, with tree-sitter (an extra)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lessonboard.parts.recordings.sources.scripts.model import (
    Call,
    Chain,
    Function,
    NotParsed,
    ScriptPattern,
    Statement,
    Test,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from tree_sitter import Node

_HOOKS = ("before_each", "before_all")
_IGNORED = (
    "import_statement", "export_statement", "comment", "empty_statement", "return_statement",
    "hash_bang_line", "interface_declaration", "type_alias_declaration",
)  # fmt: skip
_FUNCTIONS = ("arrow_function", "function_expression", "function_declaration", "function")
_WRAPPERS = ("await_expression", "parenthesized_expression", "as_expression", "non_null_expression",
             "satisfies_expression")  # fmt: skip
_MOST_TEXT = 80
_DEEPEST = 200
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))",
                     re.DOTALL)  # fmt: skip


def read_javascript(text: str) -> list[Test]:
    """The tests of a script; without any, all of it is one.

    Raises:
        NotParsed: it has syntax errors, or the extra is not installed.
    """
    try:
        import tree_sitter_typescript
        from tree_sitter import Language, Parser
    except ImportError as error:
        needed = "JavaScript needs the extra `recordings`: pip install 'lessonboard[recordings]'"
        raise NotParsed(needed) from error
    parser = Parser(Language(tree_sitter_typescript.language_typescript()))
    root = parser.parse(text.encode("utf-8", "replace")).root_node
    if root.has_error:
        raise NotParsed(f"line {_first_error(root)}: a syntax error")
    tests = list(_tests(root.named_children, "", ()))
    return tests or [Test("", tuple(_statements(root.named_children)))]


def _first_error(root: Node) -> int:
    node = root
    while inner := next((each for each in node.children if each.has_error), None):
        node = inner
    return node.start_point[0] + 1


def _tests(nodes: Iterable[Node], prefix: str, before: tuple[Statement, ...]) -> Iterator[Test]:
    """The tests among statements, with what is done before each."""
    shared = before
    for statement in nodes:
        if statement.type in ("lexical_declaration", "variable_declaration"):
            shared = (*shared, *_statements([statement]))
        call = statement.named_children[0] if statement.type == "expression_statement" else None
        function = call.child_by_field_name("function") if call is not None else None
        if call is None or call.type != "call_expression" or function is None:
            continue
        callee, body = _text_of(function), _body_of_last(call)
        if body is None or callee.partition(".")[0] != "test":
            continue
        name = " ".join(filter(None, (prefix, _title(call))))
        kind = _snake(callee.rpartition(".")[2])
        if kind in _HOOKS:
            shared = (*shared, *_statements(body))
        elif kind == "describe" or callee.startswith("test.describe"):
            yield from _tests(body, name, shared)
        elif kind in ("test", "only", "skip", "fixme", "slow", "fail"):
            yield Test(name, (*shared, *_statements(body)))


def _body_of_last(call: Node) -> list[Node] | None:
    """The statements of the function that is the last argument."""
    arguments = call.child_by_field_name("arguments")
    last = arguments.named_children[-1] if arguments and arguments.named_children else None
    return _body(last) if last is not None and last.type in _FUNCTIONS else None


def _body(function: Node) -> list[Node]:
    body = function.child_by_field_name("body")
    if body is None:
        return []
    return list(body.named_children) if body.type == "statement_block" else [body]


def _title(call: Node) -> str:
    arguments = call.child_by_field_name("arguments")
    first = arguments.named_children[0] if arguments and arguments.named_children else None
    value = _value(first) if first is not None else None
    return value if isinstance(value, str) else ""


def _statements(nodes: Iterable[Node]) -> Iterator[Statement]:
    for node in nodes:
        line, text = node.start_point[0] + 1, _short(node)
        if node.type in _IGNORED:
            continue
        if node.type in ("lexical_declaration", "variable_declaration"):
            yield from _declared(node, line, text)
        elif node.type == "expression_statement":
            inner = _unwrapped(node.named_children[0])
            body = _called_at_once(inner)
            if body is not None:
                yield from _statements(body)
            elif inner.type == "assignment_expression":
                yield from _assigned(inner, line, text)
            else:
                yield Statement(line, text, _value(inner))
        elif node.type in ("function_declaration", "statement_block"):
            body = _body(node) if node.type == "function_declaration" else node.named_children
            yield from _statements(body)
        elif node.type.endswith(("_expression", "identifier")):
            yield Statement(line, text, _value(node))
        else:
            kind = node.type.removesuffix("_statement").replace("_", " ")
            yield Statement(line, text, lost=f"a statement `{kind}`")


def _declared(node: Node, line: int, text: str) -> Iterator[Statement]:
    for each in node.named_children:
        name, value = each.child_by_field_name("name"), each.child_by_field_name("value")
        if name is None or value is None or name.type != "identifier":
            continue
        yield Statement(line, text, _value(value), _text_of(name))


def _assigned(node: Node, line: int, text: str) -> Iterator[Statement]:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is not None and right is not None and left.type == "identifier":
        yield Statement(line, text, _value(right), _text_of(left))


def _called_at_once(node: Node) -> list[Node] | None:
    """The statements of a function that is called where it is defined: `(async () => {...})()`."""
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    inner = _unwrapped(function) if function is not None else None
    return _body(inner) if inner is not None and inner.type in _FUNCTIONS else None


def _value(node: Node, depth: int = 0) -> Value:
    if depth > _DEEPEST:
        raise NotParsed("it is nested too deeply")
    node = _unwrapped(node)
    text = _text_of(node)
    match node.type:
        case "string" | "template_string":
            has_parts = any(each.type == "template_substitution" for each in node.named_children)
            return Unknown(_short(node)) if has_parts else _unescaped(text[1:-1])
        case "number":
            return _number(text)
        case "true" | "false":
            return node.type == "true"
        case "null" | "undefined":
            return None
        case "regex":
            source, flags = (node.child_by_field_name(each) for each in ("pattern", "flags"))
            return ScriptPattern(
                _text_of(source) if source else "", _text_of(flags) if flags else ""
            )
        case "unary_expression" if text.startswith("-"):
            number = _number(text[1:].strip())
            return -number if isinstance(number, int | float) else number
        case "array":
            return [_value(each, depth + 1) for each in node.named_children]
        case "object":
            return _object(node, depth)
        case "identifier" | "member_expression" | "call_expression":
            return _chain(node, depth)
        case kind if kind in _FUNCTIONS:
            return Function(tuple(_statements(_body(node))))
    return Unknown(_short(node))


def _object(node: Node, depth: int) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for pair in node.named_children:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if pair.type == "pair" and key is not None and value is not None:
            found[_snake(_text_of(key).strip("'\""))] = _value(value, depth + 1)
        elif pair.type == "shorthand_property_identifier":
            found[_snake(_text_of(pair))] = Chain(_text_of(pair))
    return found


def _chain(node: Node, depth: int) -> Value:
    """The calls of an expression, from the outside inwards without recursion."""
    calls: list[Call] = []
    inner = node
    while inner.type != "identifier":
        if inner.type == "call_expression":
            function, arguments = inner.child_by_field_name("function"), _arguments(inner, depth)
            function = _unwrapped(function) if function is not None else None
            if function is not None and function.type == "identifier":
                calls.append(_call("", arguments))
                inner = function
            elif function is not None and function.type == "member_expression":
                calls.append(_call(_property(function), arguments))
                inner = _object_of(function)
            else:
                return Unknown(_short(node))
        elif inner.type == "member_expression":
            calls.append(Call(_property(inner)))
            inner = _object_of(inner)
        else:
            return Unknown(_short(node))
    return Chain(_text_of(inner), tuple(reversed(calls)))


def _call(name: str, arguments: list[Value]) -> Call:
    """A call; an object at the end of its arguments holds its options."""
    options = arguments[-1] if arguments and isinstance(arguments[-1], dict) else {}
    rest = arguments[:-1] if options else arguments
    return Call(name, tuple(rest), dict(options))


def _arguments(call: Node, depth: int) -> list[Value]:
    found = call.child_by_field_name("arguments")
    children = found.named_children if found is not None else []
    return [_value(each, depth + 1) for each in children if each.type != "comment"]


def _property(member: Node) -> str:
    found = member.child_by_field_name("property")
    return _snake(_text_of(found)) if found is not None else ""


def _object_of(member: Node) -> Node:
    found = member.child_by_field_name("object")
    return _unwrapped(found) if found is not None else member


def _unwrapped(node: Node) -> Node:
    while node.type in _WRAPPERS and node.named_children:
        node = node.named_children[0]
    return node


def _number(text: str) -> Value:
    try:
        value = json.loads(text)
    except ValueError:
        return Unknown(text[:_MOST_TEXT])
    return value if isinstance(value, int | float) else Unknown(text[:_MOST_TEXT])


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code:
        number = int(code, 16)
        return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"
    return "" if match[4] in ("\n", "\r\n") else _ESCAPES.get(match[4], match[4])


def _snake(name: str) -> str:
    words = re.sub(r"(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", words).lower()


def _text_of(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _short(node: Node) -> str:
    line = _text_of(node).partition("\n")[0]
    return line if len(line) <= _MOST_TEXT else f"{line[:_MOST_TEXT]}…"
