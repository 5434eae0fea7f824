"""Files from strangers: traces, lists of tests, comments, witnesses, names and models that try to run a program, to write or
show a file that they should not, or never to end.

    python3 test/trust/hostile_files.py --mazurka build/mazurka

Each case is a folder of its own. After it: the exit code, what was said, no mark of a program that ran, no file that is new or
changed but those that the command names, no byte that a terminal takes for a command, nothing of a file that is none of the
input's, and an end in time.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

SECONDS = 60                # far more than any case takes
SECRET = "secret-of-the-home-folder"

VICTIM = "#include <assert.h>\nint main (int argc, char **argv) { (void) argv; assert (argc > 5); return 0; }\n"
GOOD = "int main (void) { return 0; }\n"
MODEL = "byte x;\nactive proctype P () { x = 1; assert (x == 2) }\n"


@dataclass
class Case:
    name: str
    command: list[str]
    code: int
    says: str                                   # a pattern, in what is printed
    make: Callable[[Path], None] = lambda folder: None
    writes: set[str] = field(default_factory=set)   # files that may be new
    seconds: float = SECONDS


CASES: list[Case] = []


def put(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)


# ---- traces ----

FLAGS_OF_PROGRAMS = [
    "-fmodules-ts -fmodule-mapper=|./evil.sh", "-fmodule-mapper=|./evil.sh", "-wrapper ./evil.sh", "-wrapper,./evil.sh", "-fplugin=./evil.so", "-fpass-plugin=./evil.so",
    "-B.", "-B ./", "-specs=evil.specs", "--specs=evil.specs", "-Xclang -load -Xclang ./evil.so", "-fuse-ld=./evil.sh", "@evil.words", "-x c++ -", "-include home/secret.h",
    "-imacros home/secret.h", "-fdump-tree-original=home/profile", "-fdump-rtl-all=home/profile", "-fopt-info-all=home/profile", "-save-temps", "-MD -MF home/profile",
    "-MMD -MFhome/profile", "-gsplit-dwarf", "--coverage", "-ftest-coverage", "-o home/profile", "-ohome/profile", "-aux-info home/profile", "-fstack-usage",
    "-Wl,-Map=home/profile", "-Wl,-plugin,./evil.so", "-Wa,-al=home/profile", "-Wp,-MD,home/profile", "-Xlinker -Map=home/profile", "-T evil.ld", "-L. -levil", "-I/etc", "-I..", "-I@evil.words", "-I @evil.words",
    "'-Dmain(a,b)=main(int c,char**v){__builtin_trap();}int x'", "-Dmain=other", "'-Dassert(x)='", "-Dassert=system", "-DN=`./evil.sh`", "'-DN=\"a\\\n#include <evil>\"'",
    "'-O2 -fplugin=./evil.so'", "-O2\t-fplugin=./evil.so", "-O2\\ -fplugin=./evil.so", "\"\" -fplugin=./evil.so",
]
FLAGS_OF_MODELS = ["-include home/secret.h", "-wrapper ./evil.sh", "-o home/profile", "-B.", "-DN=1 -fplugin=./evil.so", "-I/etc", "-O2", "'-DP()=Q'", "@evil.words"]


def trace_text(folder: Path, source: str, key: str, flags: str) -> str:
    """The trace that the command writes of the source, with other flags."""
    result = subprocess.run([MAZURKA, "check", source, "--trace=own.trace"], cwd=folder, capture_output=True, timeout=SECONDS)
    if result.returncode != 1:
        raise RuntimeError(f"{source}: no trace: {result.stderr!r}")
    escaped = flags.replace("\\", "\\\\").replace("\n", "\\n")
    lines = [line for line in (folder / "own.trace").read_text().splitlines() if not line.startswith(f"option {key} ")]
    at = next(i for i, line in enumerate(lines) if line.startswith("hash ")) + 1
    (folder / "own.trace").unlink()
    return "\n".join(lines[:at] + [f"option {key} {escaped}"] + lines[at:]) + "\n"


def add_traces() -> None:
    def of_program(flags: str) -> Callable[[Path], None]:
        return lambda folder: (put(folder, "victim.c", VICTIM), put(folder, "x.trace", trace_text(folder, "victim.c", "cflags", flags)))[0]

    def of_model(flags: str) -> Callable[[Path], None]:
        return lambda folder: (put(folder, "m.pml", MODEL), put(folder, "x.trace", trace_text(folder, "m.pml", "define", flags)))[0]

    asked = r"x\.trace:\d+: error: the flag .* is not one that a file may give.*--allow-flags"
    for flags in FLAGS_OF_PROGRAMS:
        CASES.append(Case(f"trace: {flags}", ["replay", "x.trace"], 2, asked, of_program(flags)))
    for flags in FLAGS_OF_MODELS:
        CASES.append(Case(f"trace of a model: {flags}", ["replay", "x.trace"], 2, asked, of_model(flags)))
    # what is harmless goes on to the comparison with the recorded program, and so does what the user lets through
    CASES.append(Case("trace: harmless flags", ["replay", "x.trace"], 2, "has changed since", of_program("-O2 -DN=4 -Wall -I. -lm -pthread")))
    CASES.append(Case("trace: let through", ["replay", "x.trace", "--allow-flags"], 2, "has changed since", of_program("-fdump-tree-original=dumped"), {"dumped"}))
    CASES.append(Case("trace: the user's own flags", ["replay", "x.trace", "--cflags=-O2"], 2, "has changed since", of_program("-fplugin=./evil.so")))
    for name, file in (("a pipe", "pipe"), ("a device", "/dev/zero"), ("a folder", "home"), ("a word for the compiler", "@evil.words"), ("an option", "-fplugin=./evil.so")):
        CASES.append(Case(f"trace: its program is {name}", ["replay", "x.trace"], 2, "error: cannot read|expected C source|no main function|No such file|has changed",
                          lambda folder, file=file: put(folder, "x.trace", f"mazurka trace 1\nprogram {file}\nhash 0123456789abcdef\nfinding none\nsteps 0\nend\n")))
    CASES.append(Case("trace: its message", ["replay", "x.trace"], 2, r"not reproduced|has changed|error", lambda folder: (
        put(folder, "victim.c", VICTIM), put(folder, "x.trace", trace_text(folder, "victim.c", "nondet", "\033]0;x\007").replace("assertion failed", "\033[2J")))[0]))
    CASES.append(Case("trace: a pipe", ["replay", "pipe"], 2, "it is a pipe"))
    CASES.append(Case("trace: a device", ["replay", "/dev/zero"], 2, "it is a device"))


# ---- lists of tests and comments ----

OUTPUTS = ["--html=home/profile", "--json=home/profile", "--svg=home/profile", "--sarif=home/profile", "--junit=home/profile", "--plantuml=home/profile",
           "--witness=home/profile", "--trace=home/profile"]
FLAGS_OF_TESTS = ["-fplugin=./evil.so", "--cflags=-fplugin=./evil.so", "--cflags=-B.", "--define=-wrapper", "-I/etc", "-L.", "-include", "-isystem/etc", "-Wl,-Map=home/profile",
                  "-fdump-tree-original=home/profile", "-Dmain=other", "--cflags=@evil.words", "-DN=`./evil.sh`"]


def add_tests() -> None:
    def of_toml(options: str, extra: str = 'files = ["victim.c"]') -> Callable[[Path], None]:
        return lambda folder: (put(folder, "victim.c", GOOD), put(folder, "mazurka.toml", f"[[test]]\n{extra}\n{options}\n"))[0]

    def of_comment(words: str) -> Callable[[Path], None]:
        return lambda folder: put(folder, "victim.c", f"// mazurka: {words}\n{GOOD}")

    written, asked = r"names a file to be written", r"is not one that a file may give.*--allow-flags"
    for word in OUTPUTS:
        CASES.append(Case(f"toml: {word}", ["test"], 2, r"mazurka\.toml:3: error: .*" + written, of_toml(f'options = ["{word}"]')))
        CASES.append(Case(f"comment: {word}", ["test", "victim.c"], 2, r"victim\.c:1: error: .*" + written, of_comment(word)))
    for word in FLAGS_OF_TESTS:
        if word != "-include":
            CASES.append(Case(f"comment: {word}", ["test", "victim.c"], 2, r"victim\.c:1: error: .*" + asked, of_comment(word)))
        CASES.append(Case(f"toml: {word}", ["test"], 2, r"mazurka\.toml:3: error: .*" + asked, of_toml(f'options = ["{word}"]')))
    for options, says in (
        ('["--html", "home/profile"]', written), ('["--cflags", "-fplugin=./evil.so"]', asked), ('["-include", "home/secret.h"]', asked), ('["--html"]', "needs a value"),
        ('["--json"]', written), ('["--"]', "no options of mazurka check"), ('["other.c"]', "is no option"), ('["--allow-flags"]', "is not an option of this command"),
        ('["-D"]', asked), ('["--cflags"]', "needs a value"), ('["--engine=\\u001b[2J"]', "is not one of"), ('["--\033[2J"]', "unknown option"),
    ):
        CASES.append(Case(f"toml: {options!r}", ["test"], 2, says, of_toml(f"options = {options}")))
    CASES.append(Case("toml: of all tests", ["test"], 2, written, lambda folder: put(folder, "mazurka.toml", 'options = ["--html=home/profile"]\n')))
    CASES.append(Case("toml: a file that is an option", ["test"], 2, "could not be checked|cannot read", of_toml("", 'files = ["--html=home/profile"]'), {".mazurka"}))
    CASES.append(Case("toml: a file with words", ["test"], 2, "could not be checked|cannot read", of_toml("", 'files = ["victim.c", "@evil.words"]'), {".mazurka"}))
    CASES.append(Case("toml: a time with options", ["test"], 2, "is not a time", of_toml('time = "1 --html=home/profile"')))
    CASES.append(Case("toml: a name that leads elsewhere", ["test"], 0, "1 passed", of_toml('name = "../../home/profile"'), {".mazurka"}))
    CASES.append(Case("toml: a name that clears the screen", ["test"], 0, r"\\x1b\[2J", of_toml('name = "\033[2J\033]0;x\007"'), {".mazurka"}))
    CASES.append(Case("toml: names twice", ["test"], 2, r"two tests are called \\x1b", of_toml('name = "\033[2J"\n[[test]]\nfiles = ["victim.c"]\nname = "\033[2J"')))
    CASES.append(Case("toml: a pipe", ["test"], 2, "it is a pipe", lambda folder: os.mkfifo(folder / "mazurka.toml")))
    CASES.append(Case("toml: without end", ["test"], 2, "it is a device", lambda folder: os.symlink("/dev/zero", folder / "mazurka.toml")))
    CASES.append(Case("toml: let through", ["test", "--allow-flags"], 0, "1 passed", of_toml('options = ["-fdump-tree-original=dumped"]'), {"dumped", ".mazurka"}))
    CASES.append(Case("comment: with an option", ["test", "victim.c"], 2, "could not be checked|cannot read", of_comment("with=--html=home/profile"), {".mazurka"}))
    CASES.append(Case("comment: harmless", ["test", "victim.c"], 0, "1 passed", of_comment("-DN=4 -O2 --por=none"), {".mazurka"}))
    CASES.append(Case("memory: a link to elsewhere", ["test", "victim.c"], 2, "is not a folder, but traces", lambda folder: (
        put(folder, "victim.c", VICTIM), os.symlink("home", folder / ".mazurka"))[0]))
    CASES.append(Case("memory: a trace that gives flags", ["test", "victim.c"], 1, "VIOLATION", lambda folder: (
        put(folder, "victim.c", VICTIM), put(folder, ".mazurka/victim.c.trace", trace_text(folder, "victim.c", "cflags", "-fplugin=./evil.so")))[0], {".mazurka"}))


# ---- witnesses ----

def witness(value: str, file: str = "victim.c") -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f"""- entry_type: violation_sequence
  metadata: {{format_version: "2.0", task: {{specification: "G ! call(reach_error())", input_files: [{file}]}}}}
  content:
  - segment:
    - waypoint: {{type: assumption, action: follow, constraint: {{value: "{escaped}", format: c_expression}}, location: {{file_name: {file}, line: 2, column: 51}}}}
  - segment:
    - waypoint: {{type: target, action: follow, location: {{file_name: {file}, line: 2, column: 66}}}}
