"""Random small Promela models, the same ones for the same seed.

The aim is breadth: every construct of the language meets every other, in
models that mostly have ten to a few thousand states, about half of them with
an error. What would make a comparison meaningless is left out: division by
zero (pan dies of it), values other than 0 and 1 in arrays of bits (SPIN does
not truncate them), hidden variables that are read, indices out of bounds and
uninitialised channels unless asked for (pan goes on with garbage).

FEATURES gives the weight of each construct. Switch one off with 0, or see it
alone by raising it:

    python3 test/trust/gen.py --seed 7 --set unless=1 --set priority=0
"""

from __future__ import annotations

import argparse
from random import Random

from scope import MTYPES, UNSIGNED, Chan, Scope, Slot, const, numeric, pick_weighted
from tree import Expr, Inline, Model, Proc, Stmt, model_text

# Probability that a model uses the feature at all.
FEATURES: dict[str, float] = {
    "mtype": 0.4, "subtype": 0.1, "array": 0.4, "struct": 0.25, "wide": 0.4,
    "channel": 0.75, "rendezvous": 0.45, "channel_array": 0.15, "mobile": 0.15,
    "local_channel": 0.1, "sorted": 0.2, "random_receive": 0.25, "copy_receive": 0.25,
    "poll": 0.2, "channel_state": 0.4, "eval": 0.25,
    "atomic": 0.55, "d_step": 0.35, "unless": 0.25, "goto": 0.35, "for": 0.2, "select": 0.15,
    "block": 0.25, "late_local": 0.3, "inline": 0.2, "print": 0.2, "timeout": 0.2,
    "end_label": 0.65, "assert": 0.6, "init": 0.35, "run": 0.5, "respawn": 0.12,
    "provided": 0.1, "pid": 0.25, "nr_pr": 0.12, "last": 0.05, "enabled": 0.04,
    "remote": 0.1, "exclusive": 0.1, "priority": 0.05, "hidden": 0.05, "conditional": 0.2,
    "blocking_d_step": 0.03, "out_of_bounds": 0.02, "unset_channel": 0.02,
}

# Which statement comes next, where the feature of that name is in use
# (those without a feature are always possible).
STATEMENTS: dict[str, float] = {
    "assign": 6, "guard": 0.6, "if": 2.2, "do": 2.2, "send": 2.2, "receive": 1.8,
    "atomic": 1.5, "d_step": 1.2, "unless": 1, "goto": 0.8, "for": 0.5, "select": 0.6,
    "block": 0.5, "late_local": 0.6, "inline": 1, "print": 0.4, "assert": 1.6,
    "run": 0.8, "respawn": 0.6, "mobile": 1, "skip": 0.2, "hidden": 0.5,
}

FEATURE_OF = {"send": "channel", "receive": "channel"}


# What a message field may be received into: nothing narrower, because pan undoes
# a receive by putting the variable's (truncated) value back into the channel.
HOLDS = {kind: (kind,) for kind in MTYPES} | {
    "bit": ("bit", "bool", "byte", "pid", "short", "int", "unsigned"),
    "bool": ("bit", "bool", "byte", "pid", "short", "int", "unsigned"),
    "byte": ("byte", "pid", "short", "int"),
    "short": ("short", "int"),
}


