"""Every way to touch memory that was thought of is an access, with gcc and with clang: it races, and under a lock it does not.

    python3 test/native/accesses.py [--levels O0,O1,O2,O3] [--clang O0,O2] [--only PATTERN]

What a compiler's own instrumentation leaves out is shown by our plugins (src/native/gcc, clang); without them the verdict
says so.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
MAZURKA = (Path(os.environ.get("BUILD", HERE.parents[1] / "build")) / "mazurka").resolve()
RACE, FREE, UNKNOWN = 1, 0, 3
LEFT_OUT = "accesses without instrumentation"


class Tried:
    def __init__(self, folder: str, only: str) -> None:
        self.folder, self.only = Path(folder), only
        self.passed = self.failed = 0

    def check(self, ok: bool, what: str, text: str) -> None:
        if ok:
            self.passed += 1
        else:
            self.failed += 1
            print(f"failed: {what}\n{text[:600]}")

    def build(self, compiler: str, flags: list[str], source: str) -> Path:
        out = self.folder / "program"
        environment = dict(os.environ, MAZURKA_CC=compiler, MAZURKA_CXX={"gcc": "g++", "clang": "clang++"}.get(compiler, compiler))
        subprocess.run([MAZURKA, *(["c++", "-std=c++17"] if source.endswith(".cc") else ["cc"]), *flags, "-w", "-pthread", HERE / source, "-o", out, "-latomic"],
                       check=True, env=environment, stderr=subprocess.DEVNULL)
        return out

    def run(self, program: Path, *arguments: str) -> tuple[int, str]:
        done = subprocess.run([MAZURKA, "check", program, "--random=0", "--", *arguments], text=True, capture_output=True, timeout=120,
                              cwd=self.folder)
        return done.returncode, done.stdout + done.stderr

    def cases(self, program: Path) -> list[str]:
        names = subprocess.run([program], text=True, capture_output=True, check=True).stdout.split()
        return [n for n in names if fnmatch.fnmatch(n, self.only)]

    def all_seen(self, compiler: str, flags: list[str], source: str) -> None:
        program = self.build(compiler, flags, source)
        for name in self.cases(program):
            where = f"{compiler} {' '.join(flags)} {source}: {name}"
            code, text = self.run(program, name)
            self.check(code == RACE and "data race" in text, f"{where}: {code}, no race", text)
            code, text = self.run(program, name, "locked")
            self.check(code == FREE and LEFT_OUT not in text, f"{where}, locked: {code}", text)

    def never_ok(self, compiler: str, flags: list[str]) -> None:
        """What is not seen is named."""
        program = self.build(compiler, [*flags, "-DNOTED"], "accesses.c")
        for name in self.cases(program):
            code, text = self.run(program, name)
            self.check(code in (RACE, UNKNOWN), f"{compiler} {name}: {code}", text)
            code, text = self.run(program, name, "locked")
            self.check(code == UNKNOWN and "not seen: " in text, f"{compiler} {name}, locked: {code}", text)

    def nothing_assigned(self, compiler: str) -> None:
        """A call that throws assigns nothing, and a branch that is not taken touches nothing."""
        for source in ("accesses.cc", "accesses.c"):
            program = self.build(compiler, ["-O2", "-DNOTHING"], source)
            for name in self.cases(program):
                code, text = self.run(program, name)
                self.check(code == FREE, f"{compiler} {name}: {code}", text)

    def without_plugin(self, compiler: str, driver: str) -> None:
        """A unit that the plugin has not been through is assumed to hide nothing, and the verdict says so."""
        wrapper = self.folder / f"my-{compiler}"
        wrapper.write_text(f"#!/bin/sh\nfor w; do shift; case $w in -fplugin=* | -fpass-plugin=*) ;; *) set -- \"$@\" \"$w\" ;; esac; done\nexec {driver} \"$@\"\n")
        wrapper.chmod(0o755)
        program = self.build(str(wrapper), ["-O0"], "accesses.c")
        code, text = self.run(program, "argument_big", "locked")
        self.check(code == FREE and LEFT_OUT + " not shared" in text and "pointers into globals and stacks stay in their object" in text, f"{compiler} without the plugin: {code}", text)
        subprocess.run(["strip", program], check=True)
        code, text = self.run(program, "argument_big", "locked")
        self.check(LEFT_OUT + " not shared" in text, f"{compiler} without the plugin, stripped: {code}", text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", default="O1,O2", help="of gcc")
    parser.add_argument("--clang", default="O0,O2", help="its levels")
    parser.add_argument("--only", default="*")
    o = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        t = Tried(folder, o.only)
        for source in ("accesses.c", "accesses.cc"):
            for level in o.levels.split(","):
                t.all_seen("gcc", [f"-{level}"], source)
            for level in o.clang.split(","):
                t.all_seen("clang", [f"-{level}"], source)
        for compiler in ("gcc", "clang"):
            t.never_ok(compiler, ["-O0"])
            t.nothing_assigned(compiler)
            t.without_plugin(compiler, compiler)
    print(f"{t.passed} passed, {t.failed} failed")
    sys.exit(t.failed != 0)


if __name__ == "__main__":
    main()
