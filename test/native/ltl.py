#!/usr/bin/env python3
"""Temporal properties of small C programs: each holds or not as its head says, and as the
same program in Promela does, without fairness, with weak and with strong fairness.

    ltl.py MAZURKA [NAME...]
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ltl")
FAIR = ("none", "weak", "strong")


def verdict(mazurka, file, formula, fair, where):
    """0, 1 or what went wrong, of the formula alone: other properties are not asked for here."""
    out = os.path.join(where, "r.json")
    p = subprocess.run([mazurka, "check", file, "--ltl=" + formula, "--fair=" + fair, "--quiet", "--ends=off",
                        "--json=" + out, "--trace=" + os.path.join(where, "t.trace")], capture_output=True, text=True, timeout=120)
    if p.returncode not in (0, 1, 3):
        return p.stderr.strip() or "exit code %d" % p.returncode
    with open(out) as f:
        r = json.load(f)
    mine = [q for q in r["properties"] if q["kind"] == "ltl"][0]
    if mine["verdict"] == "violation":
        found = [f for f in r["findings"] if f["kind"] == "ltl"][0]
        if found["loop_start"] is not None and found["loop_start"] > len(found["steps"]):
            return "a loop that starts after the end"
    return {"ok": 0, "violation": 1}.get(mine["verdict"], mine["verdict"] + ": " + mine["reason"])


def main():
    mazurka = os.path.abspath(sys.argv[1])
    names = sys.argv[2:] or sorted(f[:-2] for f in os.listdir(HERE) if f.endswith(".c"))
    passed = failed = 0
    with tempfile.TemporaryDirectory() as where:
        for name in names:
            source = os.path.join(HERE, name)
            program = os.path.join(where, name)
            subprocess.run([mazurka, "cc", "-g", "-O0", source + ".c", "-o", program], check=True)
            with open(source + ".c") as f:
                rows = re.findall(r"^ \*   ([01]) ([01]) ([01])  (.*)$", f.read(), re.M)
            if not rows:
                print("failed: %s: no properties" % name)
                failed += 1
            for row in rows:
                for fair, want in zip(FAIR, row):
                    got = [verdict(mazurka, f, row[3], fair, where) for f in (program, source + ".pml")]
                    if got == [int(want)] * 2:
                        passed += 1
                        continue
                    failed += 1
                    print("failed: %s, %s, --fair=%s: C program %s, model %s, expected %s" % (name, row[3], fair, got[0], got[1], want))
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0


sys.exit(main())
