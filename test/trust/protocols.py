#!/usr/bin/env python3
"""Random protocols: every reduction must answer as none does.

Each protocol has a few processes whose transitions are made by chance, with
exactly the declarations that fit them; quorums, loss, copies, crashes, lies, messages to
oneself, assertions and cycles among them. In some of them processes are symmetric: they keep and send
names of processes, and all is compared with symmetry and without, terminal states up to permutation. Compared are the terminal states, the invariants,
assertions and formulas that fail; execution by execution all but the formulas, and `optimal`
must meet every trace once: no execution is blocked, and no other dynamic reduction has fewer."""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

from build_once import build_once

REDUCTIONS = ["none", "lpor", "lpor-net"]
EXECUTIONS = ["static", "dpor", "source", "optimal"]     # --claim=safety; `none` last where it is small
FORMULAS = ["<> p", "[] <> p", "p U q", "[] (p -> <> q)", "<> [] p", "[] (p || q)"]
MOST_EXECUTIONS = 3000


def condition(r, variables):
    """Over variables alone: text, what it reads, what it compares."""
    if r.random() < 0.4:
        v = r.choice(variables)
        return f"x->{v} < {r.randint(1, 2)}", {v}, {v}
    v = r.choice(variables)
    return f"x->{v} {r.choice(['==', '!='])} {r.randint(0, 2)}", {v}, set()


class Transition:
    def __init__(self, r, number, types, messages, ptype, begins, symmetric):
        self.number, self.ptype = number, ptype
        value_of = "top (s)" if symmetric else "s->message[0].value[0]"
        variables = types[ptype]["variables"]
        self.consumes = 0 if begins else r.choice([0, 1, 1, 1, 2, 2, 3])
        self.input = r.randrange(messages)
        self.source = r.choice([None, None, r.randrange(len(types))])
        reads, compares, not_compared, uses, writes, increments, decrements = set(), set(), set(), set(), set(), set(), set()
        when, guard, effect = [], [], []
        if self.consumes == 0:
            when.append("x->fuel < 2")
            reads.add("fuel")
            compares.add("fuel")
            effect.append("x->fuel++;")
            uses.add("fuel")
            writes.add("fuel")
            increments.add("fuel")
        if r.random() < 0.5:
            text, a, b = condition(r, variables)
            when.append(text)
            reads |= a
            compares |= b
            not_compared |= a - b
        if self.consumes and r.random() < 0.5:
            v = r.choice(variables)
            kind = r.randrange(3)
            if kind == 0:
                guard.append(f"{value_of} >= x->{v}")
                reads.add(v)
                compares.add(v)
            elif kind == 1:
                guard.append(f"{value_of} != x->{v}")
                reads.add(v)
                not_compared.add(v)
            elif self.consumes >= 2 and not symmetric:
                guard.append("s->message[0].value[0] == s->message[1].value[0]")
        for _ in range(r.randint(0, 2)):
            v = r.choice(variables)
            kind = r.randrange(4)
            writes.add(v)
            if kind == 0:
                effect.append(f"x->{v} = {r.randint(0, 2)};")
                decrements.add(v)
            elif kind == 1:
                effect.append(f"if (x->{v} < 2) x->{v}++;")
                increments.add(v)
                uses.add(v)
            elif kind == 2 and self.consumes:
                effect.append(f"x->{v} = (int8_t) {value_of};")
                decrements.add(v)
            else:
                w = r.choice(variables)
                effect.append(f"x->{v} = x->{w};")
                uses.add(w)
                decrements.add(v)
        if r.random() < 0.4:                     # a flag that is never taken back
            v = r.choice(variables)
            effect.append(r.choice(["x->flag = 1;", f"if (x->{v} == {r.randint(0, 2)}) x->flag = 1;"]))
            uses |= {v, "flag"}
            writes.add("flag")
            increments.add("flag")
        if self.consumes == 1 and r.random() < 0.3:      # it remembers a process
            effect.append(r.choice(["x->who = (int8_t) (s->message[0].from + 1);", "x->who = (int8_t) s->message[0].value[1];", "x->who = (int8_t) (s->self + 1);"]))
            writes.add("who")
            decrements.add("who")
        if r.random() < 0.08:
            v = r.choice(variables)
            effect.append(f"mz_assert (s, x->{v} != {r.randint(1, 2)});")
            uses.add(v)
        sends, to, receivers = set(), None, []
        room = 2 if self.consumes == 0 else self.consumes
        for _ in range(r.randint(int(begins), room)):
            m = r.randrange(messages)
            value = r.choice([str(r.randint(0, 2)), None])
            if value is None:
                v = r.choice(variables)
                value = f"x->{v}"
                uses.add(v)
            if r.random() < 0.3:
                value += ", " + r.choice(["x->who", "s->self + 1"])
                uses.add("who")
            if to != "sender" and self.consumes == 1 and r.random() < 0.2:
                to = "types"
                receivers += [f"t{t}" for t in range(len(types))]
                effect.append(f"if (x->who > 0) mz_send (s, x->who - 1, {m}, {value});")
                uses.add("who")
            elif self.consumes and r.random() < 0.5 and to in (None, "sender") and (self.consumes == 1 or not symmetric):
                to = "sender"
                effect.append(f"mz_send (s, s->message[0].from, {m}, {value});")
            elif to != "sender" and (r.random() < 0.25 or symmetric) and self.consumes == 0:
                t = r.randrange(len(types))
                to = "types"
                receivers.append(f"t{t}")
                effect.append(f"mz_broadcast (s, {t}, {m}, {value});")
            elif to != "sender" and not symmetric:
                t = r.randrange(len(types))
                i = r.randrange(types[t]["count"])
                to = "types"
                receivers.append(f"t{t}[{i}]" if r.random() < 0.5 else f"t{t}")
                effect.append(f"mz_send (s, mz_process (s, {t}, {i}), {m}, {value});")
            else:
                continue
            sends.add(m)
        self.effects, self.when, self.guard = effect, when, guard
        self.declared = {"reads": reads, "writes": writes, "increments": increments - decrements if r.random() < 0.8 else set(),
                         "compares": compares - not_compared if r.random() < 0.8 else set()}
        if r.random() < 0.7:
            self.declared["uses"] = uses
        self.sends, self.to = sends, "sender" if to == "sender" else " ".join(receivers)

    def functions(self):
        n, t = self.number, self.ptype
        head = f"const struct t{t} *x = s->local; (void) x;"
        out = ""
        if self.when:
            out += f"static bool when{n} (const struct mz_step *s) {{ {head} return {' && '.join(self.when)}; }}\n"
        if self.guard:
            out += f"static bool guard{n} (const struct mz_step *s) {{ {head} return {' && '.join(self.guard)}; }}\n"
        return out + f"static void effect{n} (struct mz_step *s) {{ struct t{t} *x = s->local; (void) x; {' '.join(self.effects)} }}\n"

    def row(self):
        n = self.number
        out = f'{{MZ_HERE = "r{n}", .process = {self.ptype}, .consumes = {self.consumes}, .input = {self.input}, .effect = effect{n}'
        if self.source is not None:
            out += f', .from = "t{self.source}"'
        if self.when:
            out += f", .when = when{n}"
        if self.guard:
            out += f", .guard = guard{n}"
        for name, names in self.declared.items():
            out += f', .{name} = "{" ".join(sorted(names))}"'
        out += f', .sends = "{" ".join(f"M{m}" for m in sorted(self.sends))}"'
        if self.sends:
            out += f', .to = "{self.to}"'
        return out + "}"


