"""C programs: how many executions are explored, beside Nidhugg and GenMC.

    python3 bench/counts.py                 all rows, into docs/results/benchmarks-native.md
    python3 bench/counts.py --quick         those that take no time; nothing is written (a part of make test)

A row says how many executions `optimal` must explore, exactly, and how many may be cut at most: they end where a turn of
a loop would have to begin anew, or at an assumption that does not hold. No execution may be redundant with `optimal`. Where a row is about
`source` as well, that is run too; its redundant executions are told. What is known of the others was measured
earlier, under sequential consistency.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "test" / "trust"))

from checker import add_binary_option  # noqa: E402
from outcome import run_command  # noqa: E402

DOCUMENT = ROOT / "docs" / "results" / "benchmarks-native.md"
HEADING = "## Executions, counted"
BENCH, AWAITS = ROOT / "bench" / "native", ROOT / "test" / "native" / "awaits"


@dataclass
class Row:
    name: str
    source: Path
    flags: str
    executions: int             # of optimal
    cut: int                    # at most
    others: str                 # their executions
    most: int                   # the least that one of them needs where traces are counted; 0: not known
    quick: bool = True
    with_source: bool = False
    note: str = ""


def rows_of(program: str, counts: dict[int, int], slow: int, with_source: bool = False, note: str = "", cut: int = 0) -> list[Row]:
    return [Row(f"{program} {n}", BENCH / f"{program}.c", f"-DN={n}", k, cut, f"{k:,}", k, n < slow, with_source, note) for n, k in counts.items()]


READS_FROM_8 = "Nidhugg's observers and rf, which count what reads see and not the order of writes: 8"
READS_FROM_SIGMA = "counted by what reads see (Nidhugg rf): 424 for 5, 30,952 for 7"
ROWS = [
    *rows_of("indexer", {11: 1, 12: 8, 13: 64, 14: 512, 15: 4096}, 16, True),
    *rows_of("indexer_mutex", {15: 4096}, 16, True),
    *rows_of("filesystem", {12: 1, 14: 2, 16: 8, 18: 32, 20: 128, 22: 512}, 21, True),
    *rows_of("readers", {8: 256, 10: 1024, 13: 8192, 15: 32768}, 11, True),
    *rows_of("lastzero", {5: 64, 10: 3328, 12: 15360}, 11, True),
    *rows_of("lastzero", {15: 147456}, 0),
    *rows_of("lastwrite", {8: 40320}, 0, True, READS_FROM_8),
    *rows_of("sigma", {5: 945, 7: 135135}, 6, True, READS_FROM_SIGMA),
    *rows_of("fib_bench", {5: 8953, 6: 73789}, 6, True),
    *rows_of("lockinc", {7: 5040, 8: 40320}, 8, True),
    Row("Treiber 3, what is tried again assumed away", BENCH / "treiber.c", "-DN=3", 270, 942, "4,812", 4812, True, True),
    Row("Treiber 3, in loops", AWAITS / "treiber.c", "-DN=3", 270, 387, "4,812", 4812, True, True),
    Row("ticket lock 3, waiting assumed away", BENCH / "ticket.c", "-DN=3", 6, 24, "6", 6, True, True),
    *(Row(f"ticket lock {n}", AWAITS / "ticket.c", f"-DN={n}", k, 0, f"{k:,}", k, n < 7) for n, k in ((4, 24), (5, 120), (6, 720), (7, 5040))),
    *(Row(f"Peterson, {n} round{'s' * (n > 1)}", AWAITS / "peterson.c", f"-DN={n}", k, k, f"{k:,}", k, n < 4) for n, k in ((1, 4), (2, 48), (3, 588), (4, 7360))),
    Row("exchange lock, 2 threads", AWAITS / "lock.c", "-DKIND=1 -DN=2 -DROUNDS=1", 2, 0, "2", 2),
    Row("compare-and-swap lock of 4", AWAITS / "lock.c", "-DKIND=5 -DN=4 -DROUNDS=1", 24, 0, "24 (GenMC)", 24),
    Row("polling barrier of 5", AWAITS / "barrier.c", "-DN=5", 120, 0, "1 (GenMC)", 0, note="the order of five updates of one "
        "counter; GenMC does not tell updates apart whose values nobody uses"),
]


def count(row: Row, binary: str, por: str) -> tuple[dict, str]:
    with tempfile.TemporaryDirectory(prefix="counts-") as work:
        done = run_command([binary, "check", str(row.source), f"--cflags=-O1 {row.flags}", f"--por={por}", "--json", "--quiet", f"--trace={work}/t"], 900)
    try:
        result = json.loads(done.out)
    except ValueError:
        return {}, done.err[-200:]
    return result["stats"], "" if result["verdict"] == "ok" else f"{result['verdict']}: {result['reason']}"


def text_of(stats: dict) -> str:
    return " + ".join([f"{stats['executions']:,}", *(f"{stats[k]:,} {k}" for k in ("cut", "blocked") if stats[k])])


def check(row: Row, binary: str) -> tuple[str, str]:
    """A line of the table, and what is wrong."""
    stats, wrong = count(row, binary, "optimal")
    if wrong:
        return "", wrong
    if stats["executions"] != row.executions or stats["cut"] > row.cut or stats["blocked"]:
        wrong = f"{text_of(stats)}, not {row.executions} and at most {row.cut} cut"
    if row.most and stats["executions"] > row.most:
        wrong = f"{stats['executions']} executions where others have {row.most}"
    by_source = ""
    if row.with_source and not wrong:
        of_source, wrong = count(row, binary, "source")
        by_source = text_of(of_source) if not wrong else ""
        if not wrong and of_source["executions"] != row.executions:
            wrong = f"source: {by_source}"
    return f"| {row.name} | {text_of(stats)} | {by_source} | {row.others} | {row.note} |", wrong


def write(lines: list[str]) -> None:
    section = "\n".join([HEADING, "", "Made by `python3 bench/counts.py`. \"cut\": what was not explored to its end, because a turn of a loop would have had to begin anew "
                         "([awaits.md](../awaits.md)) or an assumption did not hold; \"blocked\": redundant. The others' numbers: Nidhugg, unless it is said; of rows without a loop "
                         "all of them count traces.", "", "| program | optimal | source | others | |", "|---|---|---|---|---|", *lines, ""])
    before = DOCUMENT.read_text().split(HEADING)[0].rstrip()
    DOCUMENT.write_text(f"{before}\n\n{section}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    add_binary_option(parser)
    args = parser.parse_args()
    lines, failed = [], 0
    for row in (r for r in ROWS if r.quick or not args.quick):
        line, wrong = check(row, args.mazurka)
        print(f"{row.name}: {wrong}" if wrong else line, flush=True)
        lines.append(line)
        failed += bool(wrong)
    if not args.quick and not failed:
        write(lines)
    print(f"{len(lines) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
