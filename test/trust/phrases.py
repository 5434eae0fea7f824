"""The phrases of generated models: expressions, assignments,
messages and declarations.

Nothing here is an error by itself: indices stay below their bounds, divisors
are constants, and what is received fits where it is stored.
"""

from __future__ import annotations

from random import Random

from scope import MTYPES, UNSIGNED, Chan, Scope, Slot, const, numeric, pick_weighted
from tree import Expr, Proc, Stmt, expr_text

# What a message field may be received into: nothing narrower, because pan undoes
# a receive by putting the variable's (truncated) value back into the channel.
HOLDS = {kind: (kind,) for kind in MTYPES} | {
    "bit": ("bit", "bool", "byte", "pid", "short", "int", "unsigned"),
    "bool": ("bit", "bool", "byte", "pid", "short", "int", "unsigned"),
    "byte": ("byte", "pid", "short", "int"),
    "short": ("short", "int"),
}



class Phrases:
    """Needs to know which features the model uses and what stands around."""

    def __init__(self, seed: int, weights: dict[str, float]):
        self.rng = Random(seed)
        self.uses = {name: self.rng.random() < weight for name, weight in weights.items()}
        self.procs: list[Proc] = []         # declared already
        self.actives: list[tuple[str, int]] = []  # name and pid of active processes
        self.watched: set[str] = set()      # active proctypes that others may look into
        self.loops = 0                      # loops around the current statement
        self.names = 0

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
        # pan undoes eval(x), q[x] and a[x] with the value x has after the receive
        stored = {a.form for a in args}
        args = [const(0) if a.form == "eval($)" and a.kids[0].form in stored else a for a in args]
        where = self.channel(scope, chan)
        asked = " ".join(expr_text(k) for e in (where, *args) if e.form != "eval($)" for k in e.kids)
        args = [const("_") if a.form[0].isalpha() and a.form.split("[")[0] in asked else a for a in args]
        mark, keep = "?", False
        if chan.capacity:
            if self.uses["random_receive"] and self.chance(0.4):
                mark = "??"
            keep = self.uses["copy_receive"] and self.chance(0.3)
        inside = ",".join("$" * len(args))
        return Stmt(f"${mark}<{inside}>" if keep else f"${mark}{inside}", [where, *args])

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