def predicate(r, types):
    """Text of a C expression over the view, and what it reads."""
    parts, reads = [], set()
    if r.random() < 0.4:                         # larger values never make it hold, as its negation is what is asked for
        for _ in range(r.randint(1, 3)):
            t = r.randrange(len(types))
            v = r.choice(["flag", "flag", "flag", r.choice(types[t]["variables"])])
            parts.append(f"((const struct t{t} *) mz_local (v, {t}, {r.randrange(types[t]['count'])}))->{v} >= {r.randint(1, 2) if v != 'flag' else 1}")
            reads.add(f"t{t}.{v}")
        return r.choice([" && ", " || "]).join(parts), " ".join(sorted(reads)), True
    for _ in range(r.randint(1, 2)):
        t = r.randrange(len(types))
        v = r.choice(types[t]["variables"])
        i = r.randrange(types[t]["count"])
        parts.append(f"((const struct t{t} *) mz_local (v, {t}, {i}))->{v} {r.choice(['==', '!=', '>='])} {r.randint(0, 2)}")
        reads.add(f"t{t}.{v}")
    return r.choice([" && ", " || "]).join(parts), " ".join(sorted(reads)), False


def symmetric_predicate(r, types):
    """As predicate; it counts processes."""
    parts, reads, rising = [], set(), r.random() < 0.5
    for _ in range(r.randint(1, 2)):
        t = r.randrange(len(types))
        v = "flag" if rising and r.random() < 0.6 else r.choice(types[t]["variables"])
        how = ">=" if rising else r.choice(["==", "!=", ">="])
        parts.append(f"({{ int n = 0; for (int i = 0; i < v->count[{t}]; i++) n += ((const struct t{t} *) mz_local (v, {t}, i))->{v} {how} {r.randint(1, 2) if v != 'flag' else 1}; n; }}) >= {r.randint(1, types[t]['count'])}")
        reads.add(f"t{t}.{v}")
    return r.choice([" && ", " || "]).join(parts), " ".join(sorted(reads)), rising


