"""A stand-in for `mazurka` with a chosen fault: the trust machine must notice.

It knows nothing of Promela: its honest answer is a function of the model's
text, the same for every option, and FAKE_FAULT names the lie. Only selftest.py
runs it.
"""

from __future__ import annotations

import os
import sys
import zlib


def main() -> int:
    fault = os.environ.get("FAKE_FAULT", "")
    options = [a for a in sys.argv[2:] if a.startswith("--")]
    path = next(a for a in sys.argv[2:] if not a.startswith("--"))
    with open(path, encoding="utf-8") as file:
        text = file.read()
    bfs, lossy = "--search=bfs" in options, "--store=bitstate" in options or "--store=compact" in options
    states = len(text.split())
    kinds = ["assertion"] if "assert" in text else []
    code = None
    digest = str(zlib.crc32(text.encode()))
    if fault == "drops-finding" and bfs and "atomic" in text:
        kinds = []
    if fault == "invents-finding" and bfs and "do" in text.split():
        kinds = ["invalid-end"]
    if fault == "miscounts" and "--store=tree" in options and "do" in text.split():
        states += 1
    if fault == "counts-more-simplified" and "--simplify=on" in options:
        states += 1
    if fault == "loses-terminal" and bfs and "goto" in text:
        digest = "0"
    if fault == "wrong-exit-code":
        code = 0 if kinds else 1
    if fault == "crashes" and "if" in text.split():
        os.abort()
    if fault == "rejects" and bfs:
        print("model.pml:1:1: error: no", file=sys.stderr)
        return 2
    if fault == "hits-bound" and bfs:
        print('{"verdict": "unknown", "exhaustive": false, "findings": [], "reason": "reached the limit of states (--max-states)", '
              '"stats": {"states": 1, "peak_bytes": 1, "max_depth": 1, "transitions": 1, "seconds": 0}}')
        return 3
    if fault == "no-json" and bfs:
        print("ok")
        return 0
    verdict = "violation" if kinds else "unknown" if lossy and fault != "sure-though-lossy" else "ok"
    sure = "true" if not lossy or fault == "sure-though-lossy" else "false"
    findings = ", ".join(f'{{"kind": "{kind}"}}' for kind in kinds)
    # by hand, because importing json takes longer than all the rest
    print(f'{{"verdict": "{verdict}", "exhaustive": {sure}, "findings": [{findings}], '
          f'"reason": "{"the store may have lost states" if sure == "false" else ""}", '
          f'"stats": {{"states": {states}, "peak_bytes": 1, "max_depth": 1, "transitions": 1, "seconds": 0}}, '
          f'"terminal": {{"count": 1, "digest": "{digest}"}}}}')
    return {"ok": 0, "violation": 1, "unknown": 3}[verdict] if code is None else code


if __name__ == "__main__":
    sys.exit(main())
