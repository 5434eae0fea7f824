#!/usr/bin/env python3
"""The example protocols with every reduction, and descriptions that are wrong.

Each example has its verdict and what it found, the number of states without
reduction, and in every reduction the same terminal states. A description that is
wrong ends with a message that has the file's name and says what is wrong."""
import argparse
import json
import os
import subprocess
import sys
import tempfile

from build_once import build_once

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "../../examples/protocols")
BAD = os.path.join(HERE, "../bad-protocols")
REDUCTIONS = ["none", "lpor", "lpor-net"]

# file, flags, verdict, what is found, states without reduction (None: it stops at the first finding)
ROWS = [
    ("paxos", "", "ok", None, 37709),
    ("paxos", "-DPROPOSERS=1", "ok", None, 114),
    ("paxos", "-DFAULTY=1", "violation", "agreement", None),
    ("paxos", "-DFAULTY=2", "violation", "agreement", None),
    ("register", "", "ok", None, 817),
    ("register", "-DREADS=2", "ok", None, 8100),
    ("register", "-DWRONG", "violation", "regularity", None),
    ("multicast", "", "ok", None, 1265),
    ("multicast", "-DRECEIVERS=5", "ok", None, 4725),
    ("multicast", "-DWRONG", "violation", "agreement", None),
    ("multicast", "-DQUORUM=2", "violation", "agreement", None),
    ("../../test/protocols/cycle", "", "violation", "never_done", None),
    ("../../test/protocols/chain", "", "ok", None, 7),
    ("../../test/protocols/chain", "-DVISIBLE", "violation", "same", None),
    ("../../test/protocols/quorum", "-DCLIENTS=4 -DTALKERS=2", "ok", None, 4),
    ("../../test/protocols/quorum", "-DCLIENTS=4 -DTALKERS=3", "violation", "silent", None),
    ("../../test/protocols/quorum", "-DCLIENTS=12 -DTALKERS=2", "ok", None, 4),
    ("../../test/protocols/quorum", "-DCLIENTS=12 -DTALKERS=3", "violation", "silent", None),
    ("../../test/protocols/rows", "", "ok", None, 256),
    ("../../test/protocols/back", "", "violation", "apart", None),
    ("../../test/protocols/meet", "", "violation", "apart", None),
    ("../../test/protocols/itself", "", "violation", "deaf", None),
    ("../../test/protocols/oneself", "", "violation", "c->last", None),
    ("../../test/protocols/smaller", "", "violation", "!p->gone", None),
    ("../../test/protocols/smaller", "-DOVER", "violation", "!p->gone", None),
    ("../../test/protocols/one_crash", "", "violation", "cannot go on", None),
    ("../../test/protocols/echo", "", "ok", None, 24),
    ("../../test/protocols/widow", "-DCRASHES=1", "violation", "cannot go on", None),
    ("../../test/protocols/widow", "-DCRASHES=0", "ok", None, 28),
    ("raft", "", "ok", None, 18101),
    ("raft", "-DBUG=1", "violation", "same_commits", None),
    ("raft", "-DBUG=2", "violation", "one_leader", None),
    ("../../test/protocols/hears", "-DN=3", "ok", None, 2597),
    ("../../test/protocols/hears", "-DN=3 -DTWICE", "violation", "!p->said", None),
    ("two_phase_commit", "-DCRASHES=0", "ok", None, 84),
    ("two_phase_commit", "", "violation", "cannot go on", None),
    ("../../test/protocols/liar", "", "violation", "honest", None),
    ("../../test/protocols/liar", "-DLIARS=0", "ok", None, 9),
    ("../../test/protocols/copies", "", "violation", "few", None),
    ("../../test/protocols/copies", "-DFEWER", "ok", None, 11),
    ("two_phase_commit", "-DEAGER", "violation", "atomicity", None),
]

# without reduction, of those that have symmetric processes
SYMMETRIC = {("paxos", ""): 6924, ("paxos", "-DPROPOSERS=1"): 34, ("register", ""): 220, ("register", "-DREADS=2"): 1684,
             ("two_phase_commit", "-DCRASHES=0"): 25, ("../../test/protocols/echo", ""): 14, ("../../test/protocols/hears", "-DN=3"): 462, ("../../test/protocols/widow", "-DCRASHES=0"): 15}