def generate(seed):
    r = random.Random(seed)
    symmetric = r.random() < 0.4
    types = []
    faults = r.choice([0, 0.1, 0.4])
    while not types or sum(t["count"] for t in types) < 3:
        types.append({"count": r.choice([2, 2, 3] if symmetric else [1, 1, 2, 3]) if not types else r.choice([1, 2]), "lies": 1 if r.random() < faults / 3 else 0, "variables": ["a", "b", "c"][: r.randint(1, 3)],
                      "crashes": r.choice([1, 1, 2]) if r.random() < faults else 0, "start": r.random() < 0.2, "end": r.random() < 0.2})
    messages = r.randint(1, 3)
    rules = [Transition(r, i, types, messages, r.randrange(len(types)) if i >= len(types) else i, i < len(types) and r.random() < 0.6, symmetric) for i in range(r.randint(len(types) + 1, 6))]
    out = "#include <mazurka/protocol.h>\n"
    out += "__attribute__ ((unused)) static int top (const struct mz_step *s) { int n = 0; for (int i = 0; i < s->messages; i++) if (s->message[i].value[0] > n) n = s->message[i].value[0]; return n; }\n"
    for i, t in enumerate(types):
        out += f"struct t{i} {{ int8_t fuel, flag, who, {', '.join(t['variables'])}; }};\n"
        out += f"static const struct mz_variable v{i}[] = {{MZ_VARIABLE (struct t{i}, fuel), MZ_VARIABLE (struct t{i}, flag), MZ_NAME (struct t{i}, who)"
        out += "".join(f", MZ_VARIABLE (struct t{i}, {v})" for v in t["variables"]) + ", {0}};\n"
        if t["start"]:
            out += f"static void start{i} (int index, void *local) {{ ((struct t{i} *) local)->a = (int8_t) index; }}\n"
        if t["end"]:
            out += f"static bool end{i} (const void *local) {{ return ((const struct t{i} *) local)->a != {r.randint(0, 2)}; }}\n"
    for x in rules:
        out += x.functions()
    for name in ["safe", "p", "q"]:
        text, reads, rising = (symmetric_predicate if symmetric else predicate)(r, types)
        if name == "safe":
            text = f"!({text})"
            compares = reads if rising else ""
        out += f"static bool {name} (const struct mz_view *v) {{ return {text}; }}\n#define {name.upper()}_READS \"{reads}\"\n"
    out += "static const struct mz_transition transitions[] = {\n  " + ",\n  ".join(x.row() for x in rules) + ", {0}};\n"
    kinds = ", ".join(f'{{"M{m}", "n @w", .forged = {r.choice([1, 2]) if r.random() < faults else 0}, .lossy = {int(r.random() < faults)}, .copies = {int(r.random() < faults)}}}' for m in range(messages))
    def liars(t):
        n = t["count"] if symmetric else 1
        return f", .byzantine = {n}, .lies = {t['lies']}" if t["lies"] else ""
    procs = ", ".join(f'{{"t{i}", {t["count"]}, sizeof (struct t{i}), v{i}, .crashes = {t["crashes"]}{liars(t)}{", .symmetric = true" if symmetric else ""}{f", .start = start{i}" if t["start"] else ""}{f", .may_end = end{i}" if t["end"] else ""}}}' for i, t in enumerate(types))
    formulas = ", ".join(f'{{"f{i}", "{f}"}}' for i, f in enumerate(r.sample(FORMULAS, 3)))
    return out + f"""const struct mz_protocol mz_protocol = {{
  .processes = (const struct mz_process []) {{{procs}, {{0}}}},
  .messages = (const struct mz_message_type []) {{{kinds}, {{0}}}}, .transitions = transitions,
  .invariants = (const struct mz_property []) {{{{MZ_HERE = "safe", .holds = safe, .reads = SAFE_READS, .compares = "{compares}"}}, {{0}}}},
  .propositions = (const struct mz_property []) {{{{MZ_HERE = "p", .holds = p, .reads = P_READS}}, {{MZ_HERE = "q", .holds = q, .reads = Q_READS}}, {{0}}}},
  .formulas = (const struct mz_formula []) {{{formulas}, {{0}}}}, .most_messages = 20}};
"""


