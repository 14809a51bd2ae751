"""Parse a script in Python to statements, with the parser of Python itself."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

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

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_IGNORED = (ast.Import, ast.ImportFrom, ast.Pass, ast.Return, ast.Global, ast.Nonlocal, *_FUNCTIONS)
_MOST_TEXT = 80
_FLAGS = {"I": "i", "IGNORECASE": "i", "M": "m", "MULTILINE": "m", "S": "s", "DOTALL": "s"}


def read_python(text: str) -> list[Test]:
    """The tests of a script; without any, all of it is one.

    Raises:
        NotParsed: it is not Python, or nested too deeply.
    """
    try:
        module = ast.parse(text)
        return _tests(module)
    except SyntaxError as error:
        raise NotParsed(f"line {error.lineno}: {error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise NotParsed("it is nested too deeply, or holds characters that are not text") from error


def _tests(module: ast.Module) -> list[Test]:
    constants = [node for node in module.body if isinstance(node, ast.Assign)]
    shared = tuple(_statements(constants))
    bodies = [node for node in _definitions(module) if node.name.startswith("test")]
    if bodies:
        return [Test(node.name, (*shared, *_statements(node.body))) for node in bodies]
    functions = [node for node in module.body if isinstance(node, _FUNCTIONS)]
    whole = [*module.body, *(inner for node in functions for inner in node.body)]
    return [Test("", tuple(_statements(whole)))]


def _definitions(module: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in module.body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        yield from (each for each in inner if isinstance(each, _FUNCTIONS))


def _statements(nodes: Iterable[ast.stmt]) -> Iterator[Statement]:
    for node in nodes:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.ClassDef():
                continue
            case ast.Expr(value=value):
                yield _statement(node, value)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield _statement(node, value, name)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield _statement(node, value, name)
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                yield from _with(node, items, body)
            case ast.If(test=ast.Compare(left=ast.Name(id="__name__")), body=body):
                yield from _statements(body)
            case ast.Assert():
                yield Statement(node.lineno, _text(node), lost="an assertion")
            case _ if not isinstance(node, _IGNORED):
                kind = type(node).__name__.removeprefix("Async").lower()
                yield Statement(node.lineno, _text(node), lost=f"a statement `{kind}`")


def _statement(node: ast.stmt, value: ast.expr, name: str = "") -> Statement:
    return Statement(node.lineno, _text(node), _value(value), name)


def _with(node: ast.stmt, items: list[ast.withitem], body: list[ast.stmt]) -> Iterator[Statement]:
    inner = tuple(_statements(body))
    first = items[0]
    name = first.optional_vars.id if isinstance(first.optional_vars, ast.Name) else ""
    yield Statement(node.lineno, _text(node), _value(first.context_expr), name, inner)


def _value(node: ast.expr) -> Value:
    match node:
        case ast.Await(value=value):
            return _value(value)
        case ast.Constant(value=str() | int() | float() | None as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return [_value(part) for part in parts]
        case ast.Dict(keys=keys, values=values):
            pairs = zip(keys, values, strict=True)
            return {str(_value(key)): _value(value) for key, value in pairs if key is not None}
        case ast.JoinedStr(values=parts) if all(isinstance(part, ast.Constant) for part in parts):
            return "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            sides = (_value(left), _value(right))
            return "".join(map(str, sides)) if _are_texts(sides) else Unknown(_text(node))
        case ast.Lambda(body=body):
            return Function((Statement(node.lineno, _text(node), _value(body)),))
        case ast.Name() | ast.Attribute() | ast.Call():
            return _chain(node)
    return Unknown(_text(node))


def _are_texts(values: tuple[Value, ...]) -> bool:
    return all(isinstance(value, str) for value in values)


def _chain(node: ast.expr) -> Value:
    """The calls of an expression, from the outside inwards without recursion."""
    calls: list[Call] = []
    inner: ast.expr = node
    while not isinstance(inner, ast.Name):
        match inner:
            case ast.Await(value=value):
                inner = value
            case ast.Call(func=ast.Attribute(value=value, attr=name)):
                calls.append(_call(name, inner))
                inner = value
            case ast.Call(func=ast.Name() as function):
                calls.append(_call("", inner))
                inner = function
            case ast.Attribute(value=value, attr=name):
                calls.append(Call(name))
                inner = value
            case _:
                return Unknown(_text(node))
    chain = Chain(inner.id, tuple(reversed(calls)))
    return _pattern(chain) or chain


def _call(name: str, node: ast.Call) -> Call:
    options = {each.arg: _value(each.value) for each in node.keywords if each.arg}
    return Call(name, tuple(_value(each) for each in node.args), options)


def _pattern(chain: Chain) -> ScriptPattern | None:
    """The regular expression that `re.compile` makes."""
    if chain.root != "re" or len(chain.calls) != 1 or chain.calls[0].name != "compile":
        return None
    source, *flags = chain.calls[0].arguments
    named = [each.calls[-1].name for each in flags if isinstance(each, Chain) and each.calls]
    known = "".join(_FLAGS.get(name, "") for name in named)
    return ScriptPattern(source, known) if isinstance(source, str) else None


def _text(node: ast.AST) -> str:
    """How a statement begins; never the values of its last argument, which may be secret."""
    text = ast.unparse(node) if isinstance(node, ast.expr | ast.stmt) else ""
    line = text.partition("\n")[0]
    return line if len(line) <= _MOST_TEXT else f"{line[:_MOST_TEXT]}…"
