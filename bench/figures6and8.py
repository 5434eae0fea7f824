#!/usr/bin/env python3
"""Figures 6 and 8 of C. Flanagan and P. Godefroid, POPL 2005: transitions
explored on Indexer and File System by number of threads, for their ten
configurations, and for source sets and wakeup trees, which came later.

    python3 bench/figures6and8.py                 20 seconds for each run
    python3 bench/figures6and8.py --seconds 5     quicker
    python3 bench/figures6and8.py --draw          only the page and pictures, from the last run

A line ends with the first number of threads that takes longer. The table goes
to docs/results/benchmarks-dpor.md, the pictures next to it, the rows to
build/bench/dpor.json.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "test" / "trust"))

from checker import add_binary_option  # noqa: E402, found by the line before
from outcome import run_command  # noqa: E402

RESULT = ROOT / "build" / "bench" / "dpor.json"
PAGE = ROOT / "docs" / "results" / "benchmarks-dpor.md"

# name, options, gnuplot style; the paper's ten, then ours
CONFIGS = [
    ("no reduction", ["--por=none", "--stateful=off", "--sleep=off"], "lc rgb '#999999' dt 1 pt 1"),
    ("no reduction, sleep", ["--por=none", "--stateful=off", "--sleep=on"], "lc rgb '#999999' dt 2 pt 2"),
    ("no reduction, stored", ["--por=none", "--stateful=on", "--sleep=off"], "lc rgb '#000000' dt 1 pt 3"),
    ("no reduction, stored, sleep", ["--por=none", "--stateful=on", "--sleep=on"], "lc rgb '#000000' dt 2 pt 4"),
    ("static", ["--por=static", "--stateful=off", "--sleep=off"], "lc rgb '#66aadd' dt 1 pt 6"),
    ("static, sleep", ["--por=static", "--stateful=off", "--sleep=on"], "lc rgb '#66aadd' dt 2 pt 7"),
    ("static, stored", ["--por=static", "--stateful=on", "--sleep=off"], "lc rgb '#0055aa' dt 1 pt 8"),
    ("static, stored, sleep", ["--por=static", "--stateful=on", "--sleep=on"], "lc rgb '#0055aa' dt 2 pt 9"),
    ("dynamic", ["--por=dpor", "--sleep=off"], "lc rgb '#cc2200' dt 1 pt 10"),
    ("dynamic, sleep", ["--por=dpor", "--sleep=on"], "lc rgb '#cc2200' dt 2 pt 11"),
    ("source sets", ["--por=source"], "lc rgb '#dd9900' dt 1 pt 12"),
    ("optimal", ["--por=optimal"], "lc rgb '#228833' dt 1 pt 13"),
]

MODELS = {"indexer": ("Figure 6: Indexer", 15), "filesystem": ("Figure 8: File System", 26)}

HEADER = """# Ten configurations, two benchmarks

Made by `make bench-dpor` ({seconds:g} s for each run); do not edit. The benchmarks of C. Flanagan and
P. Godefroid, "Dynamic partial-order reduction for model checking software", POPL 2005, as models
(`bench/models/indexer.pml`, `bench/models/filesystem.pml`), under their ten configurations: no
reduction, static persistent sets (`--por=static`), dynamic ones (`--por=dpor`); each with and without
sleep sets (`--sleep`), the first two also with stored states (`--stateful`). Source sets and
optimal reduction came later. Numbers are transitions explored; a dash: longer than the limit.
In a run of their tool a thread's own computation is no transition; the models are written so.
Lines that coincide hide each other: of static and no reduction, and of sleep sets with and without
stored states.

What to see:

- As in the paper, dynamic reduction needs a single execution up to 11 threads of Indexer and 13 of
  File System, where every other configuration grows exponentially from the start.
- Static reduction cannot know which cells of a table will collide and gains nothing on Indexer, as in
  the paper. On File System theirs knows that data is protected by locks. Here that is in the model
  (data is used in the step that takes its lock), so the lines without reduction gain from it too, and
  what static reduction adds is small.
- Sleep sets make dynamic reduction with backtrack sets explore more transitions here, not fewer.
  Added as the paper does they lose executions; where a sleeping thread is to be run, all threads are
  run instead (`src/reduce/dynamic/dpor.c`). Source sets and optimal reduction need no such repair.
"""


def measure(model: str, options: list[str], threads: int, binary: str, seconds: float) -> dict | None:
    command = [binary, "check", str(ROOT / "bench" / "models" / f"{model}.pml"), f"--define=-DN={threads}", "--json",
               "--quiet", "--trace=/dev/null", f"--time={seconds:g}", *options]
    done = run_command(command, seconds + 30)
    result = json.loads(done.out)
    if result["verdict"] == "violation":
        raise SystemExit(f"{model} with {threads} threads: {result['findings'][0]['message']}")
    if result["verdict"] != "ok":
        return None
    return {"transitions": result["stats"]["transitions"], "executions": result["stats"]["executions"],
            "seconds": result["stats"]["seconds"]}


def run(args: argparse.Namespace) -> dict:
    rows: dict = {"seconds": args.seconds}
    for model, (_, most) in MODELS.items():
        rows[model] = {}
        for name, options, _ in CONFIGS:
            line = rows[model][name] = {}
            for threads in range(1, most + 1):
                cost = measure(model, options, threads, args.mazurka, args.seconds)
                if not cost:
                    break
                line[str(threads)] = cost
            print(f"{model}, {name}: up to {len(line)} threads, "
                  f"{list(line.values())[-1]['transitions'] if line else 0} transitions", flush=True)
    RESULT.parent.mkdir(parents=True, exist_ok=True)
    RESULT.write_text(json.dumps(rows, indent=1))
    return rows


def draw(rows: dict, model: str) -> None:
    """One picture: transitions over threads, logarithmic."""
    title, most = MODELS[model]
    data, plots = [], []
    for i, (name, _, style) in enumerate(CONFIGS):
        line = rows[model][name]
        data.append("\n".join(f"{n} {cost['transitions']}" for n, cost in line.items()) or "1 nan")
        plots.append(f"'-' with linespoints lw 1.5 ps 0.7 {style} title '{name}'")
    script = (f"set terminal svg size 980,480 background 'white'\nset output '{PAGE.parent / f'dpor-{model}.svg'}'\n"
              f"set title '{title}: transitions by threads'\nset xlabel 'threads'\nset ylabel 'transitions'\n"
              f"set logscale y\nset format y '10^{{%T}}'\nset xrange [1:{most}]\nset xtics 2\nset key outside right\nset grid\n"
              f"plot {', '.join(plots)}\n" + "\ne\n".join(data) + "\ne\n")
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def table(rows: dict, model: str) -> str:
    counts = sorted({int(n) for line in rows[model].values() for n in line})
    shown = [n for n in counts if n <= 6 or n % 2 == 0 or n >= 11]
    lines = ["| configuration | " + " | ".join(str(n) for n in shown) + " |", "|---|" + "---|" * len(shown)]
    for name, _, _ in CONFIGS:
        cells = [f"{rows[model][name][str(n)]['transitions']:,}" if str(n) in rows[model][name] else "–" for n in shown]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--draw", action="store_true", help="from the rows of the last run")
    args = parser.parse_args()
    rows = json.loads(RESULT.read_text()) if args.draw else run(args)
    page = HEADER.format(seconds=rows["seconds"])
    for model, (title, _) in MODELS.items():
        draw(rows, model)
        page += f"\n## {title}\n\n![{title}](dpor-{model}.svg)\n\n{table(rows, model)}\n"
    PAGE.write_text(page)
    print(f"written to {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
