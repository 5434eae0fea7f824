"""The statements of generated models: simple ones and control flow."""

from __future__ import annotations

from phrases import Phrases
from scope import MTYPES, Chan, Scope, const, numeric, pick_weighted
from tree import Expr, Inline, Proc, Stmt

# Which statement comes next, where the feature of that name is in use
# (those without a feature are always possible).
STATEMENTS: dict[str, float] = {
    "assign": 6, "guard": 0.6, "if": 2.2, "do": 2.2, "send": 2.2, "receive": 1.8,
    "atomic": 1.5, "d_step": 1.2, "unless": 1, "goto": 0.8, "for": 0.5, "select": 0.6,
    "block": 0.5, "late_local": 0.6, "inline": 1, "print": 0.4, "assert": 1.6,
    "run": 0.8, "respawn": 0.6, "mobile": 1, "skip": 0.2, "hidden": 0.5,
}

FEATURE_OF = {"send": "channel", "receive": "channel"}


class Statements(Phrases):
    """Adds what can be called: inlines and the proctypes that may be run."""

    def __init__(self, seed: int, weights: dict[str, float]):
        super().__init__(seed, weights)
        self.inlines: list[Inline] = []
        self.callable: list[Proc] = []      # proctypes that may still be run
        self.budget = 0                     # statements left for the current process
        self.model_scope = Scope()          # the globals

    def statement(self, scope: Scope, allowed: set[str] | None = None) -> list[Stmt]:
        """One statement; a list because some patterns are two."""
        table = {name: weight for name, weight in STATEMENTS.items()
                 if self.uses.get(FEATURE_OF.get(name, name), True) and (allowed is None or name in allowed)}
        if self.loops or not self.callable:
            table.pop("run", None)
        if not self.callable:
            table.pop("respawn", None)
        if not self.inlines:
            table.pop("inline", None)
        if self.budget <= 0:
            table = {name: weight for name, weight in table.items()
                     if name in ("assign", "guard", "send", "receive", "skip")}
        self.budget -= 1
        made = getattr(self, "make_" + pick_weighted(self.rng, table))(scope)
        return made if isinstance(made, list) else [made]

    def make_assign(self, scope: Scope) -> Stmt:
        return self.assign(scope)

    def make_skip(self, _scope: Scope) -> Stmt:
        return Stmt("skip")

    def make_hidden(self, scope: Scope) -> Stmt:
        return Stmt("scratch = $", [self.number(scope)])

    def make_guard(self, scope: Scope) -> Stmt:
        return Stmt("$", [self.condition(scope)])

    def make_send(self, scope: Scope) -> Stmt:
        return self.send(scope)

    def make_receive(self, scope: Scope) -> Stmt:
        return self.receive(scope)

    def make_mobile(self, scope: Scope) -> list[Stmt]:
        return self.mobile(scope)

    def make_print(self, scope: Scope) -> Stmt:
        if self.uses["mtype"] and self.chance(0.3):
            return Stmt("printm($)", [const(self.rng.choice(MTYPES["mtype"]))])
        return Stmt('printf("%d\\n", $)', [self.number(scope, 1)])

    def make_assert(self, scope: Scope) -> Stmt:
        if self.chance(0.3):
            return Stmt("assert($)", [self.condition(scope)])
        # a claim that is rarely wrong keeps models without errors frequent
        return Stmt("assert($)", [Expr("($ || $)", [self.condition(scope, 1), self.condition(scope, 1)])])

    def make_goto(self, _scope: Scope) -> Stmt:
        return Stmt("goto ?")

    def make_inline(self, scope: Scope) -> Stmt:
        inline = self.rng.choice(self.inlines)
        slots = [s for s in scope.writable() if numeric(s) and s.exact()]
        if not slots:
            return Stmt("skip")
        args = [self.cell(scope, self.rng.choice(slots)), self.number(scope, 1)]
        return Stmt(f"{inline.name}($, $)", args)

    def make_select(self, scope: Scope) -> Stmt:
        slots = [s for s in scope.writable() if numeric(s) and s.form.isalnum() and s.type in ("byte", "short", "int")]
        if not slots:
            return Stmt("skip")
        low = self.rng.randrange(2)
        return Stmt("select ($ : $ .. $)", [const(self.rng.choice(slots).form), const(low),
                                            const(low + self.rng.randrange(1, 3))])

    def make_for(self, scope: Scope) -> Stmt:
        slots = [s for s in scope.writable() if numeric(s) and s.form.isalnum() and s.type in ("byte", "short", "int")]
        if not slots:
            return Stmt("skip")
        counter = self.rng.choice(slots)
        arrays = [s for s in scope.readable() if len(s.dims) == 1 and s.form.endswith("[$]") and "." not in s.form]
        if arrays and self.chance(0.4):
            head, kids = f"for ({counter.form} in {self.rng.choice(arrays).form[:-3]})", []
        else:
            head, kids = f"for ({counter.form} : $ .. $)", [const(0), const(self.rng.randrange(1, 3))]
        inner = scope.inner()
        inner.slots = [s for s in inner.slots if s is not counter]
        inner.read_only.append(counter)
        return Stmt(head, kids, "for", [self.loop_body(inner, 2)])

    def make_block(self, scope: Scope) -> Stmt:
        inner = scope.inner()
        # blocks beside each other may use the same name; SPIN allows no other reuse
        taken = any(s.form.startswith("tmp") for s in inner.slots)
        name = "tmp" if not taken and self.chance(0.5) else self.name("v")
        body = [self.variable(inner, name)] if self.chance(0.7) else []
        return Stmt(kind="block", bodies=[body + self.sequence(inner, self.rng.randrange(1, 4))])

    def make_late_local(self, scope: Scope) -> list[Stmt]:
        return [self.local(scope), *self.statement(scope, {"assign"})]

    def local_channel(self, scope: Scope) -> Stmt:
        name, capacity = self.name("lc"), self.rng.randrange(1, 3)
        scope.chans.append(Chan(name, capacity, ["byte"]))
        return Stmt(f"chan {name} = [{capacity}] of {{ byte }}")

    def make_run(self, scope: Scope) -> Stmt:
        return self.run(scope)

    def make_respawn(self, scope: Scope) -> Stmt:
        """Processes that come again and again, so that pids are reused."""
        limit = Expr("_nr_pr < $", [const(self.rng.randrange(2, 4))])
        return Stmt(kind="if", bodies=[[Stmt("$", [limit]), self.run(scope)], [Stmt("else")]])

    def run(self, scope: Scope) -> Stmt:
        proc = self.rng.choice(self.callable)
        args = []
        for param in proc.params:
            kind = param.split()[0]
            if kind == "chan":
                plain = [c for c in self.model_scope.chans
                         if not c.carries and not c.receiver and not c.sender and c.fields == ["byte"]]
                args.append(self.channel(scope, self.rng.choice(plain)))
            else:
                args.append(self.number(scope, 1))
        text = f"run {proc.name}({', '.join('$' * len(args))})"
        if self.uses["priority"] and self.chance(0.5):
            text += f" priority {self.rng.randrange(1, 4)}"
        holders = [s for s in scope.writable("byte", "int", "short", "pid") if not s.dims]
        if holders and self.chance(0.3):
            return Stmt(f"{self.rng.choice(holders).form} = {text}", args)
        return Stmt(text, args)

    def make_if(self, scope: Scope) -> Stmt:
        options = [self.option(scope) for _ in range(self.rng.randrange(1, 4))]
        if self.chance(0.45) and not self.uses["exclusive"]:
            options.append([Stmt("else"), *self.sequence(scope.inner(), self.rng.randrange(0, 2))])
        return Stmt(kind="if", bodies=options)

    def make_do(self, scope: Scope) -> Stmt:
        self.loops += 1
        options = [self.option(scope) for _ in range(self.rng.randrange(1, 4))]
        self.loops -= 1
        leave = self.rng.random()
        if leave < 0.35 and not self.uses["exclusive"]:  # SPIN: no else beside i/o with xr, xs
            options.append([Stmt("else"), Stmt("break")])
        elif leave < 0.7:
            options.append([self.make_guard(scope), Stmt("break")])
        elif leave < 0.78:
            options.append([Stmt("break")])
        return Stmt(kind="do", bodies=options)

    def option(self, scope: Scope) -> list[Stmt]:
        """One `::` of a selection, with a guard that can be anything."""
        inner = scope.inner()
        choice = self.rng.random()
        if choice < 0.45 or not self.uses["channel"]:
            first = self.make_guard(inner)
        elif choice < 0.65:
            first = self.receive(inner)
        elif choice < 0.85:
            first = self.send(inner)
        else:
            first = self.assign(inner)
        if self.uses["timeout"] and self.chance(0.15):
            first = Stmt("timeout")
        return [first, *self.sequence(inner, self.rng.randrange(0, 3))]

    def loop_body(self, scope: Scope, length: int) -> list[Stmt]:
        self.loops += 1
        body = self.sequence(scope, self.rng.randrange(1, length + 1))
        self.loops -= 1
        return body

    def make_atomic(self, scope: Scope) -> Stmt:
        inner = scope.inner()
        first = self.option(inner) if self.chance(0.5) else []
        body = first + self.sequence(inner, self.rng.randrange(1, 4))
        return Stmt(kind="atomic", bodies=[body])

    def make_d_step(self, scope: Scope) -> Stmt:
        """Deterministic and not blocking after its first statement, except on
        purpose: that is a run-time error which must be reported."""
        inner = scope.inner()
        saved, self.uses = self.uses, self.uses | {"remote": False, "enabled": False}
        first = [self.make_guard(inner) if self.chance(0.6) else self.buffered(inner)]
        body = [s for _ in range(self.rng.randrange(1, 4)) for s in self.d_step_statement(inner)]
        if self.uses["blocking_d_step"] and self.chance(0.5):
            body.append(self.make_guard(inner))
        self.uses = saved
        return Stmt(kind="d_step", bodies=[first + body])

    def buffered(self, scope: Scope) -> Stmt:
        """A message on a buffered channel, or an assignment."""
        held = Scope(scope.slots, [c for c in scope.chans if c.capacity > 0], scope.read_only, scope.proc)
        if not held.chans:
            return self.assign(scope)
        return self.receive(held) if self.chance(0.6) else self.send(held)

    def d_step_statement(self, scope: Scope) -> list[Stmt]:
        choice = self.rng.random()
        if choice < 0.2:
            return [Stmt(kind="if", bodies=[[self.make_guard(scope), self.assign(scope)],
                                            [Stmt("else"), self.assign(scope)]])]
        if choice < 0.3:
            counters = [s for s in scope.writable("byte", "int", "short") if not s.dims]
            if counters:
                form = self.rng.choice(counters).form
                count = Expr("$ < $", [const(form), const(self.rng.randrange(1, 4))])
                return [Stmt(kind="do", bodies=[[Stmt("$", [count]), Stmt(f"{form}++")],
                                                [Stmt("else"), Stmt("break")]])]
        return self.statement(scope, {"assign", "print", "assert", "hidden", "skip"})

    def make_unless(self, scope: Scope) -> Stmt:
        main = self.sequence(scope.inner(), self.rng.randrange(1, 4))
        inner = scope.inner()
        escape = self.option(inner) + self.sequence(inner, self.rng.randrange(0, 2))
        return Stmt(kind="unless", bodies=[main, escape])

    def sequence(self, scope: Scope, length: int) -> list[Stmt]:
        return [s for _ in range(length) for s in self.statement(scope)]
