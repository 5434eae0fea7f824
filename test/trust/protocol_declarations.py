#!/usr/bin/env python3
"""Random protocols against an oracle that shares no code with the checker and reads no declarations.

The protocols are those of protocols.py, with faults. In some of them declarations are left out, in some they are too small. The oracle
(protocol_oracle.c) enumerates all states; here is what ends, runs and fairness are: a fault may happen and need not. Every
search and reduction must answer as the oracle does; or end with exit code 2 and a message with file and line, where a
declaration is too small, and only there."""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

import protocols

HERE = os.path.dirname(os.path.abspath(__file__))
GCC = shutil.which("gcc")                         # not the one that keeps what it made by the name of one source
LISTS = ["reads", "uses", "writes", "sends", "to"]


def spoil(text, r):
    """Declarations left out or made too small; the text, and whether one is too small."""
    small = False
    out = []
    for line in text.split("\n"):
        if line.startswith("  {MZ_HERE"):
            for name in LISTS:
                m = re.search(rf', \.{name} = "([^"]*)"', line)
                if not m or r.random() > 0.25:
                    continue
                names = m.group(1).split()
                if r.random() < 0.5 or not names or name == "to" or (name == "sends" and len(names) < 2):
                    if name == "to" and m.group(1) == "sender":
                        continue
                    line = line.replace(m.group(0), "", 1)
                    continue
                gone = r.choice(names)
                small = True
                line = line.replace(m.group(0), f', .{name} = "{" ".join(n for n in names if n != gone)}"', 1)
                promise = {"reads": "compares", "writes": "increments"}.get(name)
                p = promise and re.search(rf', \.{promise} = "([^"]*)"', line)
                if p:
                    line = line.replace(p.group(0), f', .{promise} = "{" ".join(n for n in p.group(1).split() if n != gone)}"', 1)
        m = re.match(r'#define (SAFE|P|Q)_READS "([^"]*)"', line)
        if m and r.random() < 0.2 and len(m.group(2).split()) > 1:
            small = True
            line = f'#define {m.group(1)}_READS "{m.group(2).split()[0]}"'
        if m and r.random() < 0.15:
            line = f"#define {m.group(1)}_READS NULL"
        out.append(line)
    text = "\n".join(out)
    return re.sub(r'(\.reads = SAFE_READS, \.compares = )"[^"]*"', r'\1""', text) if small or "READS NULL" in text else text, small


class Graph:
    def __init__(self, text):
        self.states, self.next, self.fails = [], [], False
        edges = []
        for line in text.split("\n"):
            w = line.split()
            if w and w[0] == "state":
                self.states.append(dict(zip(["end", "bad", "safe", "p", "q", "enabled"], map(int, w[1:]))))
            elif w and w[0] == "edge":
                edges.append(tuple(map(int, w[1:])))
            self.fails |= line == "assert"
        self.next = [[] for _ in self.states]
        for a, b, who in edges:
            self.next[a].append((b, who))
        for i, s in enumerate(self.states):
            if s["end"]:
                self.next[i].append((i, -2))         # the run stays

    def reach(self, start, allowed):
        seen, todo = set(s for s in start if s in allowed), [s for s in start if s in allowed]
        while todo:
            for b, _ in self.next[todo.pop()]:
                if b in allowed and b not in seen:
                    seen.add(b)
                    todo.append(b)
        return seen

    def components(self, nodes):
        order, low, stack, on, out, count = {}, {}, [], set(), [], 0
        for root in nodes:
            if root in order:
                continue
            work = [(root, iter([b for b, _ in self.next[root] if b in nodes]))]
            order[root] = low[root] = count
            count += 1
            stack.append(root)
            on.add(root)
            while work:
                v, rest = work[-1]
                for b in rest:
                    if b not in order:
                        order[b] = low[b] = count
                        count += 1
                        stack.append(b)
                        on.add(b)
                        work.append((b, iter([c for c, _ in self.next[b] if c in nodes])))
                        break
                    if b in on:
                        low[v] = min(low[v], order[b])
                else:
                    work.pop()
                    if work:
                        low[work[-1][0]] = min(low[work[-1][0]], low[v])
                    if low[v] == order[v]:
                        c = set()
                        while True:
                            x = stack.pop()
                            on.discard(x)
                            c.add(x)
                            if x == v:
                                break
                        out.append(c)
        return out

    def fair_cycle(self, nodes, fair, needed):
        """A cycle inside the nodes that is fair and has one that is needed."""
        for c in self.components(nodes):
            inside = [(a, b, who) for a in c for b, who in self.next[a] if b in c]
            if not inside or not any(needed(self.states[a]) for a in c):
                continue
            moved, ever, always = 0, 0, ~0
            for a, b, who in inside:
                moved |= 1 << who if who >= 0 else 0
            for a in c:
                ever |= self.states[a]["enabled"]
                always &= self.states[a]["enabled"]
            if fair == "none" or (fair == "weak" and not always & ~moved) or (fair == "strong" and not ever & ~moved):
                return True
            if fair == "strong" and self.fair_cycle({a for a in c if not self.states[a]["enabled"] & ever & ~moved}, fair, needed):
                return True
        return False

    def violated(self, formula, fair):
        p, q = (lambda s: s["p"]), (lambda s: s["q"])
        n = range(len(self.states))
        where = lambda f: {i for i in n if f(self.states[i])}
        some = lambda start, f, needed=lambda s: True: self.fair_cycle(self.reach(start, where(f)), fair, needed)
        every = set(n)
        if formula == "<> p":
            return some([0], lambda s: not p(s))
        if formula == "[] <> p":
            return some(every, lambda s: not p(s))
        if formula == "<> [] p":
            return some([0], lambda s: True, lambda s: not p(s))
        if formula == "[] (p -> <> q)":
            return some(where(lambda s: p(s) and not q(s)), lambda s: not q(s))
        if formula == "[] (p || q)":
            return bool(where(lambda s: not p(s) and not q(s)))       # whatever follows, an assertion that fails too
        before = self.reach([0], where(lambda s: p(s) and not q(s)))
        ends = {b for a in before for b, _ in self.next[a]} | {0}
        return some([0], lambda s: p(s) and not q(s)) or any(not self.states[i]["p"] and not self.states[i]["q"] for i in ends)


