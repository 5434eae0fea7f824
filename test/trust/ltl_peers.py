"""Other translators: their automata as HOA text, and the tool that compares."""

from __future__ import annotations

import re
import shutil
import subprocess

from checker import tool


class TooSlow(Exception):
    """The translator did not answer in time."""


class Comparer:
    """test/tools/ltl_compare, built and kept running."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([tool("ltl_compare")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, request: str) -> str:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(request if request.endswith("\n") else request + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"ltl_compare gave up on: {request}")
        return line.strip()

    def claim(self, formula: str) -> str:
        lines = [self.ask(f"never {formula}")]
        assert self.process.stdout
        while lines[-1] != "}":
            lines.append(self.process.stdout.readline().rstrip("\n"))
        return "\n".join(lines) + "\n"

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def run(command: list[str], text: str, seconds: float) -> str:
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired as error:
        raise TooSlow from error
    return done.stdout


def spin_claim(formula: str, seconds: float) -> str:
    text = run(["spin", "-f", formula], "", seconds)
    if not text.startswith("never"):
        raise RuntimeError(f"spin -f '{formula}': {text}")
    return text


def hoa_label(expression: str, atoms: dict[str, int]) -> str:
    """A condition of a claim, as a label."""
    out = []
    for token in re.findall(r"&&|\|\||!|\(|\)|\w+", expression):
        if token in ("&&", "||"):
            out.append(token[0])
        elif token in ("1", "true"):
            out.append("t")
        elif token in ("0", "false"):
            out.append("f")
        elif re.match(r"\w", token):
            out.append(str(atoms.setdefault(token, len(atoms))))
        else:
            out.append(token)
    return "".join(out)


class Claim:
    """A never claim: states, accepting ones, edges (source, condition, target)."""

    def __init__(self, text: str) -> None:
        self.edges: list[tuple[int, str, int]] = []
        self.accepting: set[int] = set()
        self.count = 0
        number: dict[str, int] = {}
        body = text[text.index("{") + 1:]
        body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
        found: list[tuple[int, str, str]] = []
        fresh = True
        for line in (part.strip() for part in body.splitlines()):
            if match := re.match(r"(\w+):$", line):
                if fresh:
                    self.count += 1
                    fresh = False
                number[match[1]] = self.count - 1
                if match[1].startswith("accept"):
                    self.accepting.add(self.count - 1)
                continue
            fresh = True
            state = self.count - 1
            if match := re.match(r":: atomic \{ \((.*)\) -> assert\(!\(.*\)\) \}$", line):
                found.append((state, match[1], "accept_all"))
            elif match := re.match(r":: (.*) -> goto (\w+)$", line):
                found.append((state, match[1], match[2]))
            elif line.rstrip(";") == "skip":
                self.edges.append((state, "1", state))
            elif line.rstrip(";") not in ("do", "od", "if", "fi", "false", ":: false", "}", ""):
                raise RuntimeError(f"not understood in a claim: {line}")
        self.edges += [(state, condition, number[target]) for state, condition, target in found]

    def reached(self) -> tuple[int, int]:
        """Number of states and edges that the initial state reaches."""
        todo, seen = [0], {0}
        while todo:
            state = todo.pop()
            for source, _, target in self.edges:
                if source == state and target not in seen:
                    seen.add(target)
                    todo.append(target)
        return len(seen), sum(1 for source, _, _ in self.edges if source in seen)

    def hoa(self) -> str:
        atoms: dict[str, int] = {}
        lines = []
        for state in range(self.count):
            lines.append(f"State: {state}" + (" {0}" if state in self.accepting else ""))
            lines += [f"[{hoa_label(c, atoms)}] {target}" for source, c, target in self.edges if source == state]
        names = " ".join(f'"{name}"' for name in atoms)
        head = f"HOA: v1\nStates: {self.count}\nStart: 0\nAP: {len(atoms)} {names}\nAcceptance: 1 Inf(0)\n--BODY--\n"
        return head + "\n".join(lines) + "\n--END--\n"


class Lbt:
    """An automaton of lbt: generalised, sets on states, numbered from 0."""

    def __init__(self, prefix_formula: str, seconds: float) -> None:
        lines = run([lbt_program()], prefix_formula, seconds).split("\n")
        count, sets = (int(word) for word in lines[0].split())
        self.states, self.sets = count, sets
        self.marks: dict[int, list[str]] = {}
        self.edges: list[tuple[int, str, int]] = []
        self.initial = []
        state = -1
        for line in lines[1:]:
            words = line.split()
            if state < 0 and words:
                state = int(words[0])
                if words[1] == "1":
                    self.initial.append(state)
                self.marks[state] = words[2:-1]
            elif words == ["-1"]:
                state = -1
            elif words:
                self.edges.append((state, " ".join(words[1:]), int(words[0])))

    def hoa(self) -> str:
        atoms: dict[str, int] = {}
        lines = []
        number = {state: i for i, state in enumerate(self.marks)}
        for state, marks in self.marks.items():
            lines.append(f"State: {number[state]}" + (f" {{{' '.join(marks)}}}" if marks else ""))
            lines += [f"[{infix(gate, atoms)}] {number[target]}" for source, gate, target in self.edges if source == state]
        starts = "".join(f"Start: {number[state]}\n" for state in self.initial)
        names = " ".join(f'"{name}"' for name in atoms)
        condition = "&".join(f"Inf({i})" for i in range(self.sets)) or "t"
        head = f"HOA: v1\nStates: {self.states}\n{starts}AP: {len(atoms)} {names}\nAcceptance: {self.sets} {condition}\n--BODY--\n"
        return head + "\n".join(lines) + "\n--END--\n"


def lbt_program() -> str:
    return shutil.which("lbt") or "lbt"


def infix(gate: str, atoms: dict[str, int]) -> str:
    """lbt's prefix notation of a condition, as a label."""
    words = gate.split()

    def one() -> str:
        word = words.pop(0)
        if word in ("&", "|"):
            left, right = one(), one()
            return f"({left}{word}{right})"
        if word == "!":
            return "!" + one()
        return word if word in ("t", "f") else str(atoms.setdefault(word, len(atoms)))

    return one()
