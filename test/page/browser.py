"""The page of a finding in a real browser: Chromium without a window, driven through ChromeDriver.

    python3 test/page/browser.py --mazurka build/mazurka

Ends with "N passed, N failed".
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ARROWS = "return [...document.querySelectorAll('.arrow')].map(a => a.getAttribute('class').split(' ')[1])"
KEYS = {"down": "\ue015", "up": "\ue013", "home": "\ue011", "end": "\ue010"}

LONG = """
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
static atomic_int x;
static void *work (void *p) { for (int i = 0; i < 210; i++) atomic_fetch_add (&x, 1), atomic_load (&x); return p; }
int main (void)
{
  pthread_t t[11];
  for (int i = 0; i < 11; i++) pthread_create (&t[i], NULL, work, NULL);
  for (int i = 0; i < 11; i++) pthread_join (t[i], NULL);
  assert (x != 2310);
}
"""

LASSO = """
byte x; bool go = true;
active proctype A () { do :: go -> x = 1 - x :: x == 5 -> break od }
active proctype B () { do :: x == 1 -> x = 0 od }
ltl p { <>(x == 7) }
"""


class Count:
    passed = failed = 0

    def check(self, good: bool, what: str) -> None:
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"failed: {what}")


class Browser:
    """A session of ChromeDriver on a free port of this machine."""

    def __init__(self, folder: str):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}", "--silent"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        self.session = ""
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={folder}/profile"]
        capabilities = {"alwaysMatch": {"goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL"}}}
        for _ in range(600):
            try:
                self.session = self.call("POST", "/session", {"capabilities": capabilities})["sessionId"]
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("chromedriver does not answer")

    def call(self, method: str, path: str, body: dict | None = None):
        request = urllib.request.Request(self.base + path, method=method, data=json.dumps(body or {}).encode() if method == "POST" else None,
                                         headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def do(self, path: str, **body):
        return self.call("POST", f"/session/{self.session}/{path}", body)

    def run(self, script: str, *arguments):
        return self.do("execute/sync", script=script, args=list(arguments))

    def open(self, page: Path, width: int) -> None:
        self.do("window/rect", width=width, height=1000)
        self.do("url", url=page.as_uri())

    def press(self, key: str) -> None:
        self.do("actions", actions=[{"type": "key", "id": "keyboard", "actions": [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}])

    def errors(self) -> list[str]:
        return [x["message"] for x in self.do("se/log", type="browser") if x["level"] == "SEVERE"]

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.call("DELETE", f"/session/{self.session}")
        self.driver.terminate()
        self.driver.wait()


def state(b: Browser) -> dict:
    """Where the page stands."""
    return b.run("""const current = document.querySelector('#source .current');
        return {slider: Number(document.getElementById('slider').value), position: document.getElementById('position').textContent,
                line: current && Number(current.dataset.line), step: document.getElementById('step').textContent,
                wide: document.documentElement.scrollWidth > innerWidth, nodes: document.querySelectorAll('*').length}""")


def expected_line(report: dict, step: int):
    finding = report["findings"][0]
    return finding["steps"][step]["line"] if step < len(finding["steps"]) else finding["line"]


def walk(b: Browser, c: Count, name: str, report: dict) -> None:
    """Forward and back by keys and by the slider: the marked line is the step's."""
    steps = report["findings"][0]["steps"]
    b.press(KEYS["home"])
    c.check(state(b)["slider"] == 0, f"{name}: Home goes to the first step")
    seen = [0]
    for _ in range(12):
        b.press(KEYS["down"])
        s = state(b)
        c.check(s["slider"] > seen[-1] or s["slider"] >= len(steps) - 1, f"{name}: ↓ goes on from step {seen[-1]}, not to {s['slider']}")
        c.check(s["line"] == expected_line(report, s["slider"]), f"{name}: step {s['slider']} is on line {expected_line(report, s['slider'])}, {s['line']} is marked")
        if s["slider"] > seen[-1]:
            seen.append(s["slider"])
    b.press(KEYS["up"])
    back = state(b)["slider"]
    c.check(back == (seen[-2] if len(seen) > 1 else 0), f"{name}: ↑ goes back to {seen[-2:]}, not to {back}")
    middle = len(steps) // 2
    b.run("const s = document.getElementById('slider'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))", middle)
    s = state(b)
    c.check(s["slider"] == middle and s["line"] == expected_line(report, middle), f"{name}: the slider goes to step {middle}")
    c.check(steps[middle]["thread"] in s["step"], f"{name}: the step's thread is named")
    b.press(KEYS["end"])
    c.check(state(b)["slider"] >= len(steps) - 1, f"{name}: End goes to the last step")