# file, exit code, what is said
WRONG = [
    ("undeclared_write", 2, "undeclared_write.c:8: error: transition go writes y, which it does not declare"),
    ("undeclared_read", 2, "guard of transition go reads y, which it does not declare"),
    ("undeclared_message", 2, "transition go sends PONG, which it does not declare"),
    ("undeclared_receiver", 2, "transition go sends to process 2, which it does not declare"),
    ("asymmetric_transition", 3, "asymmetric_transition.c:7: transition go tells processes of type p apart, which is declared symmetric"),
    ("asymmetric_halves", 3, "asymmetric_halves.c:23: transition win tells processes of type p apart, which is declared symmetric"),
    ("asymmetric_end", 3, "asymmetric_end.c:10: transition fail tells processes of type p apart, which is declared symmetric"),
    ("asymmetric_property", 3, "asymmetric_property.c:9: property safe tells processes apart whose type is declared symmetric"),
    ("symmetric_named", 2, "symmetric_named.c:9: error: go: names p[1], but processes of type p are declared symmetric"),
    ("compared_falsely", 2, "property safe depends on p.x not only by a larger one making it false"),
    ("unbounded", 3, "transition go sends without bound"),
    ("crash", 3, "crash.c:8: the effect of transition go crashed: Segmentation fault"),
    ("division", 3, "the effect of transition go crashed: Floating point exception"),
    ("recursion", 3, "the effect of transition go crashed: Segmentation fault"),
    ("loop", 3, "loop.c:8: the effect of transition go does not return"),
    ("guard_crash", 3, "the guard of transition go crashed"),
    ("exits", 3, "go ended the process"),
    ("global", 3, "variables of the file cannot be written"),
    ("decrement", 2, "transition go makes x smaller, which it declares to increment"),
    ("compare", 2, "becomes true with a larger x, which it declares to compare"),
    ("unknown_name", 2, "unknown_name.c:8: error: go: PANG is not a message of the protocol"),
    ("undeclared_use", 2, "the effect of transition go uses y, which it does not declare"),
    ("undeclared_assert", 2, "the effect of transition go uses y, which it does not declare"),
    ("undeclared_element", 2, "the guard of transition go reads y, which it does not declare"),
    ("not_c", 2, "not_c.c"),
    ("writes_beside", 3, "writes_beside.c:8: the effect of transition go writes beside its variables"),
    ("writes_far", 3, "the effect of transition go crashed"),
    ("writes_message", 3, "writes_message.c:10: the effect of transition get writes to the messages or to the step that it is given"),
    ("writes_in_property", 3, "property safe writes variables"),
    ("random", 2, "random.c:4: error: rand is not defined here and is none of the functions that a protocol may use"),
    ("starts_thread", 2, "error: pthread_create is not defined here"),
    ("allocates", 2, "error: malloc is not defined here"),
    ("not_repeated", 3, "the effect of transition go does not do the same when it is called again"),
    ("assembly", 2, "assembly.c:6: error: assembly that may touch memory"),
    ("atomics", 2, "atomics.c:5: error: an atomic operation: each step of a protocol is one, so plain variables will do"),
    ("clock", 2, "clock.c:5: error: assembly that may touch memory, or an intrinsic that does or reads the processor's clock"),
    ("sent_in_place", 2, "the effect of transition go uses m, which it does not declare"),
    ("constructor", 2, "constructor.c:5: error: a function is to run while the protocol is loaded"),
    ("init", 0, "init.c: ok"),
    ("start_crash", 3, "start_crash.c:7: error: start or may_end of process p ended the check: Segmentation fault"),
    ("end_loop", 3, "start or may_end of process p does not return"),
    ("property_loop", 3, "the function of property safe does not return"),
    ("bad_formula", 2, "bad_formula.c:12:12: error: undeclared variable 'nobody'"),
    ("bad_name", 2, "'x is 3' is no name for a property"),
    ("twice_named", 2, "error: safe: another property has this name"),
    ("writes_counts", 3, "the effect of transition go crashed"),
    ("start_beside", 3, "start_beside.c:4: error: start or may_end of process p ended the check"),
    ("end_writes", 3, "end_writes.c:4: error: start or may_end of process p ended the check"),
    ("huge", 2, "process p: a structure of 1152921504606846976 bytes; there can be 65536"),
    ("beyond", 2, "variable x lies outside its structure"),
    ("negative", 2, "message PING: copies -1"),
    ("liars", 2, "process p: crashes 0, byzantine 3, lies 1; expected"),
    ("over", 2, "transition go: with another y it is not over"),
    ("endless_list", 2, "endless_list.c: error: the list of variables of process p: what comes after x has no name that is text; does the list end with {0}?"),
    ("no_text", 2, "no_text.c: error: the list of transitions: what comes after wächst has no name that is text"),
    ("no_protocol", 2, "no_protocol.c: error: does not define mz_protocol"),
    ("exits_late", 3, "a function of the protocol ended the process"),
    ("indirect", 2, "'chosen' would run while the protocol is loaded"),
    ("first_called", 2, "'mazurka.none' would run while the protocol is loaded"),
    ("own_constructor", 2, "a function is to run while the protocol is loaded or unloaded (constructor"),
    ("own_hook", 2, "'__tsan_read4' would run while the protocol is loaded, or in place of a function of the checker"),
]

