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

from scope import MTYPES, Chan, Scope, Slot
from statements import Statements
from tree import Inline, Model, Proc, Stmt, model_text

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


def without_else(model: Model) -> None:
    """pan takes the else of a process that it only asks about for one of the process that asks."""
    def change(body: list[Stmt]) -> None:
        for stmt in body:
            if stmt.form == "else":
                stmt.form = "true"
            for part in stmt.bodies:
                change(part)

    for part in [*model.inlines, *model.procs]:
        change(part.body)


class Generator(Statements):
    """One model. The order of the calls to `rng` is the model's identity."""

    def __init__(self, seed: int, features: dict[str, float] | None = None):
        super().__init__(seed, FEATURES | (features or {}))
        self.decls: list[Stmt] = []
        self.owners = 0                     # processes that own an end of xq

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
            # pan keeps a whole byte for a lone bit, so what is received must fit a byte
            seen = ["byte"] if fields in (["bit"], ["bool"]) else fields
            chan = Chan(self.name("q"), capacity, seen)
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
            self.uses["for"] = False         # ends with an else: see without_else
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
        model = Model(self.decls, self.inlines, self.procs)
        if self.uses["enabled"] or self.uses["priority"]:
            without_else(model)
        return model

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
