"""The symbolic engines against the explicit one, on random models and on files.

    python3 test/trust/symbolic.py --models 40 --seed 1 --mazurka build/mazurka [FILE...]

Each engine says the same as the explicit search without reduction, or unknown (it has a
few seconds), or that it does not support the model. A share of the models is exported as AIGER
and given to berkeley-abc.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from checker import add_binary_option  # noqa: E402
from gen import generate  # noqa: E402
from tree import model_text  # noqa: E402

FULL = {"bmc": ["--engine=bmc"], "induction": ["--engine=induction"], "ic3": ["--engine=ic3"], "bdd": ["--engine=bdd"]}
REDUCED = {f"{e} {n}": [f"--engine={e}", "--por=static", *more]
           for e in ("bmc", "bdd") for n, more in (("static", []), ("transactions", ["--transactions"]))}


def verdict(binary: str, model: Path, options: list[str], seconds: float) -> str:
    """ok, violation, unknown, refused; or what is wrong with the run."""
    command = [binary, "check", str(model), "--quiet", "--json", f"--time={seconds}", f"--trace={model}.trace", *options]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=seconds * 20 + 60)
    except subprocess.TimeoutExpired:
        return "does not end"
    if run.returncode == 2:
        return "refused" if "does not support" in run.stderr else f"exit code 2: {run.stderr[:200]}"
    if run.returncode not in (0, 1, 3):
        return f"exit code {run.returncode}: {run.stderr[-200:]}"
    result = json.loads(run.stdout)
    if "internal error" in run.stdout + run.stderr:
        return "internal error: " + result["reason"]
    return result["verdict"]


def abc(binary: str, model: Path) -> str:
    """What berkeley-abc says about the exported circuit: bmc for violations, pdr for proofs."""
    circuit = Path(f"{model}.aig")
    run = subprocess.run([binary, "export", "aiger", str(model)], capture_output=True)
    if run.returncode:
        return "refused"
    circuit.write_bytes(run.stdout)
    command = f"read_aiger {circuit}; fold; bmc2 -T 3 -F 60; pdr -T 5"
    out = subprocess.run(["berkeley-abc", "-c", command], capture_output=True, text=True).stdout
    if "was asserted in frame" in out:
        return "violation"
    return "ok" if "Property proved" in out else "unknown"


def compare(name: str, model: Path, args: argparse.Namespace, known: dict[str, int]) -> list[str]:
    wrong = []
    said = verdict(args.mazurka, model, ["--engine=explicit", "--por=none", *args.option], args.seconds * 4)
    if said not in ("ok", "violation"):
        return [] if said == "unknown" else [f"{name}: explicit: {said}"]
    engines = (FULL if "full" in args.modes else {}) | (REDUCED if "reduced" in args.modes else {})
    for engine, options in engines.items():
        other = verdict(args.mazurka, model, [*options, *args.option], args.seconds)
        known[f"{engine}: {other if other != said else 'same'}"] = known.get(f"{engine}: {other if other != said else 'same'}", 0) + 1
        if other not in (said, "unknown", "refused"):
            wrong.append(f"{name}: {engine} says {other}, explicit {said}")
        if other == "refused":
            break
    if args.abc and not args.option:
        other = abc(args.mazurka, model)
        known[f"abc: {'same' if other == said else other}"] = known.get(f"abc: {'same' if other == said else other}", 0) + 1
        if other not in (said, "unknown", "refused"):
            wrong.append(f"{name}: abc says {other}, explicit {said}")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--models", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--option", action="append", default=[], help="for every run, e.g. --option=--fair=weak")
    parser.add_argument("--modes", default="full,reduced")
    parser.add_argument("--abc", action="store_true")
    parser.add_argument("--keep", type=Path, help="where models with different verdicts are kept")
    args = parser.parse_args()
    known: dict[str, int] = {}
    wrong: list[str] = []
    compared = 0
    with tempfile.TemporaryDirectory() as place:
        models = [(str(f), f) for f in args.files]
        for seed in range(args.seed, args.seed + args.models):
            path = Path(place) / f"model{seed}.pml"
            features = {"priority": 0.0, "exclusive": 0.0, "enabled": 0.0}
            path.write_text(model_text(generate(seed, features)))
            models.append((f"seed {seed}", path))
        for name, path in models:
            found = compare(name, path, args, known)
            compared += 1
            wrong += found
            if found and args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                (args.keep / path.name).write_text(path.read_text())
    for line in wrong:
        print(line)
    print(", ".join(f"{n} {what}" for what, n in sorted(known.items())))
    print(f"{compared - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
