"""Promela models as small trees, so that a failing model can be shrunk.

A node is a form (text with one `$` for each kid) and its kids; only control
structure has kinds of its own. That is all the shrinker needs to know: it can
drop any statement, hoist any body and replace any expression by a part of it,
and the models that no longer mean anything are refused by the parsers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field


@dataclass
class Expr:
    """`form` has one `$` per kid: Expr("($ + $)", [a, b]), Expr("x")."""

    form: str
    kids: list[Expr] = field(default_factory=list)


@dataclass
class Stmt:
    """A statement or declaration. `kind` says how `bodies` are drawn:

    simple  no bodies         if, do        one body per option
    atomic, d_step, block     one body      unless        main body, escape
    for     the head is `form`, one body
    """

    form: str = ""
    kids: list[Expr] = field(default_factory=list)
    kind: str = "simple"
    bodies: list[list[Stmt]] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)


@dataclass
class Proc:
    """A proctype, or init if `name` is "init"."""

    name: str
    body: list[Stmt]
    active: int = 0
    params: list[str] = field(default_factory=list)
    provided: Expr | None = None
    priority: int = 0


@dataclass
class Inline:
    name: str
    params: list[str]
    body: list[Stmt]


@dataclass
class Model:
    decls: list[Stmt]
    inlines: list[Inline]
    procs: list[Proc]


def fill(form: str, kids: list[str]) -> str:
    """The form with its `$`s replaced, in order."""
    parts = form.split("$")
    assert len(parts) == len(kids) + 1, (form, kids)
    return "".join(a + b for a, b in zip(parts, kids + [""]))


def expr_text(e: Expr) -> str:
    return fill(e.form, [expr_text(k) for k in e.kids])


def _body_lines(body: list[Stmt], indent: str) -> list[str]:
    lines: list[str] = []
    for i, stmt in enumerate(body):
        lines += _stmt_lines(stmt, indent)
        if i + 1 < len(body):
            lines[-1] += ";"
    return lines or [indent + "skip"]


def _stmt_lines(stmt: Stmt, indent: str) -> list[str]:
    inner = indent + "  "
    labels = [f"{indent}{label}:" for label in stmt.labels]
    head = fill(stmt.form, [expr_text(k) for k in stmt.kids])
    if stmt.kind == "simple":
        return labels + [indent + head]
    if stmt.kind in ("if", "do"):
        lines = [indent + stmt.kind]
        for option in stmt.bodies:
            body = _body_lines(option, inner + "  ")
            lines.append(f"{inner}:: {body[0].strip()}")
            lines += body[1:]
        return labels + lines + [indent + ("fi" if stmt.kind == "if" else "od")]
    if stmt.kind == "unless":
        return (labels + [indent + "{"] + _body_lines(stmt.bodies[0], inner)
                + [indent + "} unless {"] + _body_lines(stmt.bodies[1], inner) + [indent + "}"])
    opening = {"atomic": "atomic {", "d_step": "d_step {", "block": "{", "for": head + " {"}[stmt.kind]
    return labels + [indent + opening] + _body_lines(stmt.bodies[0], inner) + [indent + "}"]


def _proc_lines(proc: Proc) -> list[str]:
    if proc.name == "init":
        head = "init"
    else:
        active = {0: "", 1: "active "}.get(proc.active, f"active [{proc.active}] ")
        head = f"{active}proctype {proc.name}({'; '.join(proc.params)})"
    if proc.priority:
        head += f" priority {proc.priority}"
    if proc.provided is not None:
        head += f" provided ({expr_text(proc.provided)})"
    return [head, "{"] + _body_lines(proc.body, "  ") + ["}"]


def model_text(model: Model) -> str:
    """The model as Promela source."""
    lines: list[str] = []
    for decl in model.decls:
        lines += [line + ";" for line in _stmt_lines(decl, "")]
    for inline in model.inlines:
        lines += [f"inline {inline.name}({', '.join(inline.params)})", "{"]
        lines += _body_lines(inline.body, "  ") + ["}"]
    for proc in model.procs:
        lines += _proc_lines(proc)
    return "\n".join(lines) + "\n"


def bodies(model: Model) -> Iterator[list[Stmt]]:
    """Every statement list of the model, outermost first."""

    def inside(body: list[Stmt]) -> Iterator[list[Stmt]]:
        yield body
        for stmt in body:
            for part in stmt.bodies:
                yield from inside(part)

    for owner in [*model.inlines, *model.procs]:
        yield from inside(owner.body)


def expressions(model: Model) -> Iterator[tuple[Expr, Callable[[Expr], None]]]:
    """Every expression with the function that puts another in its place."""

    def inside(kids: list[Expr]) -> Iterator[tuple[Expr, Callable[[Expr], None]]]:
        for i, kid in enumerate(kids):
            yield kid, lambda new, i=i: kids.__setitem__(i, new)
            yield from inside(kid.kids)

    for decl in model.decls:
        yield from inside(decl.kids)
    for body in bodies(model):
        for stmt in body:
            yield from inside(stmt.kids)
    for proc in model.procs:
        if proc.provided is not None:
            yield proc.provided, lambda new, proc=proc: setattr(proc, "provided", new)
            yield from inside(proc.provided.kids)
