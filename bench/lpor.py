#!/usr/bin/env python3
"""Table I of the LPOR paper (Bokor, Kinder, Serafini, Suri, ASE 2011) with our protocols.

Prints a Markdown table, keeps it in docs/results/benchmarks-lpor.md, and writes the rows to
build/bench/lpor.json."""
import json
import os
import resource
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
MAZURKA = os.path.join(ROOT, "build/mazurka")

# what, file, flags, states of the paper: unreduced, DPOR, LPOR stateless, LPOR only, LPOR with NET
ROWS = [
    ("Paxos (6)", "paxos", "-DBALLOTS=3", (">38,000,000", "3,305,752", "1,118,341", "1,130,234", "548,061")),
    ("Paxos (6), 2 ballots", "paxos", "", ("", "", "", "", "")),
    ("Faulty Paxos (6)", "paxos", "-DFAULTY=1", ("238,790", "2,028", "3,489", "3,489", "3,415")),
    ("Faulty Paxos 2 (7)", "paxos", "-DFAULTY=2 -DPROPOSERS=3", (">16,000,000", "21,177", "175,725", "173,414", "173,414")),
    ("Register (5)", "register", "-DWRITES=2 -DREADS=2", ("287,638", "27,763", "27,763", "18,451", "18,451")),
    ("Register (5), 1 write, 1 read", "register", "", ("", "", "", "", "")),
    ("Register (5), wrong", "register", "-DWRONG", ("7,619", "2,344", "4,654", "3,497", "3,497")),
    ("Register (5), 2 writes, 1 read", "register", "-DWRITES=2", ("", "", "", "", "")),
    ("Register (6), 1 write, 1 read each", "register", "-DREADERS=2", ("", "", "", "", "")),
    ("Register (6), wrong", "register", "-DWRONG -DREADERS=2", ("24,939,222", "11,235", "11,235", "6,987", "6,987")),
    ("Multicast (5)", "multicast", "", ("7,279", "7,945", "2,674", "6,607", "2,178")),
    ("Multicast (6)", "multicast", "-DRECEIVERS=5", ("102,058", "183,265", "24,382", "94,186", "12,494")),
    ("Multicast (6), wrong", "multicast", "-DRECEIVERS=5 -DWRONG", ("7,543", "4,890", "4,890", "2,139", "2,139")),
    ("Raft (3)", "raft", "", ("", "", "", "", "")),
    ("Two-phase commit (4)", "two_phase_commit", "-DCRASHES=0", ("", "", "", "", "")),
]
# columns: how, and what counts: states stored, or steps executed where none are
COLUMNS = [
    ("unreduced", ["--por=none", "--symmetry=off"], "states"),
    ("DPOR", ["--por=dpor"], "transitions"),
    ("LPOR stateless", ["--por=static", "--stateful=off"], "transitions"),
    ("LPOR", ["--por=lpor", "--symmetry=off"], "states"),
    ("LPOR + NET", ["--por=lpor-net", "--symmetry=off"], "states"),
    ("LPOR + NET, symmetry", ["--por=lpor-net"], "states"),
]


