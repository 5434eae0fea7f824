"""Formulas as trees: random ones, and text for SPIN, lbt and us."""

from __future__ import annotations

import random
import re

Tree = tuple

BINARY = {"&&": "&", "||": "|", "->": "i", "<->": "e", "U": "U", "V": "V"}
UNARY = {"!": "!", "[]": "G", "<>": "F", "X": "X"}


def random_tree(rng: random.Random, size: int, atoms: list[str], with_next: bool) -> Tree:
    if size <= 1:
        return (rng.choice(atoms),) if rng.random() < 0.95 else (rng.choice(["true", "false"]),)
    if size == 2 or rng.random() < 0.4:
        operators = ["!", "[]", "<>"] + (["X", "X"] if with_next else [])
        return (rng.choice(operators), random_tree(rng, size - 1, atoms, with_next))
    left = rng.randint(1, size - 2)
    operator = rng.choice(["&&", "||", "->", "<->", "U", "U", "V", "V"])
    return (operator, random_tree(rng, left, atoms, with_next), random_tree(rng, size - 1 - left, atoms, with_next))


def text(tree: Tree) -> str:
    """SPIN's syntax, every operand in parentheses."""
    if len(tree) == 1:
        return tree[0]
    if len(tree) == 2:
        return f"{tree[0]} ({text(tree[1])})"
    if tree[0] == "W":
        return text(("||", ("U", tree[1], tree[2]), ("[]", tree[1])))
    return f"({text(tree[1])}) {tree[0]} ({text(tree[2])})"


def prefix(tree: Tree) -> str:
    """lbt's syntax; its atoms must be called p0, p1, ..."""
    if len(tree) == 1:
        return {"true": "t", "false": "f"}.get(tree[0], tree[0])
    if tree[0] == "W":
        return prefix(("||", ("U", tree[1], tree[2]), ("[]", tree[1])))
    table = UNARY if len(tree) == 2 else BINARY
    return " ".join([table[tree[0]], *(prefix(kid) for kid in tree[1:])])


def has_next(tree: Tree) -> bool:
    return tree[0] == "X" or any(has_next(kid) for kid in tree[1:])


def parse(formula: str) -> Tree:
    """The syntax of the files of formulas, with the precedence of src/ltl/formula.h."""
    tokens = re.findall(r"<->|->|&&|\|\||\[\]|<>|!|\(|\)|\w+", formula)
    levels = [["<->"], ["->"], ["||"], ["&&"], ["U", "V", "W"]]

    def unary() -> Tree:
        token = tokens.pop(0)
        if token in ("!", "[]", "<>", "X"):
            return (token, unary())
        if token == "(":
            inside = binary(0)
            tokens.pop(0)
            return inside
        return (token,)

    def binary(level: int) -> Tree:
        if level == len(levels):
            return unary()
        left = binary(level + 1)
        while tokens and tokens[0] in levels[level]:
            operator = tokens.pop(0)
            right = binary(level if operator == "->" else level + 1)
            left = (operator, left, right)
        return left

    return binary(0)


def rename(tree: Tree) -> Tree:
    """The same formula over p0, p1, ..."""
    names: dict[str, str] = {}

    def walk(node: Tree) -> Tree:
        if len(node) == 1 and node[0] not in ("true", "false"):
            return (names.setdefault(node[0], f"p{len(names)}"),)
        return (node[0], *(walk(kid) for kid in node[1:]))

    return walk(tree)
