"""Small models in which much can be reduced, with formulas that could tell.

A few processes, each a small random control graph. Their steps are of a few
kinds: on variables of their own, on a channel with one sender and one receiver,
on what is shared, and on what the formula looks at. Cycles of steps that nobody
else can notice are frequent: there, reductions go wrong.
"""

from __future__ import annotations

from random import Random

import ltl_formula

# How a process lives: weights of the kinds of its steps.
LIVES = [
    {"own": 6, "skip": 2},
    {"own": 6, "seen": 1},
    {"own": 5, "seen": 2},
    {"own": 3, "seen": 1, "shared": 1},
    {"own": 3, "shared": 2, "wait": 1},
    {"seen": 3, "wait": 1, "own": 1},
    {"own": 2, "send": 3, "seen": 0.5},
    {"own": 2, "receive": 3, "seen": 0.5},
    {"send": 2, "receive": 2, "meet": 1.5, "greet": 1.5, "own": 2},
    {"send": 1},
    {"receive": 1, "steal": 1},
    {"steal": 2, "seen": 1},
]
LABELS = ("progress", "accept")


def step(rng: Random, kind: str, me: int, count: int) -> str:
    """A statement; channels lead round the ring of processes."""
    onward, back = me, (me - 1) % count
    match kind:
        case "own":
            return rng.choice(["x = 1 - x", "x = 0", "x = 1", "(x == 0)", "(x == 1)"])
        case "skip":
            return "skip"
        case "seen":
            return f"{rng.choice('pq')} = {rng.randrange(2)}"
        case "shared":
            return f"{rng.choice('st')} = {rng.randrange(2)}"
        case "wait":
            return f"({rng.choice('sstpq')} == {rng.randrange(2)})"
        case "send":
            return f"c[{onward}]!{rng.randrange(2)}"
        case "receive":
            return f"c[{back}]?{rng.choice(['x', '_', '1'])}"
        case "steal":
            return f"c[{rng.randrange(count)}]?_"
        case "meet":
            return "r!1"
        case _:
            return "r?_"


def process(rng: Random, me: int, count: int, labelled: bool) -> str:
    life = rng.choice(LIVES)
    places = rng.choice([1, 2, 2, 3, 3, 4, 5])
    label = {i: rng.choice(LABELS) for i in range(places) if labelled and rng.random() < 0.25}
    name = [f"{label.get(i, 'L')}{i}" for i in range(places)]
    ends = rng.random() < 0.2
    lines = [f"active proctype P{me}() {{", "  bit x;"]
    for i in range(places):
        options = []
        for _ in range(rng.choice([1, 1, 1, 2, 2, 3])):
            kind = rng.choices(list(life), weights=list(life.values()))[0]
            statement = step(rng, kind, me, count)
            if rng.random() < 0.12:
                other = step(rng, rng.choice(["own", "seen", "shared"]), me, count)
                statement = f"atomic {{ {statement}; {other} }}"
            # round the circle mostly, so that cycles are long enough to matter
            to = (i + 1) % places if rng.random() < 0.6 else rng.randrange(places)
            options.append(f":: {statement}; goto {'Done' if ends and rng.random() < 0.3 else name[to]}")
        lines.append(f"{name[i]}: if {' '.join(options)} fi;")
    lines.append("Done: skip }" if ends else "}")
    return "\n".join(lines)


def market(rng: Random) -> list[str]:
    """Two channels, each with a sender and a taker, and one who waits for either:
    it is enabled again and again, or for ever, depending on the order."""
    lives = [f"c[{k}]!1" for k in (0, 1)] + [f"c[{k}]?_" for k in (0, 1)]
    bodies = [f":: {life}" + (f"; {rng.choice(['x = 1 - x', 'q = 1 - q', 'skip'])}" if rng.random() < 0.15 else "")
              for life in lives]
    bodies.append(f":: c[0]?_; p = 1 :: c[1]?_; p = {rng.choice('01')}")
    rng.shuffle(bodies)
    return [f"active proctype P{i}() {{\n  bit x;\n  do {body} od }}" for i, body in enumerate(bodies)]


def formula(rng: Random, with_next: bool) -> str:
    atoms = ["(p == 1)", "(q == 1)"] if rng.random() < 0.7 else ["(p == 1)"]
    if rng.random() < 0.08:
        atoms.append("P0@Here")
    tree = ltl_formula.random_tree(rng, rng.randint(2, 7), atoms, with_next)
    if rng.random() < 0.25:         # a change: it needs X, and yet counts no steps
        atom = (rng.choice(atoms),)
        change = ("&&", atom, ("X", ("!", atom))) if rng.random() < 0.5 else ("&&", ("!", atom), ("X", atom))
        tree = rng.choice([change, ("&&", change, ("<>", tree)), ("&&", tree, ("<>", change)), ("U", tree, change)])
        tree = ("!", ("<>", tree)) if rng.random() < 0.5 else ("<>", tree)
    shape = rng.random()
    if shape < 0.3:
        tree = ("[]", ("<>", tree)) if rng.random() < 0.5 else ("<>", ("[]", tree))
    return ltl_formula.text(tree)


def waiting(seed: int, body: str) -> str:
    """One of its steps, of some processes, is to wait until nobody else can do anything."""
    rng = Random(f"timeout {seed}")
    options = body.count(":: ")
    if rng.random() > 0.1 or "atomic" in body or not options:
        return body
    parts = body.split(":: ")
    chosen = rng.randint(1, options)
    parts[chosen] = rng.choice(["timeout", "(timeout)", "(timeout && s == 0)"]) + "; " + parts[chosen].split("; ", 1)[-1]
    return ":: ".join(parts)


def pair(seed: int, with_next: bool = False) -> str:
    rng = Random(f"small {seed}")
    count = rng.choice([2, 2, 3, 3, 4])
    labelled = rng.random() < 0.15
    bodies = [process(rng, i, count, labelled) for i in range(count)] if rng.random() < 0.95 else market(rng)
    bodies = [waiting(seed * 10 + i, body) for i, body in enumerate(bodies)]
    text = formula(rng, with_next)
    bodies[0] = bodies[0].replace("P0() {\n  bit x;", "P0() {\n  bit x;\nHere: skip;")
    head = f"bit p, q, s, t;\nchan c[{count}] = [{rng.choice([1, 1, 2])}] of {{ bit }};\nchan r = [0] of {{ bit }};\n"
    return head + "\n".join(bodies) + f"\nltl f {{ {text} }}\n"
