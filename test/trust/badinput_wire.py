"""What damaged inputs of C programs need: a program that says what it is told to (test/native/wire_speaker.c), and good inputs to damage."""

from __future__ import annotations

import atexit
import functools
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from random import Random

from checker import ROOT
from outcome import run_command

PROGRAMS = ("flag_broken", "buffer_broken", "philosophers_broken", "stack_broken")
FORMULA = "--ltl=<>(turn == 9)"
TURNS = """#include <stdatomic.h>
#include <pthread.h>
atomic_int turn;
static void *other (void *a) { while (turn != 1) ; turn = 2; return a; }
int main (void) { pthread_t t; pthread_create (&t, 0, other, 0); turn = 1; while (turn != 2) ; return pthread_join (t, 0); }
"""


@functools.cache
def folder() -> Path:
    """Where the programs are, until the end."""
    path = Path(tempfile.mkdtemp(prefix="bad-wire-"))
    atexit.register(shutil.rmtree, path, True)
    (path / "turns.c").write_text(TURNS)
    return path


@functools.cache
def speaker() -> str:
    out = folder() / "speaker"
    subprocess.run(["gcc", "-O1", "-g", f"-I{ROOT}/src", ROOT / "test/native/wire_speaker.c", "-o", out], check=True)
    return str(out)


def program(binary: str, source: Path) -> str:
    out = folder() / source.stem
    if not out.exists():
        subprocess.run([binary, "cc", "-O1", "-w", source, "-o", out], check=True)
    return str(out)


def command(data: bytes, work: Path) -> list[str]:
    """The first line says whether a formula is checked."""
    first, _, rest = data.partition(b"\n")
    (work / "said").write_bytes(rest)
    return ["check", speaker(), "--time=2", "--all", "--trace=/dev/null", *([FORMULA] if first == b"ltl" else []), "--", str(work / "said")]


def recordings(binary: str) -> list[bytes]:
    """What programs say, each as one input."""
    sources = [ROOT / "examples" / "c" / f"{name}.c" for name in PROGRAMS]
    found = []
    for source, options, first in [*[(s, [], b"plain") for s in sources], (folder() / "turns.c", [FORMULA], b"ltl")]:
        said = folder() / "said"
        said.unlink(missing_ok=True)
        told = subprocess.run([binary, "check", speaker(), "--trace=/dev/null", *options, "--", "orders"], capture_output=True, text=True, timeout=60)
        orders = re.search(r"note: ([0-9a-f]+)\n", told.stderr)[1]
        subprocess.run([speaker(), said, program(binary, source), orders], check=True, timeout=60, stdout=subprocess.DEVNULL)
        found.append(first + b"\n" + said.read_bytes())
    return found


FOLLOWED = str(ROOT / "examples" / "c" / "flag_broken.c")


def witnesses(binary: str) -> list[bytes]:
    """Of a program, whose source is not damaged."""
    run_command([binary, "check", FOLLOWED, "--trace=/dev/null", f"--witness={folder()}/w.yml"], 60, folder())
    return [(folder() / "w.yml").read_bytes()]


def edit_words(rng: Random, data: bytes) -> bytes:
    """Numbers of four or eight bytes become others."""
    changed = bytearray(data)
    start = data.find(b"\n") + 1
    for _ in range(rng.choice([1, 1, 2, 5])):
        size = rng.choice([4, 8])
        at = start + 4 * rng.randrange(max(1, (len(data) - start) // 4))
        old = int.from_bytes(changed[at:at + size], "little")
        new = rng.choice([0, 1, old + 1, old - 1, old * 2, 255, 1 << 16, 1 << 31, (1 << 32) - 1, 1 << 40, (1 << 63) - 1, (1 << 64) - 1])
        changed[at:at + size] = (new % (1 << 8 * size)).to_bytes(size, "little")
    return bytes(changed)