def measure(name, flags, how, counts, cwd):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    r = subprocess.run([MAZURKA, "check", os.path.join(ROOT, "examples/protocols", name + ".c"), *([f"--define={flags}"] if flags else []),
                        *how, "--claim=safety", "--json", "--time=60", "--trace=t"], capture_output=True, text=True, cwd=cwd)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    j = json.loads(r.stdout)
    return {"verdict": j["verdict"], "count": j["stats"][counts], "executions": j["stats"]["executions"], "wall": j["stats"]["seconds"],
            "seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}


TEXT = """# Protocols: LPOR

Table I of Bokor, Kinder, Serafini, Suri (ASE 2011), made by `make bench-lpor`: stored states, or executed steps in the two
stateless columns, with the processor seconds of one run (the compiler's among them); the paper's states in italics. `>`: not finished in 60 seconds
of the clock, of which a busy machine gives only the processor seconds shown; and `<`: at most so much.
The paper's descriptions are not published: ratios are to be compared, not numbers.

- **Models.** In ours every message is delivered: what arrives too late (an acknowledgement of a write that is complete, a promise
  of a ballot that is over) is consumed and dropped. Before, such messages were left over in the terminal states, and which quorum had been used
  could be read off them for ever: 30 terminal states of the register (5) instead of 2, 1,152 of Paxos instead of 9. Without
  reduction such steps multiply the states, reduced they add hardly any.
- **LPOR** (`--por=lpor`) has the paper's relations: transitions of one process depend on each other. **LPOR + NET**
  (`--por=lpor-net`, the default) has what must happen first, and two refinements: transitions of a process that touch different variables
  are independent, and a violation that is there for good is not watched in every order. On Multicast the ratios of
  the paper come out: LPOR leaves about 90 % (5) and 93 % (6) of the states. What goes from there to 5 % is due to the
  refinements; NET by itself adds nothing to them here (measured: the same 245 states without NET; NET with the paper's
  relations alone: 75 %).
- **Register, at most 7 % of unreduced** (the paper: 6.4 %). With two writes and two reads the model is of the size of the paper's (325,380
  states, the paper 287,638), and 6.6 % are left by stubborn sets alone, 1.3 % by default, with symmetry. With two writes and one read it is 5.7 %,
  with two readers 4 %. What made the difference (35 % and 27 % before) are facts that the state tells: `.over` says of the last
  write and the last read that no other will begin, so that nothing waits for one; and a write that was overtaken is a transition of its
  own, which does not touch the replica's stamp. With **one write and one read** 17 % are left, 8 % with symmetry, and sets that know everything do no better:
  `python3 bench/register_sets.py` takes in each state the smallest sets that *are* persistent, by the definition, found out by looking at the
  whole state graph, and also comes to 142 of 817 states (the best of 300 ways to choose among equally small ones). Every order is one that matters there: each of the three
  replicas has the write before the answer or after it, and each operation may end with any of three quorums.
  The same script says how far ours are from the best: 1,426 against 1,211 (two reads), 1,514 against 1,404 (two writes).
- **Default.** `lpor-net` with symmetry where it is declared: it is sound for safety, checked at run time, and never larger. Temporal properties
  are checked without symmetry, because a formula may tell one process from another along a run.
- **Paxos (6)** with two ballots is exhausted in a fraction of a second. With three ballots (the first proposer may try again) the
  model is of the size of the paper's, and is exhausted in seconds where the paper took 3 h 18 min.
- **DPOR or LPOR.** The paper found LPOR ahead in every exhaustive run, also stateless. With stored states that holds for ours on
  every row where the verdict is ok, with one tie: two-phase commit has 84 states with the paper's relations (none is saved) and DPOR executes 83 steps;
  with NET 44 are left. Where DPOR did not finish (`>`) it had already executed more steps than LPOR stores states.
  Stateless it holds on Multicast, two-phase commit and the registers with one read for each reader, where steps of one process touch different
  variables: LPOR knows it, DPOR takes steps of one process for dependent, so that late messages give it an order for each process. It does not
  hold on Paxos with two ballots: a static set must expect everything a process may still do, DPOR looks at what it did. On Paxos with three ballots, on the
  register with two writes and two reads and on Raft neither finished: nothing is known. Of runs that end at a violation, where the order of the search
  decides, LPOR is ahead on Faulty Paxos 2, DPOR on Multicast (6), wrong, if LPOR is stateless or has no NET.
- **NET is not always smaller.** On Paxos with two ballots it leaves 106 % of LPOR's states: the fewest steps in each state are not the fewest states.
- **Raft** leaves 65 %: which of a request for votes, an entry and a timeout a server sees first decides about everything after
  it, and any of them may still come from any other server until the timeouts are used up. `.when` apart from `.guard` and `.over` for timeouts
  (a state-conditional fact) make no difference to that; late messages dropped do (87 % before).

"""


def cell(m, paper):
    text = f"{m['count']:,} ({m['seconds']:.2f} s)"
    return (">" if m["verdict"] == "unknown" else "") + text + (f" *{paper}*" if paper else "")


def main():
    rows = []
    with tempfile.TemporaryDirectory() as cwd:
        for what, name, flags, paper in ROWS:
            rows.append({"what": what, "paper": paper, **{c: measure(name, flags, how, counts, cwd) for c, how, counts in COLUMNS}})
    lines = ["| protocol (processes) | verdict | " + " | ".join(c for c, _, _ in COLUMNS) + " | NET of unreduced | NET of LPOR | with symmetry |",
             "|" + "---|" * (len(COLUMNS) + 5)]
    for r in rows:
        cells = [cell(r[c], x) for (c, _, _), x in zip(COLUMNS, list(r["paper"]) + [""])]
        net, all_, lpor, least = (r[c]["count"] for c in ["LPOR + NET", "unreduced", "LPOR", "LPOR + NET, symmetry"])
        least_of = "<" if r["unreduced"]["verdict"] == "unknown" else ""
        lines.append(f"| {r['what']} | {r['LPOR + NET']['verdict']} | {' | '.join(cells)} | {least_of}{100 * net / all_:.0f} % | "
                     f"{'<' if r['LPOR']['verdict'] == 'unknown' else ''}{100 * net / lpor:.0f} % | {least_of}{100 * least / all_:.0f} % |")
    text = TEXT + "\n".join(lines) + "\n"
    print(text, end="")
    os.makedirs(os.path.join(ROOT, "build/bench"), exist_ok=True)
    with open(os.path.join(ROOT, "build/bench/lpor.json"), "w") as f:
        json.dump(rows, f, indent=1)
    with open(os.path.join(ROOT, "docs/results/benchmarks-lpor.md"), "w") as f:
        f.write(text)


if __name__ == "__main__":
    main()