def oracle(path, cwd, include):
    subprocess.run([GCC, "-O1", "-w", f"-I{include}", f'-DPROTOCOL="{path}"', os.path.join(HERE, "protocol_oracle.c"), "-o", "oracle"], cwd=cwd, check=True)
    text = subprocess.run(["./oracle"], cwd=cwd, capture_output=True, text=True, timeout=100).stdout
    return None if "large" in text else Graph(text)


def configs(seed, every):
    out = [("none", []), ("lpor", []), ("lpor-net", []), ("none", ["--search=bfs", "--claim=safety"]), ("lpor-net", ["--symmetry=on"])]
    out += [("none", [f"--fair={'weak' if seed % 2 else 'strong'}"]), ("lpor-net", [f"--fair={'strong' if seed % 2 else 'weak'}"])]
    dynamic = [(por, ["--claim=safety", "--stateful=off", "--executions=3000"]) for por in ["static", "dpor", "source", "optimal"]]
    return out + (dynamic if every else [dynamic[seed % 4]])


def compare(mazurka, include, seed, cwd, every):
    """None: not compared. Else what differs, and what was compared: right, refused."""
    r = random.Random(seed)
    text, small = protocols.generate(seed), False
    if seed % 4:
        text, small = spoil(text, r)
    path = os.path.join(cwd, "p.c")
    with open(path, "w") as f:
        f.write(text)
    g = oracle(path, cwd, include)
    if not g:
        return None
    wanted = {"assertion": g.fails, "invariant": any(not s["safe"] for s in g.states), "invalid-end": any(s["bad"] for s in g.states)}
    right = refused = 0
    for por, more in configs(seed, every):
        c = subprocess.run([mazurka, "check", "p.c", f"--por={por}", "--all", "--json", "--trace=t", *(more if "--symmetry=on" in more else ["--symmetry=off", *more])],
                           capture_output=True, text=True, timeout=300, cwd=cwd)
        if c.returncode == 2 and small and re.search(r"p\.c:\d+: error: .*does not declare", c.stderr):
            refused += 1
            continue
        try:
            j = json.loads(c.stdout)
        except ValueError:
            j = {}
        if "properties" not in j:
            return f"{por} {more}: exit {c.returncode}: {c.stderr[-300:]}", right, refused
        safety = j["properties"][0]
        if safety["verdict"] == "unknown" or not safety["exhaustive"]:
            if any(x in safety["reason"] for x in protocols.NOT_COMPARED):
                continue
            return f"{por} {more}: unknown, {safety['reason']}", right, refused
        kinds = {f["kind"] for f in j["findings"]}
        got = {k: k in kinds for k in wanted}
        if got != wanted:
            return f"{por} {more}: {got}, not {wanted}", right, refused
        fair = next((x.split("=")[1] for x in more if x.startswith("--fair")), "none")
        formulas = dict(re.findall(r'\{"(f\d)", "([^"]*)"\}', text))
        for p in j["properties"]:
            if p["name"] in formulas and p["verdict"] in ("ok", "violation"):
                violated = g.violated(formulas[p["name"]], fair)
                if violated != (p["verdict"] == "violation"):
                    return f"{por} {more} {formulas[p['name']]}: {p['verdict']}, and the oracle says {'violated' if violated else 'ok'}", right, refused
        right += 1
    return "", right, refused


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mazurka", default="build/mazurka")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--protocols", type=int, default=60)
    parser.add_argument("--every", action="store_true", help="all reductions by executions, not one of them")
    parser.add_argument("--show", action="store_true", help="print the protocol of the seed")
    options = parser.parse_args()
    if options.show:
        text = protocols.generate(options.seed)
        print(spoil(text, random.Random(options.seed))[0] if options.seed % 4 else text, end="")
        return
    mazurka = os.path.abspath(options.mazurka)
    include = os.path.abspath(os.path.join(HERE, "../../include"))
    passed = failed = large = rights = refusals = 0
    with tempfile.TemporaryDirectory() as cwd, tempfile.TemporaryDirectory() as built:
        protocols.build_once(built)
        for seed in range(options.seed, options.seed + options.protocols):
            answer = compare(mazurka, include, seed, cwd, options.every)
            if answer is None:
                large += 1
                continue
            difference, right, refused = answer
            rights += right
            refusals += refused
            passed += not difference
            failed += bool(difference)
            if difference:
                print(f"seed {seed}: {difference}", flush=True)
                if "STOP_AT_FAILURE" in os.environ:
                    break
    print(f"{large} too large; {rights} answers as the oracle's, {refusals} refusals of what is declared too small", file=sys.stderr)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