"""


def add_witnesses() -> None:
    for value in ("system (\"./evil.sh\")", "system(x)", "argc = 9", "argc++", "({ int x; 1; })", "1) system (0", "1;}int f(){", "\n#include \"home/secret.h\"\n", "argc <<= 1",
                  "/* */ 1 // x", "__asm__ (\"\")", "main[0] (argc)", "(main) (0, 0)", "1 /*", "<% 1 %>", "argc ??( 0"):
        CASES.append(Case(f"witness: {value!r}", ["check", "victim.c", "--follow=w.yml"], 3, r"not confirmed|not understood|no YAML", lambda folder, value=value: (
            put(folder, "victim.c", VICTIM), put(folder, "w.yml", witness(value)))[0]))
    CASES.append(Case("witness: control characters", ["check", "victim.c", "--follow=w.yml"], 2, "no YAML", lambda folder: (
        put(folder, "victim.c", VICTIM), put(folder, "w.yml", witness("\033[2J")))[0]))
    CASES.append(Case("witness: a pipe", ["check", "victim.c", "--follow=pipe"], 2, "it is a pipe", lambda folder: put(folder, "victim.c", VICTIM)))
    CASES.append(Case("witness: without end", ["check", "victim.c", "--follow=/dev/zero"], 2, "it is a device", lambda folder: put(folder, "victim.c", VICTIM)))


# ---- names ----

def add_names() -> None:
    for name in ("-fplugin=evil.c", "--html=home.c", "a b.c", "a'b\".c", "a%sb.c", "a;./evil.sh;.c", "$(.evil.sh).c", "a#b.c", "a\\b.c", "=x.c", "a\tb.c", "a\033[2Jb.c", "a\nb.c"):
        path = name if name[0] not in "-" else f"./{name}"
        CASES.append(Case(f"name: {name!r}", ["check", path, "--trace=x.trace"], 1, "assertion failed", lambda folder, name=name: put(folder, name, VICTIM), {"x.trace"}))
    for name in ("-wrapper.pml", "a b.pml", "a'b\".pml", "a\nb.pml", "a\033[2Jb.pml"):
        path = name if name[0] not in "-" else f"./{name}"
        CASES.append(Case(f"name: {name!r}", ["check", path, "--trace=x.trace"], 1, "assertion failed",
                          lambda folder, name=name: put(folder, name, "#define N 2\n" + MODEL.replace("== 2", "== N")), {"x.trace"}))
    for name in ("@evil.words", "@victim.c", "./@evil.words", "home/@evil.words.c", "@m.pml"):
        CASES.append(Case(f"name: {name!r}", ["check", name], 2, "its name begins with @", lambda folder, name=name: put(folder, name, MODEL if name == "@m.pml" else VICTIM)))
    CASES.append(Case("name: an option in a folder", ["test"], 1, "VIOLATION", lambda folder: put(folder, "--html=home.c", VICTIM), {".mazurka"}))
    CASES.append(Case("name: a list of words in a folder", ["test", "@evil.words.c"], 2, "its name begins with @", lambda folder: put(folder, "@evil.words.c", VICTIM), {".mazurka"}))
    CASES.append(Case("name: in a line marker", ["check", "m.pml", "--trace=x.trace"], 1, r"\\x1b\[2J|\\033\[2J", lambda folder: put(
        folder, "m.pml", '# 1 "\033[2J\u202e"\n' + MODEL), {"x.trace"}))
    CASES.append(Case("name: in a mistake", ["check", "m.pml"], 2, r"error", lambda folder: put(folder, "m.pml", '# 1 "\033[2J"\nproctype \033]0;x\007 {')))


# ---- what is shown, and what ends ----

SHOWN = ["--html=x.html", "--json=x.json", "--sarif=x.sarif", "--junit=x.xml", "--trace=x.trace", "--plantuml=x.puml", "--svg=x.svg"]
FILES = {word.split("=")[1] for word in SHOWN}


def add_shown() -> None:
    for line in ('# 1 "{secret}"', '#line 1 "{secret}"', '# 1 "{secret}" 1', '# 1 "{secret}" 1 3 4', '#line 1 "home/../home/secret.h"'):
        text = lambda folder, line=line: line.format(secret=folder / "home/secret.h")
        CASES.append(Case(f"model: {line}", ["check", "m.pml", *SHOWN], 1, "assertion", lambda folder, text=text: put(folder, "m.pml", f"{text(folder)}\nactive proctype P () {{ assert (false) }}\n"), FILES))
        for engine in ("native", "explicit"):
            CASES.append(Case(f"program, {engine}: {line}", ["check", "v.c", f"--engine={engine}", *SHOWN], 1, "assertion", lambda folder, text=text: put(
                folder, "v.c", f"#include <assert.h>\n{text(folder)}\nint main (int argc, char **v) {{ assert (argc > 5); }}\n"), FILES))
    CASES.append(Case("claim: a pipe", ["check", "m.pml", "--claim=x.hoa"], 2, "it is a pipe", lambda folder: (put(folder, "m.pml", MODEL), os.mkfifo(folder / "x.hoa"))[0]))
    for include, wait in (("pipe", 2), ("/dev/zero", 40)):
        for name, text in (("m.pml", MODEL), ("v.c", VICTIM), ("v.cc", VICTIM), ("p.c", "#include <mazurka/protocol.h>\n")):
            CASES.append(Case(f"{name} includes {include}", ["check", name, f"--time={wait}"], 3 if include == "pipe" else 2, "did not end in time|not compile|preprocessor failed|error|out of memory",
                              lambda folder, name=name, text=text, include=include: put(folder, name, f'#include "{include}"\n{text}'), seconds=20 if include == "pipe" else SECONDS))
    CASES.append(Case("C as a model includes a pipe", ["check", "v.c", "--engine=explicit", "--time=1"], 3, "did not end in time", lambda folder: put(folder, "v.c", '#include "pipe"\n' + VICTIM), seconds=20))
    CASES.append(Case("templates without end", ["check", "v.cc", "--time=2", "-ftemplate-depth=1000000"], 3, "did not end in time", lambda folder: put(
        folder, "v.cc", "template<class T, class U> struct B { static int f () { return B<B<T, T>, B<U, U>>::f () + 1; } };\nint main () { return B<int, char>::f (); }\n"), seconds=20))
    CASES.append(Case("macros without end", ["check", "m.pml", "--time=20"], 2, "too much|failed", lambda folder: put(
        folder, "m.pml", "".join(f"#define A{i + 1} {f'A{i} ' * 10}\n" for i in range(10)) + "#define A0 skip;skip;skip;skip\nactive proctype P () { A10 }\n"), seconds=40))
    for name in ("pipe", "/dev/zero", "/dev/tty", "home", "/proc/self/mem"):
        CASES.append(Case(f"model: {name}", ["check", name], 2, "cannot read"))
    CASES.append(Case("model: too large", ["check", "big.pml"], 2, "too large", lambda folder: (put(folder, "big.pml", MODEL), os.truncate(folder / "big.pml", 1 << 32))[0]))


# ---- running them ----

def prepare(folder: Path) -> None:
    """What an attack would run, overwrite or show."""
    put(folder, "home/profile", "as it was\n")
    put(folder, "home/secret.h", f"{SECRET}\n" * 3)
    put(folder, "evil.sh", f"#!/bin/sh\n: >{folder}/mark\nexec false\n")
    put(folder, "evil.words", f"-o {folder}/mark -x c /dev/null\n")
    put(folder, "evil.specs", "%rename cc1 old\n*cc1:\n%(old) -fplugin=./evil.so\n")
    shutil.copy(EVIL, folder / "evil.so")
    for tool in ("as", "ld", "cc1", "collect2"):
        put(folder, tool, f"#!/bin/sh\n: >{folder}/mark\nexec false\n")
        os.chmod(folder / tool, 0o755)
    os.chmod(folder / "evil.sh", 0o755)
    os.mkfifo(folder / "pipe")


def files_of(folder: Path) -> dict[str, bytes | None]:
    """Paths and contents; what is below .mazurka is the command's own."""
    found: dict[str, bytes | None] = {}
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        if not name.startswith(".mazurka/"):
            found[name] = path.read_bytes() if path.is_file() and not path.is_symlink() and path.stat().st_size < 1 << 24 else None
    return found


