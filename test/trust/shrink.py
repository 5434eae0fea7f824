"""Shrinks a model while it stays interesting: greedy, over the tree.

Every pass tries small changes from the outside in (whole processes first,
constants last) and keeps each that leaves the failure in place; passes repeat
until none helps. A change that makes nonsense is no problem, because the
failure is then gone. The result is minimal in the sense that no single change
below can make it smaller.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator

from tree import Expr, Model, Stmt, bodies, expressions, model_text

Test = Callable[[Model], bool]
Change = Callable[[Model], bool]    # changes the model in place; False if there is nothing to change


def drop_item(pick: Callable[[Model], list], i: int, n: int) -> Change:
    def change(model: Model) -> bool:
        items = pick(model)
        if i >= len(items):
            return False
        del items[i:i + n]
        return True
    return change


def changes_of_parts(model: Model) -> Iterator[Change]:
    """Whole processes, inlines, declarations."""
    for pick in (lambda m: m.procs, lambda m: m.inlines, lambda m: m.decls):
        for i in range(len(pick(model)) - 1, -1, -1):
            yield drop_item(pick, i, 1)


def changes_of_heads(model: Model) -> Iterator[Change]:
    """Fewer instances, no provided clause, no priority."""
    for i, proc in enumerate(model.procs):
        for name, value, smaller in (("active", 1, proc.active > 1), ("provided", None, proc.provided is not None),
                                     ("priority", 0, proc.priority != 0)):
            if smaller:
                yield lambda m, i=i, name=name, value=value: setattr(m.procs[i], name, value) or True


def nth_body(k: int) -> Callable[[Model], list[Stmt]]:
    return lambda model: list(bodies(model))[k]


def replace_stmt(k: int, i: int, make: Callable[[Stmt], list[Stmt]]) -> Change:
    def change(model: Model) -> bool:
        body = nth_body(k)(model)
        body[i:i + 1] = make(body[i])
        return True
    return change


def drop_option(k: int, i: int, part: int) -> Change:
    def change(model: Model) -> bool:
        stmt = nth_body(k)(model)[i]
        if stmt.kind not in ("if", "do") or len(stmt.bodies) < 2:
            return False
        del stmt.bodies[part]
        return True
    return change


def drop_label(k: int, i: int) -> Change:
    def change(model: Model) -> bool:
        stmt = nth_body(k)(model)[i]
        stmt.labels = stmt.labels[1:]
        return True
    return change


def only_block(k: int, i: int) -> Change:
    def change(model: Model) -> bool:
        stmt = nth_body(k)(model)[i]
        if stmt.kind not in ("atomic", "d_step"):
            return False
        stmt.kind = "block"
        return True
    return change


def changes_of_statements(model: Model) -> Iterator[Change]:
    """Runs of statements, then single ones, options, labels, and what a
    compound statement encloses in its place."""
    all_bodies = list(bodies(model))
    for k, body in enumerate(all_bodies):
        if len(body) > 3:
            for i in range(0, len(body), 2):
                yield drop_item(nth_body(k), i, 2)
        for i in range(len(body) - 1, -1, -1):
            yield drop_item(nth_body(k), i, 1)
        for i, stmt in enumerate(body):
            for part in range(len(stmt.bodies)):
                yield replace_stmt(k, i, lambda s, part=part: s.bodies[part])
                if stmt.kind in ("if", "do"):
                    yield drop_option(k, i, part)
            if stmt.kind in ("atomic", "d_step"):
                yield only_block(k, i)
            if stmt.labels:
                yield drop_label(k, i)
            if stmt.form not in ("skip", "else", "break"):
                yield replace_stmt(k, i, lambda s: [Stmt("skip", labels=s.labels)])


def changes_of_expressions(model: Model) -> Iterator[Change]:
    """A part instead of the whole, then constants."""

    def put(j: int, make: Callable[[Expr], Expr]) -> Change:
        def change(m: Model) -> bool:
            old, replace = list(expressions(m))[j]
            replace(make(old))
            return True
        return change

    for j, (expr, _) in enumerate(expressions(model)):
        for part in range(len(expr.kids)):
            yield put(j, lambda e, part=part: e.kids[part])
        if expr.form not in ("0", "1"):
            yield put(j, lambda e: Expr("0"))
            yield put(j, lambda e: Expr("1"))


PASSES = (changes_of_parts, changes_of_statements, changes_of_heads, changes_of_expressions)


def shrink(model: Model, interesting: Test, budget: int = 2000) -> Model:
    """The smallest model found with at most `budget` calls of `interesting`."""
    best, size = model, len(model_text(model))
    seen = {model_text(model)}
    progress = True
    while progress and budget > 0:
        progress = False
        for changes in PASSES:
            again = True
            while again and budget > 0:
                again = False
                for change in list(changes(best)):
                    trial = copy.deepcopy(best)
                    try:
                        changed = change(trial)
                    except IndexError:   # an earlier change of this round took it away
                        continue
                    text = model_text(trial)
                    if not changed or text in seen or len(text) > size + 8:
                        continue
                    seen.add(text)
                    budget -= 1
                    if interesting(trial):
                        best, size = trial, len(text)
                        progress = again = True
                    if budget <= 0:
                        break
    return best
