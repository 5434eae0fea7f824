"""Would the random models notice a wrong reduction? Known mistakes, made on purpose.

    make BUILD=build/mutants CFLAGS=-DMUTANTS all
    python3 test/trust/mutants.py

For each mistake random models are tried until one disagrees with the plain
search. (That C3 is ignored only shows with --invariant: test/unit/reduce_ample.c.)
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile

from checker import ROOT

# numbers of enum ample_mutant in src/reduce/reduce.h
MUTANTS = {1: "no cycle proviso", 3: "run is local (Spin#78)", 4: "remote references ignored",
           5: "channels taken for exclusive", 6: "atomic sequences by their first step",
           7: "stopping inside an atomic sequence not seen"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mazurka", default=str(ROOT / "build" / "mutants" / "mazurka"))
    parser.add_argument("--models", type=int, default=2000, help="at most so many for each mistake")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    passed = failed = 0
    for number, name in MUTANTS.items():
        with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
            done = subprocess.run(
                [sys.executable, str(ROOT / "test" / "trust" / "fuzz.py"), f"--own={args.models}", "--max-failures=1",
                 "--no-shrink", "--configs=persistent-dfs", f"--mazurka={args.mazurka}", f"--keep={folder}",
                 f"--jobs={args.jobs}"],
                capture_output=True, text=True, env=os.environ | {"MAZURKA_MUTANT": str(number)}, check=False)
        caught = done.returncode != 0 and "disagree" in done.stdout
        line = next((x for x in done.stdout.splitlines() if x.startswith("own configurations")), "")
        print(f"{name}: {'noticed' if caught else 'NOT noticed'} ({line})", flush=True)
        passed += caught
        failed += not caught
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
