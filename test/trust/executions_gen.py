"""Small models dense in what reductions by races can get wrong.

Three or four processes of a few statements each: reads and
writes of a few shared cells, guards over one or two of them, locks that are
mostly given back by who took them, small channels, choices, atomic sequences
and d_steps whose indices change on the way; now and then one that goes in circles.
"""

from __future__ import annotations

from random import Random

from tree import Model, Proc, Stmt


class Maker:
    def __init__(self, seed: int):
        self.rng = Random(seed)
        self.locks = self.rng.random() < 0.6
        self.channels = self.rng.random() < 0.4
        self.cells = self.rng.sample(["x", "y", "z", "w", "a[0]", "a[1]", "a[i]", "a[1 - i]"], self.rng.randrange(2, 7))

    def cell(self) -> str:
        return self.rng.choice(self.cells) if self.rng.random() < 0.95 else "a[x % 2]"

    def value(self) -> str:
        return self.rng.choice(["0", "1", "2", self.cell(), f"({self.cell()} + 1) % 3"])

    def condition(self) -> str:
        one = f"{self.cell()} {self.rng.choice(['==', '!='])} {self.rng.choice(['0', '1'])}"
        if self.rng.random() < 0.35:
            return f"({one} {self.rng.choice(['&&', '||'])} {self.cell()} == 1)"
        return f"({one})"

    def plain(self) -> Stmt:
        """A statement that never waits."""
        pick = self.rng.random()
        if pick < 0.6:
            return Stmt(f"{self.cell()} = {self.value()}")
        if pick < 0.75:
            return Stmt(f"i = {self.rng.choice(['0', '1', '1 - i', self.cell() + ' % 2'])}")
        return Stmt(f"assert({self.cell()} != 2 || {self.condition()})")

    def talk(self) -> Stmt:
        channel = self.rng.choice(["c", "d"])
        return Stmt(self.rng.choice([f"{channel}!{self.value()}", f"{channel}?{self.cell()}", f"{channel}?1",
                                     f"nempty({channel})", f"x = len({channel})", f"{channel}!!1", f"{channel}?<{self.cell()}>"]))

    def sequence(self, n: int, kind: str) -> Stmt:
        body = [Stmt(self.condition())] if self.rng.random() < 0.5 else []
        if self.rng.random() < 0.4:         # an index that is another when it is used
            body += [Stmt("i = 1 - i"), Stmt(f"a[i] = {self.value()}")]
        else:
            body += [self.plain() for _ in range(n)]
        if kind == "atomic" and self.rng.random() < 0.4:
            body.append(Stmt(self.condition()))
        if kind == "atomic" and self.rng.random() < 0.3:
            body.append(self.choice())
        return Stmt(kind=kind, bodies=[body])

    def choice(self) -> Stmt:
        if self.rng.random() < 0.3:         # two conditions, the first of them false at first; or go on alone
            both = Stmt(f"({self.cell()} == 1 && {self.cell()} == 0)")
            return Stmt(kind="if", bodies=[[both, self.plain()], [Stmt("i = 1 - i")]])
        options = [[Stmt(self.condition()), self.plain()] for _ in range(self.rng.randrange(1, 3))]
        if self.rng.random() < 0.5:
            options.append([Stmt("else"), Stmt("skip")])
        elif self.rng.random() < 0.4:
            options.append([self.plain()])
        return Stmt(kind="if", bodies=options)

    def locked(self) -> list[Stmt]:
        lock = self.rng.choice(["l", "m", "k[0]", "k[i]"])
        take = Stmt(kind=self.rng.choice(["atomic", "d_step"]),
                    bodies=[[Stmt(f"{lock} == 0"), Stmt(f"{lock} = 1"), *([self.plain()] if self.rng.random() < 0.4 else [])]])
        inside = [self.statement() for _ in range(self.rng.randrange(0, 2))]
        back = lock if self.rng.random() < 0.9 else self.rng.choice(["l", "m"])
        return [take, *inside, *([Stmt(f"{back} = 0")] if self.rng.random() < 0.9 else [])]

    def statement(self) -> Stmt:
        pick = self.rng.random()
        if self.channels and pick < 0.35:
            return self.talk()
        if pick < 0.5:
            return self.plain()
        if pick < 0.65:
            return Stmt(self.condition())
        if pick < 0.8:
            return self.sequence(self.rng.randrange(1, 3), self.rng.choice(["atomic", "d_step"]))
        return self.choice()

    def loop(self, name: str) -> Proc:
        """Goes in a circle, for searches with stored states."""
        options = [[Stmt("b = 1 - b")]]
        if self.rng.random() < 0.5:
            options.append([Stmt(self.condition()), Stmt("break")])
        return Proc(name, [Stmt("byte i"), Stmt(kind="do", bodies=options), self.plain()], active=1)

    def process(self, name: str) -> Proc:
        body = [Stmt("byte i")] if self.rng.random() < 0.5 else [Stmt("byte i = 1")]
        for _ in range(self.rng.randrange(1, 4)):
            body += self.locked() if self.locks and self.rng.random() < 0.45 else [self.statement()]
        return Proc(name, body, active=2 if self.rng.random() < 0.15 else 1)

    def model(self) -> Model:
        decls = [Stmt("byte x, y, z, w"), Stmt("byte a[2]"), Stmt("bit b")]
        decls += [Stmt("bit l, m"), Stmt("bit k[2]")] if self.locks else []
        decls += [Stmt("chan c = [1] of { byte }"), Stmt("chan d = [2] of { byte }")] if self.channels else []
        procs = [self.process(f"P{n}") for n in range(self.rng.randrange(2, 5))]
        if self.rng.random() < 0.1:
            procs[self.rng.randrange(len(procs))] = self.loop("L")
        return Model(decls, [], procs)


def generate_small(seed: int) -> Model:
    return Maker(seed).model()
