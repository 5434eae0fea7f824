#!/usr/bin/env python3
"""Random protocols: every reduction must answer as none does.

Each protocol has a few processes whose transitions are made by chance, with
exactly the declarations that fit them; quorums, loss, copies, crashes, messages to
oneself and cycles among them. Compared are the terminal states, the invariants and
the formulas that fail."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

REDUCTIONS = ["none", "lpor", "lpor-net"]
FORMULAS = ["<> p", "[] <> p", "p U q", "[] (p -> <> q)", "<> [] p", "[] (p || q)"]
MOST_STATES = 30000


def condition(r, variables):
    """Over variables alone: text, what it reads, what it compares."""
    if r.random() < 0.4:
        v = r.choice(variables)
        return f"x->{v} < {r.randint(1, 2)}", {v}, {v}
    v = r.choice(variables)
    return f"x->{v} {r.choice(['==', '!='])} {r.randint(0, 2)}", {v}, set()


class Transition:
    def __init__(self, r, number, types, messages, ptype):
        self.number, self.ptype = number, ptype
        variables = types[ptype]["variables"]
        self.consumes = r.choice([0, 1, 1, 1, 2])
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
                guard.append(f"s->message[0].value[0] >= x->{v}")
                reads.add(v)
                compares.add(v)
            elif kind == 1:
                guard.append(f"s->message[0].value[0] != x->{v}")
                reads.add(v)
                not_compared.add(v)
            elif self.consumes == 2:
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
                effect.append(f"x->{v} = (int8_t) s->message[0].value[0];")
                decrements.add(v)
            else:
                w = r.choice(variables)
                effect.append(f"x->{v} = x->{w};")
                uses.add(w)
                decrements.add(v)
        sends, to, receivers = set(), None, []
        room = 2 if self.consumes == 0 else self.consumes
        for _ in range(r.randint(0, room)):
            m = r.randrange(messages)
            value = r.choice([str(r.randint(0, 2)), None])
            if value is None:
                v = r.choice(variables)
                value = f"x->{v}"
                uses.add(v)
            if self.consumes and r.random() < 0.5 and to in (None, "sender"):
                to = "sender"
                effect.append(f"mz_send (s, s->message[0].from, {m}, {value});")
            elif to != "sender":
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
        if self.sends:
            out += f', .sends = "{" ".join(f"M{m}" for m in sorted(self.sends))}", .to = "{self.to}"'
        return out + "}"


def predicate(r, types):
    """Text of a C expression over the view, and what it reads."""
    parts, reads = [], set()
    for _ in range(r.randint(1, 2)):
        t = r.randrange(len(types))
        v = r.choice(types[t]["variables"])
        i = r.randrange(types[t]["count"])
        parts.append(f"((const struct t{t} *) mz_local (v, {t}, {i}))->{v} {r.choice(['==', '!=', '>='])} {r.randint(0, 2)}")
        reads.add(f"t{t}.{v}")
    return r.choice([" && ", " || "]).join(parts), " ".join(sorted(reads))


def generate(seed):
    r = random.Random(seed)
    types = []
    while not types or sum(t["count"] for t in types) < 3:
        types.append({"count": r.choice([1, 1, 2, 3]) if not types else r.choice([1, 2]), "variables": ["a", "b", "c"][: r.randint(1, 3)],
                      "crashes": 1 if r.random() < 0.1 else 0})
    messages = r.randint(1, 3)
    rules = [Transition(r, i, types, messages, r.randrange(len(types)) if i >= len(types) else i) for i in range(r.randint(len(types) + 1, 6))]
    out = "#include <mazurka/protocol.h>\n"
    for i, t in enumerate(types):
        out += f"struct t{i} {{ int8_t fuel, {', '.join(t['variables'])}; }};\n"
        out += f"static const struct mz_variable v{i}[] = {{MZ_VARIABLE (struct t{i}, fuel)"
        out += "".join(f", MZ_VARIABLE (struct t{i}, {v})" for v in t["variables"]) + ", {0}};\n"
    for x in rules:
        out += x.functions()
    for name in ["safe", "p", "q"]:
        text, reads = predicate(r, types)
        if name == "safe":
            text = f"!({text})"
        out += f"static bool {name} (const struct mz_view *v) {{ return {text}; }}\n#define {name.upper()}_READS \"{reads}\"\n"
    out += "static const struct mz_transition transitions[] = {\n  " + ",\n  ".join(x.row() for x in rules) + ", {0}};\n"
    kinds = ", ".join(f'{{"M{m}", "n", .lossy = {int(r.random() < 0.1)}, .copies = {int(r.random() < 0.1)}}}' for m in range(messages))
    procs = ", ".join(f'{{"t{i}", {t["count"]}, sizeof (struct t{i}), v{i}, .crashes = {t["crashes"]}}}' for i, t in enumerate(types))
    formulas = ", ".join(f'{{"f{i}", "{f}"}}' for i, f in enumerate(r.sample(FORMULAS, 3)))
    return out + f"""const struct mz_protocol mz_protocol = {{
  .processes = (const struct mz_process []) {{{procs}, {{0}}}},
  .messages = (const struct mz_message_type []) {{{kinds}, {{0}}}}, .transitions = transitions,
  .invariants = (const struct mz_property []) {{{{MZ_HERE = "safe", .holds = safe, .reads = SAFE_READS}}, {{0}}}},
  .propositions = (const struct mz_property []) {{{{MZ_HERE = "p", .holds = p, .reads = P_READS}}, {{MZ_HERE = "q", .holds = q, .reads = Q_READS}}, {{0}}}},
  .formulas = (const struct mz_formula []) {{{formulas}, {{0}}}}, .most_messages = 20}};