passed = failed = 0


def expect(what, ok, detail=""):
    global passed, failed
    if ok:
        passed += 1
    else:
        failed += 1
        print(f"{what}: {detail}", flush=True)
        if os.environ.get("STOP_AT_FAILURE"):     # a mutant is noticed
            sys.exit(1)


def check(mazurka, args, cwd):
    args = [a for a in args if a != "--define="]
    r = subprocess.run([mazurka, "check", *args, "--json"], capture_output=True, text=True, timeout=300, cwd=cwd)
    try:
        j = json.loads(r.stdout)
    except ValueError:
        return r, None
    return r, j if "verdict" in j or "errors" not in j else {"verdict": "error", "errors": j["errors"], "stats": {"states": 0}, "findings": [], "terminal": None, "reason": ""}


def examples(mazurka, cwd):
    for name, flags, verdict, found, states in ROWS:
        ends = {}
        for por in REDUCTIONS:
            what = f"{name} {flags} --por={por}"
            r, j = check(mazurka, [os.path.join(EXAMPLES, name + ".c"), f"--define={flags}", f"--por={por}", "--symmetry=off", "--trace=t.trace"], cwd)
            expect(what, j and j["verdict"] == verdict, f"expected {verdict}: {r.stderr[-300:]}")
            if not j:
                continue
            if found:
                expect(what, j["findings"] and found in j["findings"][0]["message"], f"expected {found}")
                again = subprocess.run([mazurka, "replay", "t.trace"], capture_output=True, text=True, timeout=100, cwd=cwd)
                expect(what + " replay", again.returncode == 1 and "reproduced" in again.stdout, again.stderr[-300:])
            else:
                ends[por] = j["terminal"]
            if states and por == "none":
                expect(what, j["stats"]["states"] == states, f"{j['stats']['states']} states, not {states}")
            elif states:
                expect(what, j["stats"]["states"] <= states, f"{j['stats']['states']} states")
        expect(f"{name} {flags}: terminal states", len({json.dumps(e) for e in ends.values()}) <= 1, str(ends))


def symmetric(mazurka, cwd):
    """What is found with symmetry is what is found without, and its trace replays."""
    for name, flags, verdict, found, states in ROWS:
        if ".symmetric" not in open(os.path.join(EXAMPLES, name + ".c")).read():
            continue                        # nothing can be exchanged: all was checked without
        for por in REDUCTIONS:
            what = f"{name} {flags} --por={por} with symmetry"
            r, j = check(mazurka, [os.path.join(EXAMPLES, name + ".c"), f"--define={flags}", f"--por={por}", "--trace=t.trace"], cwd)
            expect(what, j and j["verdict"] == verdict, f"expected {verdict}: {r.stderr[-300:]}")
            if j and found:
                expect(what, j["findings"] and found in j["findings"][0]["message"], f"expected {found}")
                again = subprocess.run([mazurka, "replay", "t.trace"], capture_output=True, text=True, timeout=100, cwd=cwd)
                expect(what + " replay", again.returncode == 1 and "reproduced" in again.stdout, again.stderr[-300:])
            elif j and por == "none":
                wanted = SYMMETRIC.get((name, flags), states)
                expect(what, j["stats"]["states"] == wanted, f"{j['stats']['states']} states, not {wanted}")