def answer(mazurka, path, por, cwd, most_states, *more):
    executions = por in EXECUTIONS
    bounds = ["--claim=safety", "--stateful=off", f"--executions={MOST_EXECUTIONS}"] if executions else [f"--max-states={most_states}"]
    r = subprocess.run([mazurka, "check", path, f"--por={por}", "--all", "--json", *bounds, "--trace=t", *(more or ["--symmetry=off"])],
                       capture_output=True, text=True, timeout=300, cwd=cwd)
    try:
        j = json.loads(r.stdout)
    except ValueError:
        return {"error": r.stderr[-500:]}, None
    unknown = [p["reason"] for i, p in enumerate(j["properties"]) if p["verdict"] == "unknown" or (i == 0 and not p["exhaustive"])]
    if unknown:
        return {"unknown": unknown[0]}, None
    safety = [f for f in j["findings"] if f["kind"] != "ltl"]
    ends = j.get("orbits", j["terminal"]) if "--symmetry=on" in more else j["terminal"]
    return {"properties": [(p["name"], p["verdict"]) for p in j["properties"]], "terminal": ends, "orbits": j.get("orbits", j["terminal"]),
            "findings": sorted({(f["kind"], f["message"]) for f in safety})}, j["properties"][0]["stats"]


def safety_of(a):
    return {"properties": a["properties"][:1], "terminal": a["terminal"], "orbits": a["orbits"], "findings": a["findings"]}


def up_to_permutation(a):
    """What does not depend on which of several symmetric processes it was."""
    same = {k: v for k, v in a.items() if k != "terminal"}
    if "findings" in a:
        same["findings"] = sorted({(kind, re.sub(r" \(\d+\)", "", message)) for kind, message in a["findings"]})
    return same


# what a run may leave open, beside a protocol that is too large
NOT_COMPARED = ["max-states", "without bound", "undelivered", "(--executions)", "comes back to a state", "too many ways"]


def compare(mazurka, seed, cwd, every, most_states):
    """None: not compared; else what differs, or ''."""
    path = os.path.join(cwd, "p.c")
    with open(path, "w") as f:
        f.write(generate(seed))
    answers, stats = {}, {}
    executions = EXECUTIONS if every else [EXECUTIONS[seed % len(EXECUTIONS)]]
    for por in REDUCTIONS + executions:
        answers[por], stats[por] = answer(mazurka, path, por, cwd, most_states)
        open_ = answers[por].get("unknown")
        if open_ and any(x in open_ for x in NOT_COMPARED) and (por == "none" or por in EXECUTIONS):
            if por == "none":
                return None, stats
            continue
        wanted = safety_of(answers["none"]) if por in EXECUTIONS and "terminal" in answers["none"] else answers["none"]
        if open_ or answers[por] != wanted:
            return f"{por}: {answers[por]}\nnone: {answers['none']}", stats
    for por in REDUCTIONS:                       # up to permutation the same
        with_, stats[por + " symmetric"] = answer(mazurka, path, por, cwd, most_states, "--symmetry=on")
        if up_to_permutation(with_) != up_to_permutation(answers["none"]):
            return f"{por} --symmetry=on: {with_}\nnone: {answers['none']}", stats
    for how in ["weak", "strong"] if every else ["weak"]:
        a, b = (answer(mazurka, path, por, cwd, most_states, f"--fair={how}")[0] for por in ["none", "lpor-net"])
        if "unknown" not in a and a != b:
            return f"--fair={how}: {b}\nnone: {a}", stats
    counts = {por: stats[por]["executions"] for por in executions if stats[por]}
    best = stats.get("optimal")
    if best and (best["blocked"] or best["executions"] > min(n for por, n in counts.items() if por != "static")):
        return f"optimal: {best['blocked']} blocked, executions {counts}", stats
    return "", stats


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mazurka", default="build/mazurka")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--protocols", type=int, default=60)
    parser.add_argument("--states", type=int, default=30000, help="what has more is not compared")
    parser.add_argument("--every", action="store_true", help="all reductions on each protocol, not one of those by executions")
    parser.add_argument("--show", action="store_true", help="print the protocol of the seed")
    options = parser.parse_args()
    if options.show:
        print(generate(options.seed), end="")
        return
    mazurka = os.path.abspath(options.mazurka)
    passed = failed = skipped = 0
    totals = {}
    with tempfile.TemporaryDirectory() as cwd, tempfile.TemporaryDirectory() as built:
        build_once(built)
        for seed in range(options.seed, options.seed + options.protocols):
            difference, stats = compare(mazurka, seed, cwd, options.every, options.states)
            if difference is None:
                skipped += 1
            elif difference:
                failed += 1
                print(f"seed {seed}: {difference}")
                if "STOP_AT_FAILURE" in os.environ:
                    break
            else:
                passed += 1
                for por, s in stats.items():
                    if s:
                        n, total = totals.get(por, (0, 0))
                        totals[por] = n + 1, total + s["executions" if por in EXECUTIONS else "states"]
    print(f"{skipped} too large; states, or executions, of so many protocols: {totals}", file=sys.stderr)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
