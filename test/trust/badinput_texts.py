"""Damaged texts inside of good files: comments that say how a file is checked, what a protocol declares; and recorded executions of C programs."""

from __future__ import annotations

import re
from pathlib import Path

import badinput_wire
from checker import ROOT
from outcome import run_command

PROTOCOL = ROOT / "examples" / "protocols" / "two_phase_commit.c"
DECLARED = re.compile(r'"[^"\n]*"')
COMMENTS = [b"--time=2 --por=none expect=violation", b"-DN=2 expect=ok with=m.pml -- 3 fast", b"--max-depth=9 expect=unknown\n--store=plain",
            b"--ltl=[](x<3) --claim=safety", b"--invariant=x<4 --all -UN -I. -- -- --json"]


def comments_command(model: str, data: bytes, work: Path) -> list[str]:
    lines = b"".join(b"// mazurka: " + line + b"\n" for line in data.replace(b"\0", b" ").split(b"\n"))
    (work / "bad.pml").write_bytes(lines + model.encode())
    return ["test", "bad.pml"]


def declarations() -> tuple[str, str]:
    """The functions of the protocol, and what it says about them."""
    functions, begin, declared = PROTOCOL.read_text().partition("const struct mz_protocol mz_protocol")
    assert declared
    return functions, begin + declared


def protocol_command(data: bytes, work: Path) -> list[str]:
    """Each line is one of the texts: names of variables, messages and processes."""
    functions, declared = declarations()
    lines = iter(data.replace(b"\0", b" ").split(b"\n"))

    def other(match: re.Match[str]) -> str:
        line = next(lines, None)
        return match[0] if line is None else '"' + "".join(f"\\{byte:03o}" for byte in line) + '"'
    (work / "bad.c").write_text(functions + DECLARED.sub(other, declared))
    return ["check", "bad.c", "--max-states=300", "--time=2", "--trace=/dev/null"]


def sources(parser: str, binary: str) -> list[bytes]:
    if parser == "comments":
        return COMMENTS
    if parser == "protocol":
        return ["\n".join(text[1:-1] for text in DECLARED.findall(declarations()[1])).encode()]
    return [program_trace(binary, name) for name in badinput_wire.PROGRAMS]


def program_trace(binary: str, name: str) -> bytes:
    """Of a program that is there, so that nothing has to be compiled."""
    folder = badinput_wire.folder()
    program = badinput_wire.program(binary, ROOT / "examples" / "c" / f"{name}.c")
    run_command([binary, "check", program, f"--trace={folder}/t.trace"], 60, folder)
    return (folder / "t.trace").read_bytes()