def symmetric_many(mazurka, cwd):
    """More processes look alike than are tried in every order: nobody is told apart by that, and a trace replays. What was not proved is said."""
    six = os.path.join(EXAMPLES, "../../test/protocols/hears.c")
    for flags, code in [("-DN=6", 0), ("-DN=6 -DTWICE", 1)]:
        r, j = check(mazurka, [six, f"--define={flags}", "--trace=t.trace"], cwd)
        expect(f"hears {flags} with symmetry", r.returncode == code, f"exit {r.returncode}, not {code}: {r.stdout[-300:]}{r.stderr[-300:]}")
    again = subprocess.run([mazurka, "replay", "t.trace"], capture_output=True, text=True, timeout=100, cwd=cwd)
    expect("hears -DTWICE replay", again.returncode == 1 and "reproduced" in again.stdout, again.stderr[-300:])
    for options, assumed in [([], True), (["--verify-relations"], False), (["--symmetry=off"], False)]:
        r = subprocess.run([mazurka, "check", six, "--define=-DN=3", *options], capture_output=True, text=True, timeout=100, cwd=cwd)
        expect(f"hears -DN=3 {options}", ("processes declared symmetric told apart by no transition" in r.stdout) == assumed and r.returncode == 0, r.stdout[-400:])
    for name in ["asymmetric_halves", "asymmetric_end"]:
        r = subprocess.run([mazurka, "check", os.path.join(BAD, name + ".c"), "--verify-relations"], capture_output=True, text=True, timeout=100, cwd=cwd)
        expect(f"{name} --verify-relations", r.returncode == 3, r.stdout[-400:])


def orders(mazurka, cwd):
    """Violations that one order shows, found execution by execution."""
    for name in ["back", "meet", "one_crash"]:
        for por in ["dpor", "source", "optimal"]:
            r, j = check(mazurka, [os.path.join(EXAMPLES, "../../test/protocols", name + ".c"), f"--por={por}", "--stateful=off", "--trace=t.trace"], cwd)
            expect(f"{name} --por={por}", j and j["verdict"] == "violation", f"expected a violation: {r.stderr[-300:]}")


def verified(mazurka, cwd):
    """Every set is what it should be; with a planted mistake one is not, where the build has mistakes."""
    for name, flags in [("paxos", "-DPROPOSERS=1"), ("register", ""), ("two_phase_commit", "-DCRASHES=0"), ("multicast", "-DRECEIVERS=3")]:
        for por in REDUCTIONS[1:]:
            r, j = check(mazurka, [os.path.join(EXAMPLES, name + ".c"), f"--define={flags}", f"--por={por}", "--verify-relations"], cwd)
            expect(f"{name} {flags} {por} --verify-relations", j and j["verdict"] == "ok", r.stderr[-300:])


def wrong(mazurka, cwd):
    for name, code, text in WRONG:
        # what does not return is waited for, and the reduction has no part in that
        for por in ["lpor-net"] if "does not return" in text else ["none", "lpor-net"]:
            r = subprocess.run([mazurka, "check", os.path.join(BAD, name + ".c"), f"--por={por}"], capture_output=True, text=True,
                               timeout=300, cwd=cwd)
            said = r.stdout + r.stderr
            expect(f"{name} {por}", r.returncode == code and text in said, f"exit {r.returncode}, not {code}: {said[-400:]}")