"""


def answer(mazurka, path, por, cwd):
    r = subprocess.run([mazurka, "check", path, f"--por={por}", "--all", "--json", f"--max-states={MOST_STATES}", "--trace=t"],
                       capture_output=True, text=True, timeout=300, cwd=cwd)
    try:
        j = json.loads(r.stdout)
    except ValueError:
        return {"error": r.stderr[-500:]}, 0
    if any(p["verdict"] == "unknown" for p in j["properties"]):
        reason = next(p["reason"] for p in j["properties"] if p["verdict"] == "unknown")
        return {"unknown": reason}, 0
    return {"properties": [(p["name"], p["verdict"]) for p in j["properties"]], "terminal": j["terminal"],
            "findings": sorted({f["message"] for f in j["findings"] if f["kind"] != "ltl"})}, j["properties"][0]["stats"]["states"]


def compare(mazurka, seed, cwd):
    """None: not compared; else what differs, or ''."""
    path = os.path.join(cwd, "p.c")
    with open(path, "w") as f:
        f.write(generate(seed))
    answers = {}
    total = 0
    for por in REDUCTIONS:
        answers[por], states = answer(mazurka, path, por, cwd)
        if "unknown" in answers[por] and por == "none":
            if "max-states" in answers[por]["unknown"] or "without bound" in answers[por]["unknown"] or "undelivered" in answers[por]["unknown"]:
                return None, 0, 0
            return f"{por}: {answers[por]}", 0, 0
        if por == "none":
            total = states
        if answers[por] != answers["none"]:
            return f"{por}: {answers[por]}\nnone: {answers['none']}", 0, 0
    return "", total, states


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mazurka", default="build/mazurka")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--protocols", type=int, default=60)
    parser.add_argument("--show", action="store_true", help="print the protocol of the seed")
    options = parser.parse_args()
    if options.show:
        print(generate(options.seed), end="")
        return
    mazurka = os.path.abspath(options.mazurka)
    passed = failed = skipped = all_states = few_states = 0
    with tempfile.TemporaryDirectory() as cwd:
        for seed in range(options.seed, options.seed + options.protocols):
            difference, states, reduced = compare(mazurka, seed, cwd)
            if difference is None:
                skipped += 1
            elif difference:
                failed += 1
                print(f"seed {seed}: {difference}")
            else:
                passed += 1
                all_states += states
                few_states += reduced
    print(f"{skipped} too large; {all_states} states, with lpor-net {few_states}", file=sys.stderr)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
