"""Every way to check a model that must agree with the others: one line each.

A configuration says how its result relates to the reference, which is a plain
depth-first search without simplification and without reduction:

  states    "same" number of stored states, "fewer" (or equal), "any"
  terminal  "same" set of terminal states, "bodies": the same but for what is left of
            processes that have ended, where processes are started; "fewer" (or equal), "any"
  base      the configuration whose terminal states count, if not the reference's
  kinds     "same" set of kinds of findings, "some" of them (it stops at the first)
  verdict   "same", or "lossy": unknown instead of ok, never a wrong violation
  every     only on every so manieth model, if it is slow to start

A new engine, store or reduction joins with one line.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    name: str
    options: tuple[str, ...]
    states: str = "same"
    terminal: str = "same"
    kinds: str = "same"
    verdict: str = "same"
    base: str = ""
    every: int = 1


PLAIN = ("--simplify=off", "--por=none", "--all")

REFERENCE = Config("reference", ("--search=dfs", "--store=plain", *PLAIN))

CONFIGS = [
    Config("dfs-tree", ("--search=dfs", "--store=tree", *PLAIN)),
    Config("bfs-plain", ("--search=bfs", "--store=plain", *PLAIN)),
    Config("bfs-tree", ("--search=bfs", "--store=tree", *PLAIN)),
    Config("simplify-dfs", ("--search=dfs", "--simplify=on", "--por=none", "--all"), "fewer", "fewer"),
    Config("simplify-bfs", ("--search=bfs", "--simplify=on", "--por=none", "--all"), "fewer", "fewer"),
    Config("persistent-dfs", ("--search=dfs", "--simplify=off", "--por=persistent", "--all"), "fewer"),
    Config("ample-dfs", ("--search=dfs", "--simplify=off", "--por=ample", "--all"), "fewer", "bodies"),
    Config("stubborn-dfs", ("--search=dfs", "--simplify=off", "--por=stubborn", "--all"), "fewer", "bodies"),
    Config("stubborn-simplify", ("--search=dfs", "--simplify=on", "--por=stubborn", "--all"), "fewer", "bodies", base="simplify-dfs"),
    Config("stubborn-plain", ("--search=dfs", "--store=plain", "--simplify=off", "--por=stubborn", "--all"), "fewer", "bodies", every=5),
    Config("ample-simplify", ("--search=dfs", "--simplify=on", "--por=ample", "--all"), "fewer", "bodies", base="simplify-dfs"),
    Config("persistent-simplify", ("--search=dfs", "--simplify=on", "--por=persistent", "--all"), "fewer", base="simplify-dfs", every=2),
    Config("stubborn-compact", ("--store=compact", "--simplify=off", "--por=stubborn", "--all"), "fewer", "fewer", "some", "lossy", every=5),
    Config("stubborn-bitstate", ("--store=bitstate", "--simplify=off", "--por=stubborn", "--all"), "fewer", "fewer", "some", "lossy", every=10),
    Config("default-first", (), "any", "any", "some"),
    Config("bfs-first", ("--search=bfs",), "any", "any", "some"),
    Config("compact", ("--store=compact", *PLAIN), "fewer", "fewer", "some", "lossy"),
    Config("bitstate", ("--store=bitstate", *PLAIN), "fewer", "fewer", "some", "lossy", every=10),
]


def by_name(name: str) -> Config:
    for config in [REFERENCE, *CONFIGS]:
        if config.name == name:
            return config
    raise KeyError(f"no configuration {name!r}; there are "
                   + ", ".join(c.name for c in [REFERENCE, *CONFIGS]))