def portfolio(mazurka, cwd):
    """Each engine has a child for the protocol: its answer is the portfolio's, with its exit code."""
    for name, code, text in (("raft", 0, ": ok — "), ("two_phase_commit", 1, "invalid end state")):
        r = subprocess.run([mazurka, "check", os.path.join(EXAMPLES, name + ".c"), "--engine=portfolio", "--quiet"], capture_output=True, text=True, timeout=300, cwd=cwd)
        expect(f"{name} portfolio", r.returncode == code and text in r.stdout and "error" not in r.stderr, f"exit {r.returncode}: {r.stdout[-300:]} {r.stderr[-300:]}")
    r = subprocess.run([mazurka, "check", os.path.join(BAD, "exits_late.c"), "--engine=portfolio"], capture_output=True, text=True, timeout=300, cwd=cwd)
    expect("exits_late portfolio", r.returncode == 3 and ": ok" not in r.stdout, f"exit {r.returncode}: {r.stdout[-300:]} {r.stderr[-300:]}")


# what is declared in test/protocols/declared.c, and what is said if it is too small
DECLARED = [
    ("READS", '.reads = "",', "the guard of transition use reads d, which it does not declare (.reads)"),
    ("READS", '.reads = "x",', "the guard of transition use reads d, which it does not declare (.reads)"),
    ("USES", '.uses = "",', "the effect of transition use uses x, which it does not declare (.uses)"),
    ("WRITES", '.writes = "",', "transition use writes d, which it does not declare (.writes)"),
    ("SENDS", '.sends = "",', "transition use sends M, which it does not declare (.sends)"),
    ("SENDS", '.sends = "N",', "transition use sends M, which it does not declare (.sends)"),
    ("TO", '.to = "p",', "transition use sends to process 1, which it does not declare (.to)"),
    ("SEES", '.reads = "",', "property safe reads q.got, which it does not declare (.reads)"),
    ("SEES", '.reads = "p.x",', "property safe reads q.got, which it does not declare (.reads)"),
    ("FIELDS", '""', "transition use sends M with more values than it has fields"),
]


def declared(mazurka, cwd):
    """Left out it means everything, too small it is an error, in every mode."""
    file = os.path.join(HERE, "../protocols/declared.c")
    modes = [["--por=none"], ["--por=lpor"], ["--por=lpor-net"], ["--por=lpor-net", "--verify-relations"], ["--search=bfs", "--por=none"],
             ["--por=optimal", "--stateful=off"]]
    for mode in modes:
        r, j = check(mazurka, [file, *mode, "--trace=t.trace"], cwd)
        expect(f"declared {mode}", j and j.get("verdict") == "violation", r.stderr[-300:])
    for field, small, text in DECLARED:
        for mode in modes:
            r, j = check(mazurka, [file, f"--define=-D{field}='{small}'", *mode], cwd)
            expect(f"declared {field} = {small} {mode}", r.returncode == 2 and f"error: {text}" in r.stderr and "declared.c:" in r.stderr and j and j.get("errors"), f"exit {r.returncode}: {r.stderr[-300:]}")
            if field == "FIELDS":
                continue
            r, j = check(mazurka, [file, f"--define=-D{field}=", *mode, "--trace=t.trace"], cwd)
            expect(f"declared without {field} {mode}", j and j.get("verdict") == "violation", f"exit {r.returncode}: {r.stderr[-300:]}")
    for how in [*range(1, 14), *range(15, 21)]:
        r, _ = check(mazurka, [file, f"--define=-DHOW={how}"], cwd)
        expect(f"declared HOW={how}", r.returncode == 2 and f"the guard of transition use reads {'x' if how in (2, 3) else 'text'}, which it does not declare" in r.stderr, f"exit {r.returncode}: {r.stderr[-300:]}")
    r, _ = check(mazurka, [file, "--define=-DHOW=14"], cwd)
    expect("declared HOW=14", r.returncode == 2 and "the guard of transition use reads beside its variables" in r.stderr, f"exit {r.returncode}: {r.stderr[-300:]}")
    r = subprocess.run([mazurka, "simulate", file, "--define=-DUSES='.uses = \"\",'"], capture_output=True, text=True, timeout=100, cwd=cwd)
    expect("declared, simulated", r.returncode == 2 and "uses x, which it does not declare" in r.stderr, f"exit {r.returncode}: {r.stderr[-300:]}")


