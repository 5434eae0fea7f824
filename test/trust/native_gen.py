"""Random small C thread programs (native_tree.py), the same for the same seed."""

from __future__ import annotations

import random

from native_tree import Body, Program

# What a program is made of: one or two themes each, so that its threads meet.
THEMES = {
    "atomics": ["load", "store", "add", "xchg", "cas", "load", "if"],
    "compare": ["cas", "cas", "casloop", "store", "load", "section"],
    "spin": ["load", "store", "add", "spin", "spinyield", "casspin"],
    "mutex": ["lock", "lock", "try", "timedlock", "guarded", "load"],
    "spinning": ["slock", "slock", "strylock", "tryspin", "lock", "load"],
    "heap": ["publish", "publish", "deref", "plainderef", "load", "store"],
    "section": ["section", "section", "load", "store", "cas", "spin"],
    "nested": ["lock2", "lock", "try2", "load", "store"],
    "plain": ["lock", "guarded", "inc", "get"],
    "mixed": ["lock", "guarded", "aload", "astore", "lock"],
    "condition": ["waiting", "waiting", "waking", "waking", "signal", "broadcast", "load"],
    "semaphore": ["semwait", "sempost", "sempost", "semtry", "semtimed", "semval", "guardedsem", "load"],
    "rwlock": ["rd", "wr", "tryrd", "trywr", "rd", "timedrd", "timedwr"],
    "barrier": ["barrier", "store", "load", "add"],
    "once": ["once", "load", "add"],
    "choice": ["choose", "assume", "assert", "store", "if", "load"],
}
ATOMICS = ("load", "store", "add", "xchg", "cas", "casloop", "casspin", "spin", "spinyield")

# A third of the programs has one of these beside.
FILES = {
    "file": ["append", "append", "size", "peek", "take"],
    "stream": ["print", "tell", "guarded"],
    "name": ["make", "gone", "there"],
    "pipe": ["put", "put", "pull", "pull", "inc"],
}


class Maker:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.names: list[str] = []

    def some(self, *items):
        return self.rng.choice(items)

    def simple(self) -> list:
        """An operation on shared data that always makes sense, often a plain one."""
        return self.some(["inc", "p"], ["get", "p"], ["set", "p", 1], ["inc", "q"], ["load", "x"], ["store", "x", 1],
                         ["add", "y", 1])

    def atomic(self, name: str) -> list:
        v = self.some("x", "y")
        k = self.some(1, 1, 2)
        return {"load": ["load", v], "store": ["store", v, k], "add": ["add", v, k], "xchg": ["xchg", v, k],
                "cas": ["cas", v, self.some(0, 1), k], "casloop": ["casloop", v, k],
                "casspin": ["casspin", v, self.some(0, 1, 1), self.some(1, 2)],
                "spin": ["spin", v, self.some(1, 1, 2)], "spinyield": ["spinyield", v, self.some(1, 1, 2)]}[name]

    def body(self, count: int) -> Body:
        return [self.operation() for _ in range(count)]

    def few(self) -> Body:
        return [self.simple() for _ in range(self.some(0, 1, 1, 2))]

    def operation(self) -> list:
        name = self.rng.choice(self.names)
        m = self.some("m0", "m0", "m1")
        if name in ATOMICS:
            return self.atomic(name)
        if name == "section":
            return [name, [self.atomic(self.some("load", "store", "add", "xchg", "cas")) for _ in range(self.some(1, 2, 2))]]
        if name in ("inc", "get", "aload"):
            return [name, self.some("p", "q")]
        if name == "astore":
            return [name, self.some("p", "q"), self.some(1, 2)]
        if name == "publish":
            return self.some(["publish", 1], ["publish", 1], ["publish", 2], ["retire"])
        if name in ("lock", "try", "timedlock", "tryspin"):
            return [name, m, self.few()]
        if name in ("slock", "strylock"):
            return [name, self.few()]
        if name == "lock2" or name == "try2":
            return ["lock", m, [["lock" if name == "lock2" else "try", self.some("m0", "m1"), self.few()], *self.few()]]
        if name == "guarded":
            return ["lock", "m0", [["inc", "p"]]]
        if name == "guardedsem":
            return self.some(["semtry"], ["if", 1, [["inc", "p"]]])
        if name in ("rd", "wr", "tryrd", "trywr", "timedrd", "timedwr"):
            body = [["get", "p"]] if "rd" in name and self.rng.random() < 0.8 else [["inc", "p"]]
            return [name, body + (self.few() if self.rng.random() < 0.3 else [])]
        if name == "waiting":
            wait = self.some(["waitwhile", "p"], ["waitwhile", "p"], ["waitif", "p"], ["wait"], ["timed"])
            return [self.some("lock", "lock", "lock", "try"), "m0", [wait, *self.few()]]
        if name == "waking":
            wake = [self.some("signal", "signal", "broadcast")]
            return ["lock", "m0", [["set", "p", 1], wake] if self.rng.random() < 0.7 else [wake, ["get", "p"]]]
        if name in ("append", "print", "put"):
            return [name, self.some(1, 2)]
        if name == "peek":
            return [name, self.some(0, 1)]
        if name == "choose":
            return ["choose", self.some(2, 2, 3)]
        if name in ("assume", "assert"):
            return [name, self.some(0, 1, 2)]
        if name == "if":
            return ["if", self.some(0, 1), [self.simple()]]
        return [name]


def generate(seed: int) -> Program:
    maker = Maker(seed)
    rng = maker.rng
    themes = rng.sample(sorted(THEMES), rng.choice((1, 1, 2)))
    maker.names = [name for theme in themes for name in THEMES[theme]]
    beside = random.Random(f"files {seed}")
    if beside.random() < 0.33:
        maker.names = maker.names[:beside.choice((0, 2))] + FILES[beside.choice(sorted(FILES))]
    if rng.random() < 0.3:
        maker.names += ["assert", "choose"]
    count = rng.choice((2, 2, 3))
    most = 4 if count == 2 else 2
    threads = [maker.body(rng.randint(1, most)) for _ in range(count)]
    joins = list(range(count))
    rng.shuffle(joins)
    if rng.random() < 0.2:            # thread 0 creates the last one, and joins it or nobody does
        last = count - 1
        joins.remove(last)
        threads[0].insert(rng.randint(0, len(threads[0])), ["create", last])
        if rng.random() < 0.7:
            threads[0].append(["join", last])
    elif rng.random() < 0.15:
        joins.pop()
    main = maker.body(1) if count == 2 and rng.random() < 0.3 else []
    return {"threads": threads, "main": main, "joins": joins, "recursive": rng.random() < 0.3}
