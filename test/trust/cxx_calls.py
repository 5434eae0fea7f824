"""What functions of libstdc++ touch is seen: a race with each is found, its twin under a mutex is none; and no function of
its list of symbols that takes an object is passed over.

    python3 test/trust/cxx_calls.py [--levels O0,O2]

A sample is a call and what another thread does at the same time; "=" in front of it says that they do not race. Of the symbols
a function may be one of the tables of src/native/runtime/libc/cxx_*.c, or pure (libc_pure.h), or else it is named when it
is called, and the verdict is unknown. Pure ones must take no object that threads could share.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from checker import ROOT, add_binary_option

RUNTIME = ROOT / "src" / "native" / "runtime" / "libc"
SET = ["s[0] = 'q'", "s = \"another\""]
SAMPLES: list[tuple[str, str]] = [
    # streams: fields that output reads, and what it writes
    ("std::cout << 12", "std::cout << std::hex"), ("std::cout << 12", "std::cout << std::setw (3)"), ("std::cout << 1.5", "std::cout << std::setprecision (3)"),
    ("std::cout << 12", "std::cout << std::setfill ('x')"), ("std::cout << 12", "std::cout.width (4)"), 
    ("std::cout << 12", "std::cout.setf (std::ios::showbase)"), ("std::cout << 12", "std::cout.unsetf (std::ios::dec)"), ("std::cout << 12", "std::cout.precision (2)"),
    ("std::cout << 12", "std::cout.clear ()"), ("std::cout << \"x\"", "std::cout << std::setw (2)"), ("std::cout << 7", "std::cout << std::left"),
    ("std::cout << true", "std::cout << std::boolalpha"), ("std::cout << s", "std::cout << std::setw (2)"), ("std::cerr << 1", "std::cerr << std::hex"),
    ("std::cout << 12", "std::cout << std::setiosflags (std::ios::hex)"), ("std::cout << 12", "std::cout << std::setbase (8)"),
    ("std::cout << std::resetiosflags (std::ios::hex)", "std::cout << 3"), 
    ("std::cout << 12", "= std::cout << 13"), ("std::cout << 12", "= std::cout << \"x\" << std::endl"), ("std::cout << 12", "= sink = (int) std::cout.flags ()"),
    ("std::cout << 12", "= std::cerr << std::hex"), ("std::cout.put ('x')", "= std::cout.write (\"ab\", 2)"), ("std::cout << std::flush", "= std::cout << 1"),
    ("std::cout << \"x\"", "= std::cout << 'y'"), ("std::cout << 1.5", "= std::cout << true"),
    ("os << 12", "os << 13"), ("os << 12", "sink = (int) os.width ()"), ("os << 12", "os << std::hex"), ("os << text", "text[1] = 'q'"),
    ("os.write (text, 3)", "text[1] = 'q'"), ("os << 12", "= sink = (int) os.flags ()"), ("std::cout.write (text, 3)", "text[1] = 'q'"),
    ("std::cout << text", "text[0] = 'q'"), *((f"std::cout << s", w) for w in SET),
    # strings
    *((call, w) for w in SET for call in ("sink = s.compare (other)", "sink = other.compare (s)", "sink = (int) other.find (s)", "std::string copy (s)",
                                          "other = s", "other.append (s)", "other += s", "other.insert (1, s)", "other.replace (0, 1, s)")),
    ("sink = other.compare (text)", "text[0] = 'q'"), ("sink = (int) other.find (text)", "text[0] = 'q'"), ("other.append (text)", "text[0] = 'q'"),
    ("other.assign (text, 3)", "text[2] = 'q'"), ("other.insert (1, text)", "text[0] = 'q'"), ("other.replace (0, 1, text, 2)", "text[1] = 'q'"),
    ("std::string copy (text)", "text[0] = 'q'"), ("other = text", "text[0] = 'q'"), ("s.copy (text, 3, 0)", "sink = text[1]"), ("s.copy (text, 3, 0)", "= sink = text[5]"),
    ("s.swap (other)", "sink = (int) other.size ()"), ("other = std::move (s)", "sink = (int) s.size ()"), ("s.push_back ('x')", "sink = (int) s.size ()"),
    ("s.clear ()", "sink = s[0]"), ("s.resize (3)", "sink = s[0]"), ("s.erase (0, 1)", "sink = s[0]"), ("s.reserve (99)", "sink = s[0]"),
    ("sink = s[0]", "= sink = s[0]"), ("sink = s.at (1)", "= sink = *s.begin ()"), ("sink = s.compare (other)", "= sink = s.compare (other)"),
    ("sink = *s.rbegin ()", "= sink = s.back ()"), ("std::string part = s.substr (1, 2)", "= std::string part = s.substr (1)"), ("std::string part = s.substr (1, 2)", "s[1] = 'q'"),
    # exceptions, threads
    ("p = q", "p = q"), ("p = nullptr", "sink = p == q"), ("std::exception_ptr r = p", "p = q"), ("swap (p, q)", "sink = !p"), ("sink = p == q", "= sink = p != q"),
    ("try { std::rethrow_exception (p); } catch (...) { }", "p = q"), ("std::runtime_error copy = error", "error = std::runtime_error (\"b\")"),
    ("sink = error.what ()[0]", "error = std::runtime_error (\"b\")"), ("sink = error.what ()[0]", "= sink = error.what ()[0]"),
    ("std::runtime_error made (s)", SET[0]), ("std::runtime_error made (text)", "text[0] = 'q'"),
]
HEAD = """
#include <exception>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
static std::string s = "a string that is long enough for the heap", other = "other";
static char text[8] = "text";
static std::ostringstream os;
static std::exception_ptr p = std::make_exception_ptr (1), q = std::make_exception_ptr (2);
static std::runtime_error error ("a");
static std::mutex mutex;
"""


def program() -> str:
    sides = ["\n".join(f"  case {n}: {{ {sample[i].removeprefix('= ')}; break; }}" for n, sample in enumerate(SAMPLES)) for i in (0, 1)]
    side = "static void\nside_{0} (int n, bool ordered)\n{{\n  volatile int sink = 0;\n  (void) sink;\n  if (ordered)\n    mutex.lock ();\n  switch (n) {{\n{1}\n  }}\n  if (ordered)\n    mutex.unlock ();\n}}\n"
    return (HEAD + side.format(0, sides[0]) + side.format(1, sides[1]) +
            "int main (int, char **a)\n{\n  int n = std::stoi (a[1]);\n  bool ordered = a[2][0] == '1';\n  std::thread one (side_0, n, ordered), two (side_1, n, ordered);\n  one.join ();\n  two.join ();\n}\n")


# Pure patterns under which functions with objects fall all the same, and why they may.
LOOKED_AT = {
    "_Znwm*": "memory", "_Znam*": "memory", "_ZdlPv*": "memory", "_ZdaPv*": "memory", "_ZSt*__throw_*": "texts of the library", "__cxa_*": "exceptions in flight are one thread's",
    "_ZNSt6thread*": "starting and numbers go through pthread_create; join and detach are ours", "_ZNSt11this_thread*": "through nanosleep",
    "_ZNSt18condition_variable*": "through pthread_cond", "_ZNSt22condition_variable_any*": "through pthread_cond", "_ZNSt9exception*": "no fields",
    "_ZNKSt9exception*": "no fields", "_ZNSt9bad_alloc*": "no fields", "_ZNKSt9bad_alloc*": "no fields", "_ZNSt8bad_cast*": "no fields", "_ZNKSt8bad_cast*": "no fields",
    "_ZNSt9type_info*": "never changed", "_ZNKSt9type_info*": "never changed", "_ZNSt8ios_base4Init*": "counted by atomics, at the start",
    "_ZNSt*_errorC*": "of those with a text the tables say more", "_ZNSt13__future_base*": "virtual functions of a state that is guarded", "_ZNSt28__atomic_futex_unsigned_base*": "through futex",
    "_ZNSt12future_error*": "an error code", "_ZNKSt12future_error*": "an error code", "_ZNSt6chrono3_V2*": "no object", "_ZNSt3_V2*": "no object",
    "_Unwind_*": "one thread's", "_ITM_*": "none",
}


def fits(pattern: str, name: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), name) is not None


def classes() -> tuple[list[str], dict[str, int]]:
    """Functions that are passed over, and how many there are of each class."""
    library = subprocess.run(["g++", "-print-file-name=libstdc++.so.6"], capture_output=True, text=True, check=True).stdout.strip()
    symbols = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    names = sorted({line.split()[2].split("@")[0] for line in symbols.splitlines() if line.split()[1] in "TWi"})
    pure = [x for x in re.findall(r'"([^"]+)"', (RUNTIME / "libc_pure.h").read_text().split("libc_pure[]")[1].split("libm_touching[]")[0])]
    text = "\n".join((RUNTIME / f"cxx_{part}.c").read_text() for part in ("calls", "objects", "streams", "containers"))
    macros = dict(re.findall(r'#define (\w+) ("[^\n]*")', text))
    known = []
    for row in re.findall(r'\{((?:"[^"]*"|[A-Z]+)(?: (?:"[^"]*"|[A-Z]+))*), (\w+), (\w+|"[^"]*")\}', text):
        name = "".join(macros.get(part, part).strip('"') for part in re.findall(r'"[^"]*"|[A-Z]+', row[0]))
        known.append((name, row[1] == "NULL" and row[2] == "NULL"))
    count = {"touches are known": 0, "pure": 0, "unseen": 0}
    bad = [] if len(known) > 100 else ["the tables could not be read"]
    demangled = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True).stdout.splitlines()
    for name, shown in zip(names, demangled):
        row = next((unseen for pattern, unseen in known if fits(pattern, name)), None)
        by = next((x for x in pure if fits(x, name)), None)
        if row is False:
            count["touches are known"] += 1
        elif row or not by:
            count["unseen"] += 1
        else:
            count["pure"] += 1
            takes = re.search(r"[&*]", shown.split("(", 1)[-1]) or name.startswith("_ZNK") or re.match(r"_ZN(?!St\d+\w*E?v$)", name)
            if takes and by not in LOOKED_AT and not any(fits(x, name) for x in LOOKED_AT):
                bad.append(f"{shown}: pure by {by}, but it takes an object")
    return bad, count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--levels", default="O0,O2")
    args = parser.parse_args()
    bad, count = classes()
    passed, failed = 0, len(bad)
    for line in bad:
        print(line)
    with tempfile.TemporaryDirectory(prefix="cxx-") as work:
        (Path(work) / "all.cc").write_text(program())
        for level in args.levels.split(","):
            subprocess.run([args.mazurka, "c++", f"-{level}", "-w", "-std=c++17", "all.cc", "-o", "all", "-pthread"], cwd=work, check=True)
            for n, (one, two) in enumerate(SAMPLES):
                for ordered in "01":
                    done = subprocess.run([args.mazurka, "check", "./all", "--json", "--trace=t", "--", str(n), ordered], cwd=work, capture_output=True, text=True)
                    result = json.loads(done.stdout)
                    kinds = {f["kind"] for f in result["findings"]}
                    race = ordered == "0" and not two.startswith("=")
                    good = kinds == {"data-race"} if race else result["verdict"] == "ok"
                    passed, failed = passed + good, failed + (not good)
                    if not good:
                        print(f"-{level} {one} | {two} {'ordered' if ordered == '1' else ''}: {result['verdict']} {kinds or ''} {result['reason'][:150]}")
    print("functions: " + ", ".join(f"{n} {what}" for what, n in count.items()))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