def need_not(mazurka, cwd):
    """A fault may happen, it need not: ends, runs and fairness, in every search."""
    where = os.path.join(HERE, "../protocols")
    ways = [["--por=none"], ["--por=lpor"], ["--por=lpor-net"], ["--por=none", "--search=bfs"], ["--por=lpor-net", "--verify-relations"]]
    ways += [[f"--por={por}", "--stateful=off"] for por in ["none", "static", "dpor", "source", "optimal"]]
    for way in ways:
        for name, flags, wanted in [("need_not_crash", "-DCRASHES=1", "client (0) cannot go on"), ("need_not_lie", "", "b (0) cannot go on"),
                                    ("need_not_lose", "", "messages are left in channels")]:
            more = ["--ends=empty"] if name == "need_not_lose" else []
            r, j = check(mazurka, [os.path.join(where, name + ".c"), f"--define={flags}", *way, *more, "--claim=safety", "--trace=t.trace"], cwd)
            expect(f"{name} {way}", j and j.get("verdict") == "violation" and wanted in j["findings"][0]["message"], f"expected a violation: {r.stderr[-300:]}")
            again = subprocess.run([mazurka, "replay", "t.trace"], capture_output=True, text=True, timeout=100, cwd=cwd)
            expect(f"{name} {way} replay", again.returncode == 1 and "reproduced" in again.stdout, again.stderr[-300:])
    for name, flags, ltl, fair, verdict in [("need_not_lie", "", "<> got", "none", "violation"), ("need_not_lie", "", "<> got", "weak", "violation"),
                                            ("need_not_lie", "", "<> got", "strong", "violation"), ("need_not_lose", "", "[] waiting", "strong", "ok"),
                                            ("need_not_lose", "", "<> !waiting", "strong", "violation")]:
        for por in REDUCTIONS:
            r, j = check(mazurka, [os.path.join(where, name + ".c"), f"--define={flags}", f"--por={por}", f"--ltl={ltl}", f"--fair={fair}", "--claim=formula", "--trace=t.trace"], cwd)
            expect(f"{name} {ltl} --fair={fair} {por}", j and j.get("verdict") == verdict, f"expected {verdict}: {r.stderr[-300:]}")


def formulas(mazurka, cwd):
    for name, flags, ltl, verdict in [
        ("paxos", "-DPROPOSERS=1", "<> learned", "ok"), ("paxos", "-DPROPOSERS=1", "[] !learned", "violation"),
        ("paxos", "-DPROPOSERS=1", "[] (learned -> [] learned)", "ok"),
        ("two_phase_commit", "-DCRASHES=0", "<> all_decided", "ok"), ("two_phase_commit", "-DCRASHES=1 -DPARTICIPANTS=2", "<> all_decided", "violation"),
    ]:
        for por in REDUCTIONS:
            r, j = check(mazurka, [os.path.join(EXAMPLES, name + ".c"), f"--define={flags}", f"--por={por}", f"--ltl={ltl}", "--claim=formula"], cwd)
            expect(f"{name} {flags} {ltl} {por}", j and j["verdict"] == verdict, f"expected {verdict}: {r.stderr[-300:]}")
    for claim in ["agreemnt", "never", "formula"]:
        r = subprocess.run([mazurka, "check", os.path.join(EXAMPLES, "paxos.c"), "--define=-DPROPOSERS=1", f"--claim={claim}"], capture_output=True, text=True, timeout=100, cwd=cwd)
        expect(f"paxos --claim={claim}", r.returncode == 2 and f"no property {claim}" in r.stderr, f"exit {r.returncode}: {r.stdout[-200:]}{r.stderr[-200:]}")


def names(mazurka, cwd):
    """Who tells symmetric processes apart is not believed: it is found, or named."""
    file = os.path.join(HERE, "../protocols/names.c")
    for por in REDUCTIONS:
        r, j = check(mazurka, [file, f"--por={por}", "--invariant=first", "--trace=t.trace"], cwd)
        expect(f"names --invariant=first {por}", j and j["verdict"] == "violation", r.stderr[-300:])
        r, j = check(mazurka, [file, "--define=-DENDS", f"--por={por}", "--trace=t.trace"], cwd)
        expect(f"names -DENDS {por}", j and j["verdict"] in ("unknown", "violation") and "names.c:21" in j["reason"] and "may_end of process listener tells" in j["reason"], str(j and j["reason"]))


