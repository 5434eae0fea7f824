"""Transcripts in README.md and docs/*.md: does the command still print that?

    python3 test/docs.py [--update] [FILE...]

A transcript is a fenced block that begins with `$ mazurka ...`; more commands may
follow in it. A line `...` stands for any lines. Times and memory may differ. A
fenced block with a file name after its language (```promela ltl.pml) makes that
file for the commands of its document. Commands run in a scratch directory with
examples/ in it. --update writes what is printed now in the place of what differs.

Links of the pages to other files of this repository, and to headings of them, must lead somewhere; every page must be
linked from docs/README.md or docs/results/README.md.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = Path(os.environ.get("BUILD") or ROOT / "build").resolve()
FENCE = re.compile(r"^```(\S*)(?: +(\S+))?\n(.*?)^```$", re.M | re.S)
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
MASKS = [(re.compile(r"\b[\d.]+ (?:s|min|h)\b"), "T"), (re.compile(r"\b[\d.]+ (?:bytes|[kMGT]B)(?=\n|$)"), "B")]


def masked(line: str) -> str:
    for pattern, name in MASKS:
        line = pattern.sub(name, line)
    return line.rstrip()


def matches(wanted: list[str], got: list[str]) -> bool:
    """Are the lines the same? '...' in wanted stands for any number of them."""
    if not wanted:
        return not got
    if wanted[0] == "...":
        return any(matches(wanted[1:], got[i:]) for i in range(len(got) + 1))
    return bool(got) and masked(wanted[0]) == masked(got[0]) and matches(wanted[1:], got[1:])


def run(command: str, directory: Path) -> list[str]:
    env = os.environ | {"PATH": f"{BUILD}:{os.environ['PATH']}", "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(["sh", "-c", command], cwd=directory, env=env, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False)
    return done.stdout.splitlines()


def transcript(text: str) -> list[tuple[str, list[str]]]:
    """Commands with the lines that follow them."""
    commands: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            commands.append((line[2:], []))
        else:
            commands[-1][1].append(line)
    return commands


class Document:
    def __init__(self, path: Path, update: bool) -> None:
        self.path, self.update = path, update
        self.passed = self.failed = 0

    def check_block(self, text: str, directory: Path) -> str:
        made = []
        for command, wanted in transcript(text):
            got = run(command, directory)
            good = matches(wanted, got)
            self.passed += good
            self.failed += not good
            if not good and not self.update:
                print(f"{self.path.name}: $ {command}\nfailed: this is printed now (--update writes it):")
                print("\n".join("  " + line for line in got))
            made += ["$ " + command, *(wanted if good else got)]
        return "\n".join(made) + "\n"

    def check(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            directory = Path(scratch)
            (directory / "examples").symlink_to(ROOT / "examples")

            def block(found: re.Match[str]) -> str:
                language, name, text = found.groups()
                if name:
                    (directory / name).write_text(text)
                if not text.startswith("$ mazurka "):
                    return found.group(0)
                return f"```{language}\n{self.check_block(text, directory)}```"

            text = self.path.read_text()
            new = FENCE.sub(block, text)
        if self.update and new != text:
            self.path.write_text(new)


LINK = re.compile(r"\]\(([^)\s]+)\)")


def anchors(page: Path) -> set[str]:
    """The names that headings of a page have in links."""
    text = FENCE.sub("", page.read_text())
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in re.findall(r"^#+ +(.*)$", text, re.M)}


def check_links(pages: list[Path]) -> tuple[int, int]:
    """Links that lead somewhere, and pages that are linked from an index; those that do not, and are not."""
    good, linked, bad = 0, set(), []
    for page in pages:
        for link in LINK.findall(FENCE.sub("", page.read_text())):
            if "://" in link:
                continue
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page.resolve()
            found = target.exists() and (not anchor or anchor in anchors(target))
            good += found
            bad += [] if found else [f"{page.relative_to(ROOT)}: the link {link} leads nowhere"]
            if page.name == "README.md":
                linked.add(target)
    indices = {ROOT / "README.md"}
    bad += [f"{page.relative_to(ROOT)} is not linked from an index" for page in pages if page.resolve() not in linked | indices]
    for line in bad:
        print("failed:", line)
    return good, len(bad)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("files", nargs="*", type=Path, default=PAGES)
    args = parser.parse_args()
    passed, failed = check_links(PAGES) if args.files == PAGES else (0, 0)
    for path in args.files:
        document = Document(path, args.update)
        document.check()
        passed += document.passed
        failed += document.failed
    print(f"{passed} passed, {failed} failed")
    return bool(not passed or (failed and not args.update))


if __name__ == "__main__":
    sys.exit(main())