class Generator:
    """One model. The order of the calls to `rng` is the model's identity."""

    def __init__(self, seed: int, features: dict[str, float] | None = None):
        self.rng = Random(seed)
        weights = FEATURES | (features or {})
        self.uses = {name: self.rng.random() < weight for name, weight in weights.items()}
        self.decls: list[Stmt] = []
        self.inlines: list[Inline] = []
        self.procs: list[Proc] = []
        self.owners = 0                     # processes that own an end of xq
        self.callable: list[Proc] = []      # proctypes that may still be run
        self.actives: list[tuple[str, int]] = []  # name and pid of active processes
        self.names = 0
        self.budget = 0                     # statements left for the current process
        self.loops = 0                      # loops around the current statement
        self.model_scope = Scope()
        self.watched: set[str] = set()       # active proctypes that others may look into

    # ---- small helpers ----

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def name(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    # ---- expressions ----

    def index(self, scope: Scope, size: int) -> Expr:
        """An index below `size`; computed from a variable now and then."""
        sources = [s for s in scope.readable(*UNSIGNED) if not s.dims]
        if sources and self.chance(0.4):
            if self.uses["out_of_bounds"] and self.chance(0.5):
                return Expr(self.rng.choice(sources).form)
            return Expr(f"{self.rng.choice(sources).form}%{size}")
        return const(self.rng.randrange(size))

    def cell(self, scope: Scope, slot: Slot) -> Expr:
        return Expr(slot.form, [self.index(scope, n) for n in slot.dims])

    def channel(self, scope: Scope, chan: Chan) -> Expr:
        return Expr(chan.form, [self.index(scope, n) for n in chan.dims])

    def number(self, scope: Scope, depth: int = 2) -> Expr:
        """An integer expression without side effects and without errors."""
        rng = self.rng
        cells = [s for s in scope.readable() if numeric(s)]
        if depth == 0 or self.chance(0.35):
            return const(rng.choice([0, 1, 1, 2, 3]))
        if cells and self.chance(0.55):
            return self.cell(scope, rng.choice(cells))
        choice = rng.random()
        if choice < 0.06 and self.uses["pid"]:
            return const("_pid")
        if choice < 0.1 and self.uses["nr_pr"]:
            return const("_nr_pr")
        if choice < 0.12 and self.uses["last"]:
            return const("_last")
        if choice < 0.25 and self.uses["channel_state"] and scope.chans:
            return Expr("len($)", [self.channel(scope, rng.choice(scope.chans))])
        if choice < 0.33 and self.uses["conditional"]:
            return Expr("($ -> $ : $)", [self.condition(scope, depth - 1, False), self.number(scope, depth - 1),
                                         self.number(scope, depth - 1)])
        if choice < 0.37 and self.actives and self.uses["remote"]:
            remote = self.remote_variable()
            if remote:
                return remote
        if choice < 0.45:
            return Expr(rng.choice(["(-$)", "(~$)", "(!$)"]), [self.number(scope, depth - 1)])
        if choice < 0.6:
            return Expr(rng.choice(["($ / $)", "($ % $)", "($ << $)", "($ >> $)"]),
                        [self.number(scope, depth - 1), const(rng.choice([1, 2, 3]))])
        op = rng.choice(["+", "+", "-", "*", "&", "|", "^"])
        return Expr(f"($ {op} $)", [self.number(scope, depth - 1), self.number(scope, depth - 1)])

    def condition(self, scope: Scope, depth: int = 2, probes: bool = True) -> Expr:
        """A truth value. SPIN's grammar takes empty(q) and the like only where
        they are not negated nor part of a value: `probes`."""
        rng = self.rng
        choice = rng.random()
        if depth > 0 and choice < 0.15:
            op = rng.choice(["&&", "||"])
            return Expr(f"($ {op} $)", [self.condition(scope, depth - 1, probes), self.condition(scope, depth - 1, probes)])
        if depth > 0 and choice < 0.2:
            return Expr("!($)", [self.condition(scope, depth - 1, False)])
        if choice < 0.3 and probes and self.uses["channel_state"] and scope.chans:
            return self.channel_state(scope)
        if choice < 0.36 and self.uses["poll"]:
            polled = self.poll(scope)
            if polled:
                return polled
        if choice < 0.4 and self.uses["remote"]:
            remote = self.remote_label()
            if remote:
                return remote
        if choice < 0.42 and self.uses["enabled"] and len(self.actives) > 1:
            others = [pid for name, pid in self.actives if name != scope.proc]
            if others:
                return Expr("enabled($)", [const(rng.choice(others))])
        mtypes = [s for s in scope.readable() if s.is_mtype()]
        if choice < 0.55 and mtypes:
            slot = rng.choice(mtypes)
            return Expr(f"($ {rng.choice(['==', '!='])} $)",
                        [self.cell(scope, slot), const(rng.choice(MTYPES[slot.type]))])
        cells = [s for s in scope.readable() if numeric(s)]
        op = rng.choice(["==", "==", "!=", "<", "<=", ">", ">="])
        left = self.cell(scope, rng.choice(cells)) if cells else self.number(scope, 1)
        return Expr(f"($ {op} $)", [left, self.number(scope, 1)])

    def channel_state(self, scope: Scope) -> Expr:
        chan = self.rng.choice(scope.chans)
        test = self.rng.choice(["empty", "nempty", "full", "nfull"])
        return Expr(f"{test}($)", [self.channel(scope, chan)])

    def poll(self, scope: Scope) -> Expr | None:
        chans = [c for c in self.receivable(scope) if c.capacity > 0 and not c.carries]
        if not chans:
            return None
        chan = self.rng.choice(chans)
        args = [self.match(scope, t) for t in chan.fields]
        mark = "??" if self.uses["random_receive"] and self.chance(0.4) else "?"
        return Expr(f"${mark}[{','.join('$' * len(args))}]", [self.channel(scope, chan), *args])

    def remote_label(self) -> Expr | None:
        """Where an active process is; its labels are given out when it is made."""
        known = self.remotes()
        if not known:
            return None
        name, pid = self.rng.choice(known)
        return Expr(f"{name}[$]@Here", [const(pid)])

    def remote_variable(self) -> Expr | None:
        known = self.remotes()
        if not known:
            return None
        name, pid = self.rng.choice(known)
        return Expr(f"{name}[$]:seen", [const(pid)])

    def remotes(self) -> list[tuple[str, int]]:
        """Active processes that have a label Here and a variable seen, and are
        declared already: SPIN knows no others."""
        declared = {proc.name for proc in self.procs}
        return [(name, pid) for name, pid in self.actives if name in self.watched and name in declared]

    # ---- assignments ----

    def value(self, scope: Scope, slot: Slot, target: Expr) -> Expr:
        """Something to store in the slot. In loops the values stay few, so that
        counters do not make the state space."""
        rng = self.rng
        if slot.is_mtype():
            same = [s for s in scope.readable(slot.type)]
            if same and self.chance(0.2):
                return self.cell(scope, rng.choice(same))
            return const(rng.choice(MTYPES[slot.type]))
        if not slot.exact():
            return self.condition(scope, 1, False)
        choice = rng.random()
        if choice < 0.3:
            return const(self.constant(slot))
        if choice < 0.55:
            return Expr(f"(($ + {rng.choice([1, 1, 2])}) % $)", [target, const(rng.choice([2, 3, 4]))])
        if choice < 0.65:
            return self.condition(scope, 1, False)
        if choice < 0.75 and slot.type in ("bit", "bool"):
            return Expr("!$", [target])
        if self.loops and slot.type not in ("bit", "bool"):
            return Expr("($ % $)", [self.number(scope), const(rng.choice([2, 3, 4]))])
        return self.number(scope)

    def constant(self, slot: Slot) -> int:
        """Mostly small, sometimes at or over the border of the type."""
        if slot.type == "unsigned" and self.chance(0.3):
            return self.rng.choice([3, 7, 8, 9])
        if self.uses["wide"] and self.chance(0.2):
            if slot.type in ("byte", "pid"):
                return self.rng.choice([127, 128, 254, 255, 256, 257, -1])
            if slot.type == "short":
                return self.rng.choice([32767, 32768, -32768, -1, 65535])
            if slot.type == "int":
                return self.rng.choice([2147483647, -1, 65536, -7])
        return self.rng.choice([0, 1, 1, 2, 3])

    def assign(self, scope: Scope) -> Stmt:
        slots = [s for s in scope.writable() if s.type != "chan"]
        if not slots:
            return Stmt("skip")
        slot = self.rng.choice(slots)
        target = self.cell(scope, slot)
        # a counter in a loop runs through all values of its type
        if numeric(slot) and slot.exact() and self.chance(0.12 if self.loops == 0 else 0.02):
            return Stmt("$" + self.rng.choice(["++", "--"]), [target])
        return Stmt("$ = $", [target, self.value(scope, slot, target)])

    # ---- messages ----

    def receivable(self, scope: Scope) -> list[Chan]:
        return [c for c in scope.chans if c.receiver in (None, scope.proc)]

    def sendable(self, scope: Scope) -> list[Chan]:
        return [c for c in scope.chans if c.sender in (None, scope.proc)]

    def match(self, scope: Scope, kind: str) -> Expr:
        """An argument of a receive that is compared, not stored."""
        if kind in MTYPES:
            return const(self.rng.choice(MTYPES[kind]))
        if self.uses["eval"] and self.chance(0.5):
            cells = [s for s in scope.readable() if numeric(s) and not s.dims]
            if cells:
                return Expr("eval($)", [self.cell(scope, self.rng.choice(cells))])
        return const(self.rng.choice([0, 1, 2] if kind not in ("bit", "bool") else [0, 1]))

    def send(self, scope: Scope) -> Stmt:
        chans = [c for c in self.sendable(scope) if not c.carries]
        if not chans:
            return Stmt("skip")
        chan = self.rng.choice(chans)
        args = []
        for kind in chan.fields:
            cells = [s for s in scope.readable(kind)]
            if cells and self.chance(0.4):
                args.append(self.cell(scope, self.rng.choice(cells)))
            elif kind in MTYPES:
                args.append(const(self.rng.choice(MTYPES[kind])))
            elif self.chance(0.25):
                args.append(self.number(scope, 1))
            else:
                args.append(const(self.rng.choice([0, 1, 2])))
        mark = "!!" if self.uses["sorted"] and chan.capacity and self.chance(0.5) else "!"
        return Stmt(f"${mark}{','.join('$' * len(args))}", [self.channel(scope, chan), *args])

    def receive(self, scope: Scope) -> Stmt:
        chans = [c for c in self.receivable(scope) if not c.carries]
        if not chans:
            return Stmt("skip")
        chan = self.rng.choice(chans)
        args: list[Expr] = []
        for kind in chan.fields:
            arg = self.receive_arg(scope, kind)
            # SPIN wants the variables of a receive to be different ones
            args.append(const("_") if any(a.form == arg.form for a in args) else arg)
        mark, keep = "?", False
        if chan.capacity:
            if self.uses["random_receive"] and self.chance(0.4):
                mark = "??"
            keep = self.uses["copy_receive"] and self.chance(0.3)
        inside = ",".join("$" * len(args))
        return Stmt(f"${mark}<{inside}>" if keep else f"${mark}{inside}", [self.channel(scope, chan), *args])

    def receive_arg(self, scope: Scope, kind: str) -> Expr:
        choice = self.rng.random()
        if choice < 0.3:
            return self.match(scope, kind)
        if choice < 0.4:
            return const("_")
        targets = [s for s in scope.writable() if s.exact() and s.type in HOLDS[kind]]
        return self.cell(scope, self.rng.choice(targets)) if targets else const("_")

    def mobile(self, scope: Scope) -> list[Stmt]:
        """Send a channel in a message, or receive one and use it."""
        carriers = [c for c in scope.chans if c.carries]
        if not carriers:
            return [Stmt("skip")]
        carrier = self.rng.choice(carriers)
        like = carrier.carries
        payload = [c for c in scope.chans if c is not carrier and not c.carries and c.fields == like.fields
                   and c.capacity == like.capacity and not c.receiver and not c.sender]
        holders = [s for s in scope.slots if s.type == "chan"]
        if payload and (not holders or self.chance(0.5)):
            return [Stmt("$!$", [self.channel(scope, carrier), self.channel(scope, self.rng.choice(payload))])]
        if not holders:
            return [Stmt("skip")]
        holder = self.rng.choice(holders)
        if self.uses["unset_channel"] and self.chance(0.5):
            return [Stmt(f"{holder.form}?_")]
        held = Scope(scope.slots, [Chan(holder.form, like.capacity, like.fields)], scope.read_only, scope.proc)
        use = self.send(held) if self.chance(0.5) else self.receive(held)
        return [Stmt("$?$", [self.channel(scope, carrier), const(holder.form)]), use]

    # ---- statements ----

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

    # ---- declarations ----

    def local(self, scope: Scope) -> Stmt:
        return self.variable(scope, self.name("v"))

    def variable(self, scope: Scope, name: str) -> Stmt:
        """A declaration, and the slots it makes."""
        rng = self.rng
        kinds = {"bit": 1.0, "bool": 2, "byte": 5, "short": 1, "int": 1.5, "unsigned": 0.8, "pid": 0.2}
        if self.uses["mtype"]:
            kinds["mtype"] = 2
        if self.uses["subtype"]:
            kinds["mtype:fruit"] = 2
        kind = pick_weighted(rng, kinds)
        slot = Slot(name, kind)
        if kind == "unsigned":
            scope.slots.append(slot)
            return Stmt(f"unsigned {name} : {rng.randrange(1, 5)} = $", [const(rng.choice([0, 0, 1]))])
        if self.uses["array"] and self.chance(0.3):
            size = rng.randrange(2, 4)
            slot.form, slot.dims = f"{name}[$]", [size]
            scope.slots.append(slot)
            return Stmt(f"{kind} {name}[{size}]")
        first = const(rng.choice(MTYPES[kind])) if slot.is_mtype() else const(self.constant(slot))
        if slot.type in ("bit", "bool"):
            first = const(rng.choice([0, 1, "true", "false"]))
        scope.slots.append(slot)
        if self.chance(0.35):
            return Stmt(f"{kind} {name}")
        return Stmt(f"{kind} {name} = $", [first])

    def globals(self) -> None:
        rng, scope = self.rng, self.model_scope
        for name in ("mtype", "mtype:fruit"):
            if self.uses["mtype" if name == "mtype" else "subtype"]:
                self.decls.append(Stmt(f"{name} = {{ {', '.join(MTYPES[name])} }}"))
        for _ in range(rng.randrange(1, 4)):
            self.decls.append(self.variable(scope, self.name("g")))
        if self.uses["struct"]:
            size = rng.randrange(1, 3)
            self.decls.append(Stmt("typedef Inner { bool a; byte b[2] }"))
            self.decls.append(Stmt("typedef Rec { byte x; short y; Inner z }"))
            self.decls.append(Stmt(f"Rec rec[{size}]") if size > 1 else Stmt("Rec rec"))
            base, dims = ("rec[$]", [size]) if size > 1 else ("rec", [])
            scope.slots += [Slot(f"{base}.x", "byte", dims), Slot(f"{base}.y", "short", dims),
                            Slot(f"{base}.z.b[$]", "byte", dims + [2])]
            if not dims:
                scope.slots.append(Slot(f"{base}.z.a", "bool", dims))
        if self.uses["hidden"]:
            self.decls.append(Stmt("hidden byte scratch"))

    def channels(self) -> None:
        if not self.uses["channel"]:
            self.uses["exclusive"] = False
            return
        rng, scope = self.rng, self.model_scope
        kinds = ["byte", "byte", "bool", "short", "bit"] + (["mtype"] * 3 if self.uses["mtype"] else [])
        for _ in range(rng.randrange(1, 4)):
            capacity = 0 if self.uses["rendezvous"] and self.chance(0.6) else rng.choice([1, 1, 2, 3])
            fields = [rng.choice(kinds) for _ in range(rng.choice([1, 1, 2, 3]))]
            chan = Chan(self.name("q"), capacity, fields)
            bound = ""
            if self.uses["channel_array"] and self.chance(0.4):
                bound, chan.dims = "[2]", [2]
                base, chan.form = chan.form, chan.form + "[$]"
            else:
                base = chan.form
            self.decls.append(Stmt(f"chan {base}{bound} = [{capacity}] of {{ {', '.join(fields)} }}"))
            scope.chans.append(chan)
        if self.uses["mobile"] or self.uses["run"]:
            capacity = rng.choice([0, 1, 2]) if self.uses["rendezvous"] else rng.choice([1, 2])
            plain = Chan(self.name("q"), capacity, ["byte"])
            self.decls.append(Stmt(f"chan {plain.form} = [{capacity}] of {{ byte }}"))
            scope.chans.append(plain)
            if self.uses["mobile"]:
                width = rng.choice([0, 1]) if self.uses["rendezvous"] else 1
                carrier = Chan(self.name("m"), width, ["chan"], carries=plain)
                self.decls.append(Stmt(f"chan {carrier.form} = [{width}] of {{ chan }}"))
                scope.chans.append(carrier)
        if self.uses["exclusive"]:
            self.decls.append(Stmt("chan xq = [2] of { byte }"))

    def inline(self) -> None:
        """A macro over a variable and a value: textual substitution."""
        scope = self.model_scope.inner()
        scope.slots.append(Slot("cell", "byte"))
        scope.read_only.append(Slot("(amount)", "byte"))
        self.budget, self.loops = 2, 1
        saved, self.uses = self.uses, self.uses | {"goto": False, "run": False, "respawn": False, "inline": False,
                                                   "unless": False, "late_local": False}
        body = [Stmt("cell = (cell + (amount)) % 3"), *self.sequence(scope, self.rng.randrange(0, 3))]
        self.uses, self.loops = saved, 0
        self.inlines.append(Inline("bump", ["cell", "amount"], body))

    # ---- processes ----

    def process(self, name: str, active: int) -> Proc:
        rng = self.rng
        scope = self.model_scope.inner()
        scope.proc = name
        proc = Proc(name, [], active)
        self.loops = 0
        self.budget = rng.randrange(3, 10)
        body: list[Stmt] = []
        if self.uses["exclusive"] and active == 1:
            body += self.claim_exclusive(scope)
        if not active and name != "init":
            proc.params = [f"byte p{name}"] if self.chance(0.6) else []
            if proc.params:
                scope.read_only.append(Slot(f"p{name}", "byte"))
            plain = any(c.fields == ["byte"] and not c.carries and not c.receiver for c in self.model_scope.chans)
            if plain and self.chance(0.4):
                like = next(c for c in self.model_scope.chans if c.fields == ["byte"] and not c.carries)
                proc.params.append(f"chan c{name}")
                scope.chans.append(Chan(f"c{name}", like.capacity, ["byte"]))
        if self.uses["local_channel"] and self.chance(0.6):
            body.append(self.local_channel(scope))
        body += [self.local(scope) for _ in range(rng.randrange(0, 3))]
        if self.uses["mobile"] and self.chance(0.6):
            holder = self.name("h")
            body.append(Stmt(f"chan {holder}"))
            scope.slots.append(Slot(holder, "chan"))
        if name in self.watched:
            body.append(Stmt("byte seen"))
            scope.slots.append(Slot("seen", "byte"))
        body += self.sequence(scope, rng.randrange(2, 6))
        if name in self.watched:
            body[-1].labels.append("Here")
        if self.uses["provided"] and self.chance(0.4):
            saved, self.uses = self.uses, self.uses | {"remote": False, "enabled": False, "poll": False}
            proc.provided = self.condition(self.model_scope, 1)
            self.uses = saved
        if self.uses["priority"]:
            proc.priority = rng.choice([0, 1, 2])
        proc.body = body
        self.part_d_steps(proc.body)
        self.resolve_gotos(proc)
        if self.uses["end_label"]:
            self.allow_waiting(proc.body, True)
        return proc

    def allow_waiting(self, body: list[Stmt], first_too: bool) -> None:
        """Puts end labels where processes may block, or nearly every random
        model would have an invalid end state."""
        for i, stmt in enumerate(body):
            if stmt.kind == "d_step":
                continue
            blocks = stmt.kind in ("if", "do") or stmt.kind == "simple" and (
                stmt.form == "$" or stmt.form.startswith(("$?", "$!")))
            if blocks and (i > 0 or first_too) and not stmt.labels and self.chance(0.8):
                stmt.labels.append(self.name("end"))
            for part in stmt.bodies:
                self.allow_waiting(part, False)

    def claim_exclusive(self, scope: Scope) -> list[Stmt]:
        """The first active process owns one end of xq and the next the other."""
        self.owners += 1
        if self.owners == 1:
            scope.chans.append(Chan("xq", 2, ["byte"], receiver=scope.proc, sender="nobody"))
            return [Stmt("xr xq")]
        if self.owners == 2:
            scope.chans.append(Chan("xq", 2, ["byte"], receiver="nobody", sender=scope.proc))
            return [Stmt("xs xq")]
        return []

    def part_d_steps(self, body: list[Stmt]) -> None:
        """SPIN refuses a d_step that a loop before it leads to: a skip parts them."""
        for stmt in body:
            for part in stmt.bodies:
                self.part_d_steps(part)
        for i in range(len(body) - 1, -1, -1):
            before = body[i - 1] if i else None
            if body[i].kind == "d_step" and (
                    before is None or before.kind != "simple" or before.form.startswith(("select", "bump"))):
                body.insert(i, Stmt("skip"))

    def resolve_gotos(self, proc: Proc) -> None:
        """Gives every `goto ?` a label of this process. SPIN allows none on or in
        a d_step, nor at the start of an option, atomic or block."""
        gotos: list[Stmt] = []
        places: list[Stmt] = []

        def collect(body: list[Stmt], first_too: bool) -> None:
            for i, stmt in enumerate(body):
                declares = stmt.kind == "simple" and " " in stmt.form and stmt.form.split()[0] in (
                    "bit", "bool", "byte", "short", "int", "unsigned", "pid", "mtype", "mtype:fruit", "chan", "xr", "xs")
                if "run " in stmt.form:
                    places.clear()      # a jump back over it would create processes without end
                elif stmt.form == "goto ?":
                    gotos.append(stmt)
                elif (i > 0 or first_too) and not declares and stmt.kind != "d_step":
                    places.append(stmt)
                if stmt.kind != "d_step":
                    for part in stmt.bodies:
                        collect(part, False)

        collect(proc.body, True)
        for goto in gotos:
            if not places:
                goto.form = "skip"
                continue
            place = self.rng.choice(places)
            if not place.labels:
                place.labels.append(self.name("L"))
            goto.form = "goto " + place.labels[0]

    def model(self) -> Model:
        rng = self.rng
        if self.uses["enabled"] or self.uses["priority"]:
            self.uses["rendezvous"] = False  # SPIN does not take the two together
        self.globals()
        self.channels()
        if self.uses["inline"]:
            self.inline()
        ntypes = rng.choice([1, 2, 2, 3, 3, 4])
        dynamic = rng.randrange(0, 2) if self.uses["run"] or self.uses["init"] else 0
        if self.uses["init"] and ntypes <= 2:
            dynamic = ntypes
        # pids follow the order of declaration; those that are run come last in
        # the text but are generated first, because the callers must know them
        plan = [("P%d" % i, rng.choice([1, 1, 1, 2])) for i in range(max(0, ntypes - dynamic))]
        pid = 0
        for name, count in plan:
            self.actives.append((name, pid))
            pid += count
            if self.uses["remote"] and self.chance(0.5):
                self.watched.add(name)
        for i in range(dynamic):
            child = self.process("D%d" % i, 0)
            self.callable = [*self.callable, child]
        children = list(self.callable)
        for name, count in plan:
            self.procs.append(self.process(name, count))
        self.procs += children
        if not plan or (children and (self.uses["init"] or self.chance(0.7))):
            self.procs.append(self.init())
        return Model(self.decls, self.inlines, self.procs)

    def init(self) -> Proc:
        scope = self.model_scope.inner()
        scope.proc = "init"
        self.budget, self.loops = 3, 0
        runs = [self.run(scope) for _ in range(self.rng.randrange(1, 4))] if self.callable else [Stmt("skip")]
        body = [Stmt(kind="atomic", bodies=[runs])] if self.chance(0.5) else runs
        proc = Proc("init", [self.local(scope), *body, *self.sequence(scope, self.rng.randrange(0, 3))])
        self.part_d_steps(proc.body)
        self.resolve_gotos(proc)
        return proc


def generate(seed: int, features: dict[str, float] | None = None) -> Model:
    """The model of this seed."""
    return Generator(seed, features).model()


def main() -> None:
    parser = argparse.ArgumentParser(description="Print the random model of a seed.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", action="append", default=[], metavar="FEATURE=WEIGHT")
    args = parser.parse_args()
    changes = {name: float(weight) for name, weight in (item.split("=") for item in args.set)}
    unknown = changes.keys() - FEATURES.keys()
    if unknown:
        parser.error(f"no such feature: {', '.join(sorted(unknown))}; there are {', '.join(FEATURES)}")
    print(model_text(generate(args.seed, changes)), end="")


if __name__ == "__main__":
    main()