def words(mazurka, cwd):
    """The model that propositions are evaluated in is not the protocol: its processes and scheduler cannot be asked about."""
    for word in ["_last == 0", "timeout", "np_", "enabled(0)", "_nr_pr == 1"]:
        for option in [f"--invariant={word}", f"--ltl=[] ({word})"]:
            r, _ = check(mazurka, [os.path.join(EXAMPLES, "register.c"), option], cwd)
            expect(f"register {option}", r.returncode == 2 and "this asks about a Promela model" in r.stderr, f"exit {r.returncode}: {r.stderr[-300:]}")


def executions(mazurka, cwd):
    """Execution by execution, with every reduction: the verdict without, and where that is ok the terminal states."""
    for name, flags in [("paxos", "-DPROPOSERS=1"), ("paxos", "-DFAULTY=1"), ("register", "-DWRONG"), ("multicast", "-DRECEIVERS=3"),
                        ("multicast", "-DRECEIVERS=3 -DQUORUM=2"), ("raft", "-DTERMS=1"), ("two_phase_commit", "-DCRASHES=0"), ("two_phase_commit", ""),
                        ("two_phase_commit", "-DEAGER"), ("../../test/protocols/liar", ""), ("../../test/protocols/liar", "-DLIARS=0"),
                        ("../../test/protocols/copies", ""), ("../../test/protocols/copies", "-DFEWER"), ("../../test/protocols/chain", "-DVISIBLE"), ("../../test/protocols/chain", "-DBEGINS")]:
        answers = {}
        for por in ["none", "static", "dpor", "source", "optimal"]:
            stored = ["--symmetry=off"] if por == "none" else ["--stateful=off"]
            r, j = check(mazurka, [os.path.join(EXAMPLES, name + ".c"), f"--define={flags}", f"--por={por}", "--claim=safety", "--trace=t.trace", *stored], cwd)
            answers[por] = j and (j["verdict"], j["orbits"] if j["verdict"] == "ok" else None)
        expect(f"{name} {flags}: executions", len(set(map(str, answers.values()))) == 1, str(answers))
        expect(f"{name} {flags}: none", flags != "-DBEGINS" or answers["none"] == ("violation", None), str(answers))


def fair(mazurka, cwd):
    """Where every execution ends, fairness says nothing and there is reduction; else there is none."""
    for name, flags, ltl, verdict, por in [
        ("two_phase_commit", "-DCRASHES=0", "<> all_decided", "ok", "lpor-net"), ("paxos", "-DPROPOSERS=1", "[] !learned", "violation", "lpor-net"),
        ("../../test/protocols/cycle", "-DSAFE", "<> !never_done", "ok", "none")]:
        got = {}
        for reduction in ["none", "lpor-net"]:
            r, j = check(mazurka, [os.path.join(EXAMPLES, name + ".c"), f"--define={flags}", f"--por={reduction}", f"--ltl={ltl}", "--fair=weak"], cwd)
            got[reduction] = j and (j["properties"][-1]["verdict"], j["properties"][-1]["por"])
        ok = all(got.values()) and got["none"][0] == got["lpor-net"][0] and got["lpor-net"][1] == por and verdict == got["none"][0]
        expect(f"{name} {flags} {ltl} --fair=weak", ok, str(got))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mazurka", default="build/mazurka")
    mazurka = os.path.abspath(parser.parse_args().mazurka)
    with tempfile.TemporaryDirectory() as cwd, tempfile.TemporaryDirectory() as built:
        build_once(built)
        examples(mazurka, cwd)
        symmetric(mazurka, cwd)
        symmetric_many(mazurka, cwd)
        portfolio(mazurka, cwd)
        declared(mazurka, cwd)
        need_not(mazurka, cwd)
        formulas(mazurka, cwd)
        names(mazurka, cwd)
        words(mazurka, cwd)
        executions(mazurka, cwd)
        fair(mazurka, cwd)
        orders(mazurka, cwd)
        verified(mazurka, cwd)
        wrong(mazurka, cwd)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
