"""Commands that are ended at random moments: what they write is whole or absent, and nothing is left.

    python3 test/trust/outputs.py --mazurka build/mazurka --moments 200 [--seed 1]

At each moment one of the commands below runs in a folder of its own, where half of its outputs exist already, and one of
these happens to it: SIGKILL, SIGHUP, SIGTERM, SIGINT after a random time, a limit on the size of files, a full disk (as
root: a small file system, which has the outputs or the temporary files; otherwise again a limit). Then each output is the old
one, or absent if there was none, or new and complete. A command that says ok or violation has written all. After
one more run, of anything, nothing is left in the temporary folder or beside the outputs.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as xml
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
OLD = "what was there before\n"
ALL = ("json", "html", "svg", "sarif", "junit", "plantuml", "trace")

# name: words of the command, its outputs by option
COMMANDS = {
    "model": (["check", "peterson_broken.pml"], ALL),
    "ok": (["check", "peterson.pml"], ("json", "html", "sarif", "junit")),
    "program": (["check", "lost.c"], (*ALL, "witness")),
    "portfolio": (["check", "philosophers_broken.c", "--engine=portfolio"], ("json", "html", "trace")),
    "translated": (["check", "philosophers_broken.c", "--engine=explicit"], ("json", "trace")),
    "protocol": (["check", "paxos.c", "--max-states=3000"], ("json", "sarif")),
    "test": (["test", "peterson_broken.pml", "philosophers_broken.c"], ("junit",)),
    "simulate": (["simulate", "peterson_broken.pml", "--seed=3"], ("trace",)),
}
SIGNALS = {"kill": signal.SIGKILL, "hangup": signal.SIGHUP, "terminate": signal.SIGTERM, "interrupt": signal.SIGINT}
EVENTS = (*SIGNALS, "size", "full outputs", "full temporary")


LOST = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int n;
void *add (void *p) { int was = n; n = was + 1; return p; }
int main (void) { pthread_t t; pthread_create (&t, 0, add, 0); add (0); pthread_join (t, 0); assert (n == 2); }
"""


def sources(folder: Path) -> None:
    (folder / "lost.c").write_text(LOST)
    for path in ("peterson.pml", "peterson_broken.pml", "c/philosophers_broken.c"):
        shutil.copy(EXAMPLES / path, folder)
    shutil.copy(next(EXAMPLES.glob("**/paxos*.c")), folder / "paxos.c")


def is_complete(kind: str, text: str) -> bool:
    """A whole file of its kind."""
    try:
        if kind in ("json", "sarif"):
            json.loads(text)
        elif kind in ("svg", "junit"):
            xml.fromstring(text)
        elif kind == "witness":
            return text.endswith("\n") and ("target" in text and bool(yaml.safe_load(text)) or text.endswith("\n[]\n"))   # where it was interrupted: none
        elif kind == "html":
            return text.rstrip().endswith("</html>")
        elif kind == "plantuml":
            return text.rstrip().endswith("@enduml")
        elif kind == "trace":
            return text.endswith("\nend\n")
    except (ValueError, xml.ParseError, yaml.YAMLError):
        return False
    return True


def session_members(session: int) -> list[int]:
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session and fields[0] != "Z":
                found.append(int(entry))
    return found


class Full:
    """A small file system; None of it for who is not root."""

    def __init__(self, folder: Path, kilobytes: int) -> None:
        self.folder = folder
        self.mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "mazurka-test", str(folder)],
                                      stderr=subprocess.DEVNULL, check=False).returncode == 0

    def release(self) -> None:
        if self.mounted:
            subprocess.run(["umount", "-l", str(self.folder)], check=True)