def look(b: Browser, c: Count, name: str, page: Path, report: dict, arrows: set[str]) -> None:
    for width in (1280, 400):
        b.open(page, width)
        title = f"{name} at {width}"
        c.check(b.run("return document.getElementById('message').textContent") == report["findings"][0]["message"], f"{title}: the message")
        c.check(not state(b)["wide"], f"{title}: the page is wider than the window")
        walk(b, c, title, report)
        b.run("document.getElementById('fold').checked && document.getElementById('fold').click()")
        b.press(KEYS["home"])
        there = set(b.run(ARROWS))
        b.press(KEYS["end"])
        there |= set(b.run(ARROWS))
        c.check(arrows <= there, f"{title}: arrows {sorted(there)}, expected {sorted(arrows)}")
        c.check(not b.errors(), f"{title}: errors in the console")


def look_closer(b: Browser, c: Count, folder: str) -> None:
    """What a reader misses first: cut words, marks out of sight, the line where a thread waits, the wrong access in red."""
    page = Path(folder, "deadlock.html")
    b.open(page, 1280)
    places = b.run("return [...document.querySelectorAll('#source .who')].map((e, i) => [i + 1, e.textContent]).filter(x => x[1])")
    c.check([18, "T1 T2 T3"] in places, f"deadlock: the threads wait at line 18, {places} are marked")
    c.check("philosophers_broken.c:18" in b.run("return document.getElementById('explanation').textContent"), "deadlock: the explanation says where")
    b.open(Path(folder, "race.html"), 1280)
    red = b.run("return [...document.querySelectorAll('.accused[data-step] text:not(.place)')].map(e => e.textContent)")
    c.check(red == ["write the_thing = &thing"], f"race: the other access is red, not {red}")
    values = b.run("document.getElementById('slider').value = 8; document.getElementById('slider').dispatchEvent(new Event('input'));"
                   "return document.getElementById('values').textContent")
    c.check("the_thing" in values and "&thing" in values, f"race: values of plain accesses are shown, not {values!r}")
    b.open(Path(folder, "protocol.html"), 1280)
    labels = b.run("return [...document.querySelectorAll('.row text:not(.place)')].map(e => e.textContent)")
    c.check(len(labels) > 8 and not [x for x in labels if len(x) < 45 and "…" in x], f"protocol: labels are cut: {labels}")
    b.open(Path(folder, "protocol.html"), 400)
    b.press(KEYS["end"])
    x, left, right = b.run("""const m = [...document.querySelectorAll('.row .mark')].pop().getBoundingClientRect(), c = document.getElementById('canvas').getBoundingClientRect();
        return [m.x, c.left, c.right]""")
    c.check(left <= x <= right, f"protocol at 400: the mark is at {x}, in sight is {left} to {right}")
    heads = b.run("return [...document.querySelectorAll('#drawing .name')].map(e => e.textContent)")
    c.check(len(set(heads)) == len(heads), f"protocol at 400: names cannot be told apart: {heads}")
    c.check(not b.errors(), "a closer look: errors in the console")


