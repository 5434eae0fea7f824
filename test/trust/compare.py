"""When do two outcomes disagree? The rules, and nothing else."""

from __future__ import annotations

import re

from configs import Config
from outcome import Outcome, Status


def against_reference(reference: Outcome, other: Outcome, config: Config, starts: bool = True) -> str:
    """What is wrong with `other`, or empty. A model refused by one configuration
    only is a disagreement. Who hit a bound says nothing that could be compared: that
    is a problem too, unless the caller counts it apart. `starts`: the model starts
    processes, so that bodies of those that have ended may be left over."""
    if other.status is Status.BROKEN:
        return other.message
    if reference.status is Status.LIMIT or other.status is Status.LIMIT:
        return f"a bound was hit: {other.message or reference.message}"
    if other.status is not reference.status:
        return f"{other.summary()}, reference {reference.summary()}"
    if other.status is Status.REJECTED:
        return ""
    expected = reference.verdict
    if config.verdict == "lossy" and expected == "ok":
        expected = "unknown"
    missed = config.verdict == "lossy" and other.verdict == "unknown"
    if other.verdict != expected and not missed:
        return f"verdict {other.verdict}, expected {expected}"
    if config.kinds == "same" and other.kinds != reference.kinds:
        return f"findings {sorted(other.kinds)}, expected {sorted(reference.kinds)}"
    if not other.kinds <= reference.kinds:
        return f"findings {sorted(other.kinds)}, expected some of {sorted(reference.kinds)}"
    problem = relation(config.states, other.states, reference.states, "states")
    if not problem and reference.terminal and other.terminal:
        problem = terminal_states(reference, other, config.terminal, starts)
    return problem


def starts_processes(text: str) -> bool:
    return re.search(r"\brun\b", text) is not None


def terminal_states(reference: Outcome, other: Outcome, kind: str, starts: bool) -> str:
    """Reduction keeps them all. Only of bodies that nobody can tell from nothing may
    there be one instead of several ("bodies"), and only where processes are started."""
    ours, theirs = other.terminal, reference.terminal
    if (kind == "same" or (kind == "bodies" and not starts)) and ours != theirs:
        return f"terminal states {ours}, expected {theirs}"
    if kind == "bodies" and (ours[0] == 0) != (theirs[0] == 0):
        return f"{ours[0]} terminal states, expected some of {theirs[0]}"
    return relation("fewer" if kind == "bodies" else kind, ours[0], theirs[0], "terminal states")


def relation(kind: str, count: int | None, expected: int | None, what: str) -> str:
    if kind == "any" or count is None or expected is None:
        return ""
    if kind == "same" and count != expected:
        return f"{count} {what}, expected {expected}"
    if kind == "fewer" and count > expected:
        return f"{count} {what}, expected at most {expected}"
    return ""


def against_spin(spin: Outcome, ours: Outcome) -> str:
    """Where we differ from SPIN's unreduced search. After a run-time error pan
    goes on with garbage or ends, so then only the verdict can be compared."""
    if ours.status is Status.BROKEN:
        return ours.message
    if spin.status is not Status.DONE or ours.status is Status.LIMIT:
        return ""                   # nothing to compare: counted apart (fuzz.py)
    if ours.status is Status.REJECTED:
        return f"rejected ({ours.message}), but SPIN says {spin.summary()}"
    if ours.verdict != spin.verdict:
        return f"verdict {ours.verdict} ({', '.join(sorted(ours.kinds))}), SPIN says {spin.summary()}: {spin.message}"
    if "runtime" in spin.kinds:
        return "" if "runtime" in ours.kinds else f"findings {sorted(ours.kinds)}, SPIN has {spin.message}"
    if ours.kinds != spin.kinds:
        return f"findings {sorted(ours.kinds)}, SPIN has {sorted(spin.kinds)}"
    if ours.states != spin.states:
        return f"{ours.states} states, SPIN stores {spin.states}"
    return ""