class Trial:
    def __init__(self, mazurka: str, chance: random.Random, name: str, event: str, folder: Path) -> None:
        self.mazurka, self.chance, self.name, self.event, self.folder = mazurka, chance, name, event, folder
        self.words, kinds = COMMANDS[name]
        self.work, self.temporary = folder / "work", folder / "tmp"
        self.work.mkdir()
        self.temporary.mkdir()
        self.full: Full | None = None
        self.problems: list[str] = []
        if event.startswith("full"):
            target = self.work if event == "full outputs" else self.temporary
            self.full = Full(target, chance.randrange(40, 90) if event == "full outputs" else chance.choice((4, 16, 64, 256, 1024)))
        sources(self.work)
        self.outputs = {self.work / f"out.{kind}": kind for kind in kinds}
        self.old = {path for path in self.outputs if chance.random() < 0.5}
        for path in self.old:
            path.write_text(OLD)

    def limit(self) -> None:
        if self.event == "size" or (self.full and not self.full.mounted):
            size = self.chance.choice((0, 1, 100, 500, 2000, 5000, 20000, 100000))
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def run(self, longest: float) -> None:
        options = [f"--{kind}={path.name}" for path, kind in self.outputs.items()]
        process = subprocess.Popen([self.mazurka, *self.words, *options], cwd=self.work, env=os.environ | {"TMPDIR": str(self.temporary)}, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True, preexec_fn=self.limit)
        if self.event in SIGNALS:
            time.sleep(self.chance.random() * longest * 1.1)
            process.send_signal(SIGNALS[self.event])
        try:
            self.out, self.err = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            self.problems.append("does not end")
            process.kill()
            self.out, self.err = process.communicate()
        self.code = process.returncode
        for _ in range(600):        # compilers that a killed command has started
            if not session_members(process.pid):
                return
            time.sleep(0.05)
        self.problems.append(f"left running: {session_members(process.pid)}")
        for pid in session_members(process.pid):
            os.kill(pid, signal.SIGKILL)

    def look(self) -> int:
        """The number of outputs that are new."""
        new = 0
        for path, kind in self.outputs.items():
            text = path.read_text(errors="replace") if path.exists() else None
            if text is None and path in self.old:
                self.problems.append(f"{path.name} is gone")
            elif text not in (None, OLD) and not is_complete(kind, text):
                self.problems.append(f"{path.name} is torn: {len(text)} characters")
            is_new = text not in (None, OLD)
            new += is_new
            if self.code in (0, 1) and not is_new and "cannot write the trace" not in self.err and not (self.code == 0 and kind == "trace"):
                self.problems.append(f"{path.name} is not written")
        for trace in (self.work / ".mazurka").glob("*.trace"):
            if not is_complete("trace", trace.read_text(errors="replace")):
                self.problems.append(f"{trace.name} is torn")
        if self.event not in SIGNALS and self.code not in (0, 1, 2, 3):
            self.problems.append("no message")
        if self.code == 2 and "error: " not in self.err + self.out:
            self.problems.append("an error without a message")
        return new

    def look_again(self) -> None:
        """After one more run."""
        if self.full:
            self.full.release()
            if self.event == "full outputs" and self.full.mounted:
                sources(self.work)
        again = subprocess.run([self.mazurka, "check", "peterson_broken.pml", "--json=out.json", "--trace=again.trace"], cwd=self.work,
                               env=os.environ | {"TMPDIR": str(self.temporary)}, capture_output=True, check=False)
        if again.returncode != 1:
            self.problems.append(f"the next run ends with {again.returncode}")
        left = sorted(p.name for p in self.temporary.iterdir())
        if left:
            self.problems.append(f"left in the temporary folder: {left}")
        beside = sorted(p.name for p in self.work.rglob(".mazurka-out.*"))
        if [n for n in beside if (self.work / n).exists()]:
            self.problems.append(f"left beside: {beside}")


def durations(mazurka: str) -> dict[str, float]:
    """Of each command when nothing happens to it; all of them must work."""
    result = {}
    for name in COMMANDS:
        with tempfile.TemporaryDirectory(prefix="mazurka-outputs-") as folder:
            trial = Trial(mazurka, random.Random(0), name, "nothing", Path(folder))
            start = time.monotonic()
            trial.run(0)
            result[name] = time.monotonic() - start
            if trial.look() != len(trial.outputs) or trial.problems:
                sys.exit(f"{name} does not work: exit code {trial.code}, {trial.problems}: {trial.err}")
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mazurka", default=str(ROOT / "build" / "mazurka"))
    parser.add_argument("--moments", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    mazurka = str(Path(arguments.mazurka).resolve())
    chance = random.Random(arguments.seed)
    longest = durations(mazurka)
    codes: collections.Counter[str] = collections.Counter()
    failed = new = outputs = 0
    for i in range(arguments.moments):
        name, event = list(COMMANDS)[i % len(COMMANDS)], EVENTS[i // len(COMMANDS) % len(EVENTS)]
        with tempfile.TemporaryDirectory(prefix="mazurka-outputs-", ignore_cleanup_errors=True) as folder:
            trial = Trial(mazurka, chance, name, event, Path(folder))
            try:
                trial.run(longest[name])
                new += trial.look()
            finally:
                trial.look_again()
            outputs += len(trial.outputs)
            codes[f"{event}: {trial.code}"] += 1
            if trial.problems:
                failed += 1
                print(f"failed: {name}, {event}, moment {i}, exit code {trial.code}: {'; '.join(trial.problems)}\n{trial.err[-600:]}")
    print(f"{outputs} outputs at {arguments.moments} moments, {new} of them new; exit codes {dict(sorted(codes.items()))}")
    print(f"{arguments.moments - failed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