def look_at_long(b: Browser, c: Count, page: Path, report: dict) -> None:
    """Thousands of steps: what is not in sight is not drawn."""
    finding = report["findings"][0]
    steps, omitted = len(finding["steps"]), finding["omitted"] or {"at": 0, "steps": 0}
    c.check(steps + omitted["steps"] > 4600, f"the long execution has {steps} steps and {omitted['steps']} left out")
    b.open(page, 1280)
    b.run("document.getElementById('fold').checked && document.getElementById('fold').click()")
    b.run(f"document.getElementById('canvas').scrollTop = {24 * omitted['at'] - 200}")
    words: list[str] = []
    for _ in range(100):                # rows are drawn after the scrolling
        words = words or b.run("return [...document.querySelectorAll('.omitted')].map(e => e.textContent)")
        time.sleep(0 if words else 0.05)
    c.check(words == [f"… {omitted['steps']} steps left out (--full writes them)"], f"long: what is left out is {words}")
    b.run("document.getElementById('canvas').scrollTop = 40000")
    walk(b, c, "long", report)
    b.press(KEYS["end"])
    c.check(b.run("const c = document.getElementById('canvas'); return c.scrollWidth <= c.clientWidth + 2"), "long: twelve lanes are in sight")
    c.check(state(b)["nodes"] < 3000, f"long: {state(b)['nodes']} elements on the page")
    b.run("document.getElementById('fold').click()")
    c.check(b.run("return document.querySelectorAll('.gap').length") > 0, "long: folding leaves gaps")
    b.run("document.querySelector('#threads button:nth-child(3)').click()")
    c.check(b.run("return document.querySelectorAll('#threads .hidden').length") == 1, "long: a thread can be hidden")
    c.check(not b.errors(), "long: errors in the console")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mazurka", default=str(ROOT / "build" / "mazurka"))
    parser.add_argument("--keep", help="a folder for screenshots")
    options = parser.parse_args()
    c = Count()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        mazurka = Path(ROOT, options.mazurka).resolve()
        Path("long.c").write_text(LONG)
        Path("lasso.pml").write_text(LASSO)
        cases = [("deadlock", ROOT / "examples/c/philosophers_broken.c", {"thread"}), ("race", ROOT / "examples/c/lazy_broken.c", {"thread"}),
                 ("lost-wakeup", ROOT / "examples/c/buffer_broken.c", {"thread", "lock", "signal"}),
                 ("messages", ROOT / "examples/abp_broken.pml", {"message"}), ("lasso", Path("lasso.pml"), set()),
                 ("protocol", ROOT / "examples/protocols/paxos.c", {"message"}), ("long", Path("long.c"), set())]
        b = Browser(folder)
        try:
            for name, source, arrows in cases:
                page = Path(folder, f"{name}.html")
                run = subprocess.run([mazurka, "check", source, *(["-DFAULTY=2"] if name == "protocol" else []), f"--html={page}", f"--json={name}.json", "--quiet"], capture_output=True, text=True)
                c.check(run.returncode == 1, f"{name}: exit code {run.returncode}: {run.stdout}{run.stderr}")
                report = json.loads(Path(f"{name}.json").read_text())
                if name == "long":
                    look_at_long(b, c, page, report)
                else:
                    look(b, c, name, page, report, arrows)
                if options.keep:
                    import base64
                    shot = b.call("GET", f"/session/{b.session}/screenshot")
                    Path(ROOT, options.keep, f"{name}.png").write_bytes(base64.b64decode(shot))
            look_closer(b, c, folder)
            subprocess.run([mazurka, "check", ROOT / "examples/abp_broken.pml", "--svg=m.svg", "--plantuml=m.puml", "--quiet"], capture_output=True)
            c.check(Path("m.svg").read_text().count('class="mark bad"') == 1, "the picture marks the step that fails")
            c.check("assert(data==expected)" in Path("m.puml").read_text(), "the chart says the assertion as it was written")
            page = Path(folder, "ok.html")
            subprocess.run([mazurka, "check", ROOT / "examples/c/buffer.c", f"--html={page}", "--quiet"], capture_output=True)
            b.open(page, 1280)
            c.check(b.run("return document.getElementById('message').textContent") == "every behaviour is covered", "ok: what was covered is said")
            c.check("deadlock" in b.run("return document.getElementById('run').textContent"), "ok: what was looked for is said")
            c.check(not b.errors(), "ok: errors in the console")
        finally:
            b.close()
    print(f"{c.passed} passed, {c.failed} failed")
    return c.failed > 0


sys.exit(main())
