"""Runs `mazurka check` and reads what it says, strictly.

The exit code, the verdict, `exhaustive` and the findings say the same thing in
four ways; a run in which they contradict each other is BROKEN, whatever the
other configurations say.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from pathlib import Path

from outcome import Outcome, Status, run_command

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("BUILD", ROOT / "build")).resolve()
EXIT_CODES = {"ok": 0, "violation": 1, "unknown": 3}


def add_binary_option(parser: argparse.ArgumentParser) -> None:
    """--mazurka, or else that of $BUILD, or else the release build; it must exist."""

    def executable(path: str) -> str:
        if not os.access(path, os.X_OK):
            raise argparse.ArgumentTypeError(f"{path} is not there; run make first")
        return os.path.abspath(path)

    parser.add_argument("--mazurka", type=executable, default=str(BUILD / "mazurka"), metavar="COMMAND",
                        help="the command under test (default: $BUILD/mazurka, build/mazurka)")


def tool(name: str) -> str:
    """A program of test/tools; built here unless somebody has said what was built."""
    path = BUILD / "tools" / name
    if "BUILD" not in os.environ:
        subprocess.run(["make", "-s", "-C", str(ROOT), str(path.relative_to(ROOT))], check=True, stdout=subprocess.DEVNULL)
    return str(path)


def kind_of(finding: str) -> str:
    """JSON kinds that SPIN can tell apart; the rest are run-time errors."""
    if finding in ("assertion", "invalid-end"):
        return finding
    return "invalid-end" if finding == "deadlock" else "runtime"


def contradiction(code: int, result: dict) -> str:
    """Why the parts of a result do not fit together; empty if they do."""
    verdict, findings = result["verdict"], result["findings"]
    if verdict not in EXIT_CODES:
        return f"verdict {verdict!r}"
    if code != EXIT_CODES[verdict]:
        return f"exit code {code} with verdict {verdict}"
    if verdict == "ok" and not result["exhaustive"]:
        return "ok, but not exhaustive"
    if (verdict == "violation") != bool(findings):
        return f"{len(findings)} findings with verdict {verdict}"
    if verdict == "unknown" and not result["reason"]:
        return "unknown without a reason"
    return ""


def run_mazurka(model: Path, options: list[str], binary: str, seconds: float = 30.0) -> Outcome:
    """One check of one model: its safety; temporal properties are compared elsewhere.
    A search that was cut short is a LIMIT even if it found something, unless it
    was meant to stop there; one with a lossy store is DONE, though never sure."""
    command = [binary, "check", str(model), "--claim=safety", "--json", "--trace=/dev/null", *options]
    done = run_command(command, seconds)
    if done.timed_out:
        return Outcome(Status.BROKEN, message=f"no answer within {seconds:g} s")
    if done.code == 2:
        return Outcome(Status.REJECTED, message=done.err.strip()[:300])
    try:
        result = json.loads(done.out)
        problem = contradiction(done.code, result)
        safety = next((p for p in result.get("properties", []) if p["kind"] == "safety"), result)
        stats = result["stats"]
        outcome = Outcome(Status.DONE, safety["verdict"],
                          frozenset(kind_of(f["kind"]) for f in result["findings"]), stats["states"],
                          message=result["reason"] or "", seconds=done.cpu,
                          details={"peak_bytes": float(stats["peak_bytes"]), "max_depth": float(stats["max_depth"]),
                                   "transitions": float(stats["transitions"]), "search_s": float(stats["seconds"]),
                                   "store_bytes": float(stats.get("store_bytes", 0)), "rss": float(done.peak_bytes)})
        terminal = result.get("terminal")
        if terminal:
            outcome.terminal = terminal["count"], str(terminal["digest"])
    except (ValueError, KeyError, TypeError) as error:
        return Outcome(Status.BROKEN, message=f"exit code {done.code}, {type(error).__name__}: {error}; "
                       + done.err.strip()[-300:])
    if problem:
        return Outcome(Status.BROKEN, message=problem)
    complete = safety["exhaustive"] or "lost states" in outcome.message
    if not complete and (outcome.verdict == "unknown" or "--all" in options):
        outcome.status = Status.LIMIT
    return outcome
