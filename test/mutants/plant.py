"""A copy of src in which the mistakes of test/mutants/*.diff can be made, one at a time.

    python3 test/mutants/plant.py FOLDER        writes FOLDER/src; files that do not change are left alone
    python3 test/mutants/plant.py --check       only sees whether every mistake still fits

A file has the mistakes of one room. Each is a block:

    mistake store_tree_last_leaf
    tests   store_all
    what    the last leaf is not compared
    @@ src/store/tree_descend.c tree_is
    -  for (uint32_t leaf = 0; leaf < leaves; leaf++)
    +  for (uint32_t leaf = 0; leaf < leaves - 1; leaf++)

`tests` are unit tests (test/unit/NAME.c) and parts (test/parts/NAME.sh) that notice it, the quickest first. A hunk
names a file and a function, and replaces whole lines of the function's body: lines that begin with a space stay,
those with - go, those with + come. What it replaces must be there exactly once; spaces at the beginning and end of
lines do not count. A mistake may have several hunks.

Each function that has mistakes gets a body for each of them, and chooses between them when it is called: the mistakes
of one function cannot get into each other's way. In a macro, where there is no body, a hunk replaces a statement or
an expression; what it replaces need not be a whole line, and what stays is only there to find the place.

A block that begins with `always` instead of `mistake` changes the copy in any case, and may change any lines: what
tests and mistakes need, and the program does not. The chosen mistake is a variable, see mutant.h.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "test" / "mutants"
HEAD = re.compile(r"(mistake|always|tests|what)\s+(.+)")
NAME = re.compile(r"^( *)(?:[A-Za-z_][\w:<>,&*~ ]*[ *&:])?([A-Za-z_~][\w~]*) \(")
LABEL = re.compile(r"^\s*([A-Za-z_]\w*):(?!:)", re.M)


class Unfit(Exception):
    """A mistake that cannot be planted, and why."""


@dataclass
class Hunk:
    file: str
    place: str                          # a function, a macro, or ""
    lines: list[str] = field(default_factory=list)

    def old(self) -> list[str]:
        return [line[1:].strip() for line in self.lines if line[0] != "+"]

    def new(self) -> list[str]:
        return [line[1:] for line in self.lines if line[0] != "-"]


@dataclass
class Mistake:
    room: str
    name: str
    always: bool = False
    tests: list[str] = field(default_factory=list)
    what: str = ""
    hunks: list[Hunk] = field(default_factory=list)
    line: int = 0


def read_file(path: Path) -> list[Mistake]:
    found: list[Mistake] = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        def wrong(what: str) -> Unfit:
            return Unfit(f"{path.relative_to(ROOT)}:{number}: {what}")
        head = HEAD.fullmatch(line)
        if not line or line.startswith("#"):
            continue
        if head and head[1] in ("mistake", "always"):
            found.append(Mistake(path.stem, head[2], head[1] == "always", line=number))
        elif not found:
            raise wrong("a block begins with 'mistake NAME'")
        elif head and head[1] == "tests":
            found[-1].tests = head[2].split()
        elif head:
            found[-1].what = head[2]
        elif line.startswith("@@ "):
            file, _, place = line[3:].partition(" ")
            found[-1].hunks.append(Hunk(file, place.strip()))
        elif line[0] in "-+ " and found[-1].hunks:
            found[-1].hunks[-1].lines.append(line)
        else:
            raise wrong("neither a head (mistake, always, tests, what, @@) nor a line of a hunk (-, +, space)")
    for m in found:
        if not m.hunks or not m.what or (not m.tests and not m.always):
            raise Unfit(f"{path.relative_to(ROOT)}:{m.line}: {m.name} needs tests, what, and a hunk")
    return found


def mistakes() -> list[Mistake]:
    """All blocks of all rooms, in order of rooms; names are used once."""
    found = [m for path in sorted(HERE.glob("*.diff")) for m in read_file(path)]
    names = [m.name for m in found if not m.always]
    for name in names:
        if names.count(name) > 1:
            raise Unfit(f"{name} stands twice in test/mutants")
    return found


# ---- the source, as lines ----

def bodies(lines: list[str], name: str) -> list[range]:
    """Where the bodies of functions of this name are, without their braces, which stand on lines of their own."""
    found = []
    for at, line in enumerate(lines):
        m = NAME.match(line)
        if not m or m[2] != name:
            continue
        first = next((i for i in range(at, len(lines)) if lines[i].rstrip().endswith((";", "{", "}"))), at)
        if lines[first].rstrip() == m[1] + "{":
            last = next(i for i in range(first, len(lines)) if lines[i].rstrip() == m[1] + "}")
            found.append(range(first + 1, last))
    return found


def macros(lines: list[str], name: str) -> list[range]:
    found = []
    for at, line in enumerate(lines):
        if re.match(rf"#define {name}\b", line):
            last = at
            while lines[last].endswith("\\"):
                last += 1
            found.append(range(at, last + 1))
    return found


def find(lines: list[str], where: list[range], old: list[str]) -> list[int]:
    return [i for r in where for i in range(r.start, r.stop - len(old) + 1)
            if all(lines[i + k].strip() == old[k] for k in range(len(old)))]


def only(found: list[int], hunk: Hunk) -> int:
    if len(found) != 1:
        place = f"{hunk.file}, {hunk.place}" if hunk.place else hunk.file
        raise Unfit(f"is {'not' if not found else f'{len(found)} times'} in {place}: {' / '.join(hunk.old())}")
    return found[0]


# ---- planting ----

def change(lines: list[str], hunk: Hunk) -> list[str]:
    """Lines of a file, changed in any case."""
    where = bodies(lines, hunk.place) or macros(lines, hunk.place) if hunk.place else [range(len(lines))]
    at = only(find(lines, where, hunk.old()), hunk)
    return lines[:at] + hunk.new() + lines[at + len(hunk.old()):]


def in_macro(lines: list[str], where: range, hunk: Hunk, name: str) -> list[str]:
    """A statement or an expression of a macro becomes a choice."""
    def pattern(kind: str) -> str:
        words = " ".join(line[1:].strip() for line in hunk.lines if line[0] == kind).split()
        return r"[\s\\]+".join(re.escape(word) for word in words)
    stays, old = pattern(" "), pattern("-")
    text = "\n".join(lines[where.start:where.stop])
    places = [m.span(1) for m in re.finditer((stays + r"[\s\\]*" if stays else "") + f"({old})", text)]
    if len(places) != 1 or not (old or stays):
        raise Unfit(f"is {len(places) or 'no'} times in {hunk.file}, {hunk.place}: {' / '.join(hunk.old())}")
    start, end = places[0]
    was = text[start:end]
    new = " ".join(line[1:].strip() for line in hunk.lines if line[0] == "+")
    chosen = f"MUTANT ({name})"
    if not was:
        choice = f"if ({chosen}) {{ {new} }} "
    elif not new:
        choice = f"if (!{chosen}) {was}"
    elif was.endswith(";"):
        choice = f"if ({chosen}) {{ {new} }} else {{ {was} }}"
    else:
        choice = f"({chosen} ? ({new}) : ({was}))"
    text = text[:start] + choice + text[end:]
    return lines[:where.start] + text.split("\n") + lines[where.stop:]


def with_labels(body: list[str], suffix: str) -> list[str]:
    """Labels belong to the whole function: each copy of its body has its own."""
    text = "\n".join(body)
    gone_to = set(re.findall(r"\bgoto (\w+);", text))
    for label in LABEL.findall(text):
        if label in gone_to:
            text = re.sub(rf"(\bgoto |^\s*){label}(?=[;:])", rf"\g<1>{label}_{suffix}", text, flags=re.M)
    return text.split("\n")


def function(lines: list[str], where: range, file: str, wanted: dict[str, list[Hunk]]) -> list[str]:
    """A function with a body for each of its mistakes."""
    def marked(body: list[str]) -> list[str]:
        return [f'#line {where.start + 1} "{file}"', *body]
    body = lines[where.start:where.stop]
    out = ["  switch (mutant_chosen) {"]
    for name, hunks in wanted.items():
        copy = list(body)
        for at, hunk in sorted([(only(find(body, [range(len(body))], hunk.old()), hunk), hunk) for hunk in hunks],
                               key=lambda place: place[0], reverse=True):
            copy[at:at + len(hunk.old())] = hunk.new()
        out += [f"  case MUTANT_{name}: {{", *with_labels(marked(copy), name), "  } break;"]
    return out + ["  default: {", *marked(body), "  }", "  }", f'#line {where.stop + 1} "{file}"']


def plant_file(lines: list[str], file: str, found: list[tuple[Mistake, Hunk]], unfit: list[str]) -> list[str]:
    """From the end to the beginning, so that places stay what they are."""
    choices: dict[tuple[int, int], dict[str, list[Hunk]]] = {}
    in_macros: list[tuple[Mistake, Hunk]] = []
    for m, hunk in found:
        try:
            where = bodies(lines, hunk.place)
            if where:
                at = only(find(lines, where, hunk.old()), hunk)
                body = next(r for r in where if at in r)
                choices.setdefault((body.start, body.stop), {}).setdefault(m.name, []).append(hunk)
            elif macros(lines, hunk.place):
                in_macros.append((m, hunk))
            else:
                raise Unfit(f"no function or macro {hunk.place or '(unnamed)'} in {hunk.file}")
        except Unfit as why:
            unfit.append(f"{m.name} {why}")
    for (start, stop), wanted in sorted(choices.items(), reverse=True):
        try:
            lines = lines[:start] + function(lines, range(start, stop), file, wanted) + lines[stop:]
        except Unfit as why:
            unfit.append(f"{', '.join(wanted)}: {why}")
    for m, hunk in in_macros:
        try:
            lines = in_macro(lines, macros(lines, hunk.place)[0], hunk, m.name)
        except Unfit as why:
            unfit.append(f"{m.name} {why}")
    return lines


def plant(found: list[Mistake]) -> tuple[dict[str, str], list[str]]:
    """Files that change, by name; and what does not fit."""
    unfit: list[str] = []
    texts: dict[str, list[str]] = {}
    for file in sorted({hunk.file for m in found for hunk in m.hunks}):
        path = ROOT / file
        mine = [(m, hunk) for m in found for hunk in m.hunks if hunk.file == file]
        if not path.is_file():
            unfit += [f"{m.name}: there is no {file}" for m, _ in mine]
            continue
        lines = path.read_text().split("\n")
        for m, hunk in mine:
            try:
                lines = change(lines, hunk) if m.always else lines
            except Unfit as why:
                unfit.append(f"{m.name} {why}")
        texts[file] = plant_file(lines, file, [(m, hunk) for m, hunk in mine if not m.always], unfit)
    return {file: f'#line 1 "{file}"\n' + "\n".join(lines) for file, lines in texts.items()}, unfit


def write(folder: Path, found: list[Mistake], changed: dict[str, str]) -> None:
    """Only what is not there yet, or make would build everything again."""
    wanted = {path.relative_to(ROOT): path.read_bytes() for path in (ROOT / "src").rglob("*") if path.is_file()}
    wanted |= {Path(file): text.encode() for file, text in changed.items()}
    wanted |= {Path("src/base") / name: (HERE / name).read_bytes() for name in ("mutant.c", "mutant.h")}
    names = "".join(f"X ({m.name})\n" for m in found if not m.always)
    wanted[Path("src/base/mutant_names.h")] = names.encode()
    for file, text in wanted.items():
        path = folder / file
        if not path.is_file() or path.read_bytes() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
    for path in [path for path in (folder / "src").rglob("*") if path.is_file() and path.relative_to(folder) not in wanted]:
        path.unlink()


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        found = mistakes()
    except Unfit as why:
        sys.exit(str(why))
    changed, unfit = plant(found)
    for why in unfit:
        print(why)
    if sys.argv[1] == "--check":
        print(f"{len(found) - len(unfit)} passed, {len(unfit)} failed")
    elif not unfit:
        write(Path(sys.argv[1]), found, changed)
    return 1 if unfit else 0


if __name__ == "__main__":
    sys.exit(main())