def problems_of(case: Case, folder: Path) -> list[str]:
    prepare(folder)
    case.make(folder)
    before = files_of(folder)
    inputs = {name for name, text in before.items() if text and SECRET.encode() in text}
    environment = dict(os.environ, HOME=str(folder / "home"), MARK=str(folder / "mark"), LC_ALL="C.UTF-8", TERM="xterm")
    command = [MAZURKA, *case.command]
    child = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        said = child.communicate(timeout=case.seconds)[0]
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, 9)
        child.communicate()
        return [f"does not end within {case.seconds} s"]
    after = files_of(folder)
    problems = []
    text = said.decode(errors="replace")
    if child.returncode != case.code:
        problems.append(f"exit code {child.returncode}, not {case.code}")
    if not re.search(case.says, text):
        problems.append(f"does not say {case.says!r}")
    if "mark" in after:
        problems.append("a program of the stranger's ran")
    problems += [f"{name} is new" for name in after if name not in before and name not in case.writes and name != "mark"]
    problems += [f"{name} has changed" for name in before if name in after and after[name] != before[name]]
    problems += [f"{name} is gone" for name in before if name not in after]
    if re.search(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]", said):
        problems.append("control characters are printed")
    shown = [name for name, content in after.items() if content and SECRET.encode() in content and name not in inputs]
    if shown or SECRET in text:
        problems.append(f"shows a file that is none of the input: {shown}")
    return [*problems, text[:600]] if problems else []


