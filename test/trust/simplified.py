"""Simplification must not cost states: SPIN's own examples, each with all of its properties.

    python3 test/trust/simplified.py [--fair none weak] [--por stubborn none] [--states N] [PATTERN...]

Each model is checked with --simplify=on and off. A property that holds both times must not take more states
when the model is simplified; so must one that is violated both times, with --all, if it is safety. Of a temporal
property that is violated the search ends at the first cycle: such counts are shown and not compared.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import sys

from checker import add_binary_option
from examples import examples_folder, models
from outcome import run_command


def properties(path: str, binary: str, simplify: str, fair: str, por: str, states: str) -> dict[str, tuple[str, int]]:
    """The verdict and states of each property; empty if the model is not understood."""
    done = run_command([binary, "check", path, "--json", "--all", "--trace=/dev/null", f"--fair={fair}", f"--por={por}", f"--simplify={simplify}",
                        f"--max-states={states}", "--time=120"], 300)
    try:
        result = json.loads(done.out)
    except ValueError:
        return {}
    return {p["name"]: (p["verdict"], p["stats"]["states"]) for p in result.get("properties", [])}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--fair", nargs="+", default=["none", "weak"])
    parser.add_argument("--por", nargs="+", default=["stubborn", "none"])
    parser.add_argument("--states", default="300k")
    parser.add_argument("patterns", nargs="*", default=["*"])
    args = parser.parse_args()
    passed = failed = fewer = ended = 0
    beyond = []
    for name in models(examples_folder()):
        if not any(fnmatch.fnmatch(name, p) for p in args.patterns):
            continue
        for fair in args.fair:
            for por in args.por:
                on, off = (properties(str(examples_folder() / name), args.mazurka, s, fair, por, args.states) for s in ("on", "off"))
                for p in on.keys() & off.keys():
                    (one, few), (other, many) = on[p], off[p]
                    if "unknown" in (one, other):
                        beyond.append(f"{name} {p} --fair={fair} --por={por}")
                    elif p != "safety" and one == other == "violation":
                        ended += 1
                        if few > many:
                            print(f"{name} {p} --fair={fair} --por={por}: violated; {few} states until then, {many} not simplified", flush=True)
                    elif one != other or few > many:
                        failed += 1
                        print(f"{name} {p} --fair={fair} --por={por}: {one} with {few} states, not simplified {other} with {many}", flush=True)
                    else:
                        passed += 1
                        fewer += few < many
    print(f"{fewer} with fewer states; {ended} end at a violation, {len(beyond)} are beyond {args.states} states, and not compared:")
    print("\n".join(beyond))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