def main() -> int:
    global MAZURKA, EVIL
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mazurka", default="build/mazurka")
    parser.add_argument("pattern", nargs="?", default="")
    args = parser.parse_args()
    MAZURKA = str(Path(args.mazurka).resolve())
    for add in (add_traces, add_tests, add_witnesses, add_names, add_shown):
        add()
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="mazurka-hostile-") as top:
        EVIL = Path(top) / "evil.so"
        put(Path(top), "evil.c", '#include <stdio.h>\n#include <stdlib.h>\nint plugin_is_GPL_compatible;\n'
            '__attribute__ ((constructor)) static void run (void) { char *m = getenv ("MARK"); FILE *f = m ? fopen (m, "w") : 0; if (f) fclose (f); }\n'
            'int plugin_init (void *a, void *b) { (void) a; (void) b; return 0; }\n')
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", str(EVIL), str(Path(top) / "evil.c")], check=True)
        for number, case in enumerate(case for case in CASES if args.pattern in case.name):
            folder = Path(top) / str(number)
            folder.mkdir()
            problems = problems_of(case, folder)
            shutil.rmtree(folder, ignore_errors=True)
            passed, failed = (passed + 1, failed) if not problems else (passed, failed + 1)
            if problems:
                print(f"failed: {case.name!r}: {'; '.join(problems)}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
