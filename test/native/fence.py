"""Ways out of a program under test (fence/ways.c, fence/raw.c) and of a protocol (fence/raw_protocol.c): what each tries to reach is as before, the result says what was
denied, and nothing that was stopped is ok. As root and as an ordinary user; where seccomp or Landlock is missing; and nothing
of a program is left after it, or after its checker was killed."""

from __future__ import annotations

import ctypes
import fcntl
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAZURKA = str(Path(os.environ.get("BUILD", ROOT / "build")).resolve() / "mazurka")
NOBODY = 65534
CHANNEL, ORDERS = 199, 198      # native/supervise.c
LIBC_SIDE = ("open", "fopen", "mkdir", "unlink", "dlsym_open", "dlvsym_unlink", "connect", "fork", "shmget", "setxattr", "begins")

failures: list[str] = []
passed = 0


def check(holds: bool, text: str) -> None:
    global passed
    passed += bool(holds)
    if not holds:
        failures.append(text)


def xattrs(path: Path) -> tuple:
    try:
        return tuple((name, os.getxattr(path, name)) for name in sorted(os.listxattr(path)))
    except OSError:
        return ()


class Prey:
    """What a way could reach."""

    def __init__(self, work: Path, user: int) -> None:
        self.folder = work / f"prey-{user}"
        self.folder.mkdir()
        (self.folder / "file").write_text("as it was\n")
        (self.folder / "empty").mkdir()
        try:
            os.setxattr(self.folder / "file", "user.here", b"yes")
        except OSError:
            pass
        self.held = os.open(self.folder / "held", os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)     # every command is started with it
        os.write(self.held, b"as it was\n")
        self.mail = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self.mail.bind(str(self.folder / "mail"))
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.setblocking(False)
        self.port = self.listener.getsockname()[1]
        self.victim = subprocess.Popen(["sleep", "1000"], user=user if os.geteuid() == 0 else None, start_new_session=True)
        for path in [self.folder, *self.folder.iterdir()]:
            if os.geteuid() == 0:
                os.chown(path, user, user)
        subprocess.run(["gcc", "-shared", "-fPIC", f'-DNEW="{self.folder}/new"', work / "library.c", "-o", self.folder / "library.so"], check=True)
        self.before = self.look()

    def look(self) -> list:
        paths = sorted(self.folder.rglob("*"))
        files = [(p.name, *(getattr(p.lstat(), f"st_{k}") for k in ("mode", "size", "mtime_ns", "ctime_ns", "nlink", "uid", "gid", "ino")), xattrs(p),
                  p.read_bytes() if p.is_file() else b"") for p in paths]
        pid = self.victim.pid
        objects = [line.split()[:2] for kind in ("shm", "sem", "msg") for line in Path(f"/proc/sysvipc/{kind}").read_text().splitlines()
                   if line.split()[0] == str(0x6d7a)]
        names = [p for d in ("/dev/shm", "/dev/mqueue") if os.path.isdir(d) for p in os.listdir(d) if "mazurka-got-in" in p]
        return [files, self.victim.poll(), os.getpriority(os.PRIO_PROCESS, pid), sorted(os.sched_getaffinity(pid)),
                Path(f"/proc/{pid}/limits").read_text(), objects, names, socket.gethostname(), self.heard()]

    def heard(self) -> list:
        said = []
        for name, listen in (("mail", lambda: self.mail.recv(100)), ("connection", self.listener.accept)):
            try:
                said.append((name, listen()))
            except BlockingIOError:
                pass
        return said

    def end(self) -> None:
        self.victim.kill()
        self.victim.wait()
        os.close(self.held)
        self.mail.close()
        self.listener.close()


def left_of(work: Path) -> list[int]:
    """Processes of programs in the folder."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and str(work) in os.readlink(entry / "exe"):
                found.append(int(entry.name))
        except OSError:
            pass
    return found


def run(command: list[str], user: int, work: Path, *held: int, **variables: str) -> tuple[int, str]:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=60, cwd=work, stdin=subprocess.DEVNULL, pass_fds=held,
                          user=user if os.geteuid() == 0 and user else None, group=user if os.geteuid() == 0 and user else None,
                          env={**os.environ, "TMPDIR": str(work), **variables})
    return done.returncode, done.stdout + done.stderr


def ways_of(program: Path) -> list[tuple[str, str]]:
    lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    return [(name, fate) for name, _, fate in (line.partition(" ") for line in lines)]


def is_fate(fate: str, code: int, text: str) -> bool:
    if fate == "memory":
        return code in (0, 3) and "denied" not in text
    if fate in ("-", "any"):
        return code == 3 or fate == "any"
    return code == 3 and fate in text


def try_way(program: Path, way: tuple[str, str], prey: Prey, user: int, work: Path, before: tuple[str, ...] = ()) -> str:
    name, fate = way
    variables = {"WAY_BEGINS": str(prey.folder / "new"), "WAY_BEGINS_FILE": str(prey.folder / "file")} if name == "begins" else {}
    trust = ["--trust=raw.c,__open"] if program.name == "raw" else []
    code, text = run([*before, MAZURKA, "check", str(program), *trust, "--trace=/dev/null", "--", name, str(prey.folder), str(prey.victim.pid),
                      str(prey.port), str(CHANNEL), str(ORDERS)], user, work, prey.held, **variables)
    who = f"{program.name} {name} as {user or 'root'}{' without ' + before[1] if before else ''}"
    check(code in (0, 1, 2, 3) and is_fate(fate, code, text), f"{who}: {fate} was wanted, exit code {code}:\n{text[:600]}")
    is_as_before(who, prey, work)
    return text


def is_as_before(who: str, prey: Prey, work: Path) -> None:
    now = prey.look()
    check(now == prey.before, f"{who}: something has changed:\n{prey.before}\n{now}")
    check(not left_of(work), f"{who}: a process is left")


# ---- protocols ----

LOADED = "would run while the protocol is loaded"       # it is refused
PLACES = ("EFFECT", "GUARD", "WHEN", "INVARIANT", "START", "MAY_END", "LOADED")
EVERYWHERE = ("mkdir", "open", "fork", "connect", "kill_parent", "instruction", "libc_system")     # in each place; all others in one
# Ways that have another fate in a protocol: there is no channel, nothing is lost by an end that was not earned, and ok is right
# where nothing was denied and nothing can have changed.
FATES = {"null": "ok", "sendmsg": "Bad system call", "seccomp": "Bad system call", "int80": "Bad system call", "forge": "must return", "forge_dup": "must return",
         "forge_named": "denied: open", "steal": "ok", "read_orders": "must return", "flood": "ok", "leave": "must return", "close_channel": "ok", "descriptors": "ok"}


def distances() -> dict[str, int]:
    """Of functions of libc, from one that a protocol may call."""
    libc = ctypes.CDLL(None)
    at = {name: ctypes.cast(getattr(libc, name), ctypes.c_void_p).value or 0 for name in ("abort", "syscall", "system", "popen", "fork", "fopen", "dlopen")}
    return {f"AT_{name}": address - at["abort"] for name, address in at.items()}


def put_protocol(name: str, place: str, prey: Prey, work: Path, most: int = 3) -> None:
    numbers = {"VICTIM": prey.victim.pid, "PORT": prey.port, "PLACE": PLACES.index(place), "MOST": most, **distances()}
    lines = [f'#define FOLDER "{prey.folder}"', f'#define WAY_NAME "{name}"', *(f"#define {key} ({value})" for key, value in numbers.items())]
    (work / "stranger.c").write_text("\n".join([*lines, (ROOT / "test/native/fence/raw_protocol.c").read_text()]))


def try_protocol(name: str, fate: str, place: str, prey: Prey, user: int, work: Path, before: tuple[str, ...] = (),
                 command: tuple[str, ...] = ("check", "stranger.c", "--trace=/dev/null")) -> str:
    put_protocol(name, place, prey, work)
    flags = [] if command[0] == "replay" else [f"--define=-w -I{ROOT}/src -I{ROOT}/test/native/fence"]
    code, text = run([*before, MAZURKA, *command, *flags], user, work, prey.held)
    who = f"protocol {name} in {place} as {user or 'root'} {' '.join(command)}{' without ' + before[1] if before else ''}"
    exits = {"ok": (0,), "not permitted": (2,), LOADED: (2,)}.get(fate, (2, 3) if fate == "-" else (3,))
    check(code in exits and (fate == "-" or fate in text) and (" ok — " not in text or fate in ("ok", "not permitted")), f"{who}: {fate} was wanted, exit code {code}:\n{text[:600]}")
    is_as_before(who, prey, work)
    return text


def protocols(raw: Path, prey: Prey, user: int, work: Path, wanted: re.Pattern) -> None:
    own = re.findall(r'\{"(\w+)", "([^"]+)", way_\1\}', (ROOT / "test/native/fence/raw_protocol.c").read_text())
    for name, fate in [(name, FATES.get(name, fate)) for name, fate in ways_of(raw) if name != "begins"] + own:
        for place in PLACES if name in EVERYWHERE else PLACES[:1]:
            if wanted.search(name):
                try_protocol(name, LOADED if place == "LOADED" else fate, place, prey, user, work)
    if wanted.pattern and wanted.pattern != "protocols":
        return
    put_protocol("", "EFFECT", prey, work, 1)
    code, text = run([MAZURKA, "check", "stranger.c", f"--define=-w -I{ROOT}/src -I{ROOT}/test/native/fence", "--trace=stranger.trace", "--quiet"], user, work)
    check(code == 1, f"the protocol without a way: {code} {text}")
    for command in (("simulate", "stranger.c"), ("export", "states", "stranger.c"), ("check", "stranger.c", "--verify-relations"), ("check", "stranger.c", "--engine=portfolio"),
                    ("check", "stranger.c", "--por=dpor"), ("replay", "stranger.trace", "--changed", "--allow-flags"), ("check", "stranger.c", "--html=page.html", "--json=result.json")):
        try_protocol("mkdir", "denied: mkdir", "EFFECT", prey, user, work, command=command)
    check(not (work / "page.html").exists() and not (work / "result.json").exists(), "files of a check that was ended")
    for what, name, fate in (("seccomp", "open", "seccomp cannot be used"), ("landlock", "open", "denied: open"), ("both", "steal", "seccomp cannot be used"),
                             ("listener", "open", "Bad system call"), ("listener", "kill", "Bad system call"), ("listener", "fork", "Bad system call"), ("listener", "execve", "Bad system call")):
        put_protocol(name, "EFFECT", prey, work)
        code, text = run([str(work / "without"), what, MAZURKA, "check", "stranger.c", f"--define=-w -I{ROOT}/src -I{ROOT}/test/native/fence"], user, work, prey.held)
        check(fate in text and code == (0 if "cannot" in fate else 3), f"protocol {name} without {what}: {code} {text[:300]}")
        is_as_before(f"protocol {name} without {what}", prey, work)
    (work / "stranger.trace").unlink(missing_ok=True)
    put_protocol("descriptors", "EFFECT", prey, work)
    with open(work / "heard", "ab") as heard:
        heard.write(b"before\n")
        heard.flush()
        subprocess.run([MAZURKA, "check", "stranger.c", f"--define=-w -I{ROOT}/src -I{ROOT}/test/native/fence"], cwd=work, stdin=subprocess.DEVNULL, stdout=heard, stderr=heard)
        check(not fcntl.fcntl(heard, fcntl.F_GETFL) & os.O_NONBLOCK, "a protocol changes how its caller writes")
    text = (work / "heard").read_text()
    check(text.startswith("before\n") and "stranger.c: ok — " in text, f"standard output of a protocol: {text[:300]}")
    (work / "heard").unlink()


def gaps(program: Path, prey: Prey, user: int, work: Path) -> None:
    """Where a part of the fence is missing, functions of libc are stopped all the same; and what is not stopped is said."""
    for what, note in (("seccomp", "seccomp cannot be used"), ("landlock", ""), ("both", "seccomp cannot be used"), ("listener", "")):
        for way in ways_of(program):
            if way[0] in LIBC_SIDE:
                text = try_way(program, way, prey, user, work, (str(work / "without"), what))
                check(note in text if note else "cannot be used" not in text, f"without {what}, {way[0]}: {text[:300]}")
    raw = program.parent / "raw"
    code, text = run([str(work / "without"), "listener", MAZURKA, "check", str(raw), "--trust=raw.c", "--", "mkdir", str(prey.folder), "0", "0", "0", "0"], user, work)
    check(code == 3 and "signal 31" in text and prey.look() == prey.before, f"without a listener: {code} {text[:300]}")
    code, text = run([str(work / "without"), "seccomp", MAZURKA, "check", str(raw), "--trust=raw.c", "--", "mkdir", str(prey.folder), "0", "0", "0", "0"], user, work)
    check(prey.look() == prey.before, f"with Landlock alone: {code} {text[:300]}")
    for way in ("fork", "clone", "setsid"):
        code, text = run([str(work / "without"), "both", MAZURKA, "check", str(raw), "--trust=raw.c", "--", way, str(prey.folder), "0", "0", "0", "0"], user, work)
        check("seccomp cannot be used" in text and not left_of(work), f"without a fence, {way}: {code} {left_of(work)} {text[:300]}")


LOOPS = """#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>
atomic_int x;
static void *add (void *p) { for (int i = 0; i < 1000; i++) x++; return p; }
int main (void) { pthread_t t; int s = SOCKET; pthread_create (&t, 0, add, 0); add (0); pthread_join (t, 0); close (s); return 0; }
"""


def killed(work: Path) -> None:
    """kill -9 of the checker ends the program, with a process for each execution too."""
    for number, opened in enumerate(("-1", "socket (AF_UNIX, SOCK_STREAM, 0)")):
        (work / f"loops{number}.c").write_text(LOOPS.replace("SOCKET", opened))
        subprocess.run([MAZURKA, "cc", "-O1", f"loops{number}.c", "-o", f"loops{number}"], cwd=work, check=True)
        checker = subprocess.Popen([MAZURKA, "check", str(work / f"loops{number}"), "--quiet"], cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 20
        while len(left_of(work)) < 1 + number and time.monotonic() < until and checker.poll() is None:
            time.sleep(0.02)
        check(left_of(work) != [], "the program runs")
        checker.send_signal(signal.SIGKILL)
        checker.wait()
        until = time.monotonic() + 5
        while left_of(work) and time.monotonic() < until:
            time.sleep(0.02)
        check(not left_of(work), f"a process is left of loops{number} after kill -9")


WRITES = """#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
static void call (long number, long a, long b, long c) { __asm__ volatile ("syscall" : "+a" (number) : "D" (a), "S" (b), "d" (c) : "rcx", "r11", "memory"); }
int main (void) { call (SYS_ftruncate, 1, 0, 0); call (SYS_fcntl, 1, F_SETFL, O_NONBLOCK); printf ("%d\\n", 1); fflush (stdout); fprintf (stderr, "2\\n"); for (int i = 0; i < 9999; i++) puts ("much"); return 7; }
"""


def replayed(work: Path) -> None:
    """What was in the file that a replay adds to stays there, and what the program writes comes in order."""
    (work / "writes.c").write_text(WRITES)
    subprocess.run([MAZURKA, "check", "writes.c", "--trace=writes.trace"], cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(work / "log", "ab") as log:
        log.write(b"before\n")
        log.flush()
        subprocess.run([MAZURKA, "replay", "writes.trace"], cwd=work, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        check(not fcntl.fcntl(log, fcntl.F_GETFL) & os.O_NONBLOCK, "a replayed program changes how its caller writes")
    lines = (work / "log").read_text().splitlines()
    check(lines[:4] == ["before", "1", "2", "much"] and lines.count("much") == 9999, f"replay: {lines[:5]}, {lines.count('much')}")
    check("reproduced" in lines[-2] + lines[-3] + lines[-1], f"replay: {lines[-3:]}")


def main() -> int:
    wanted = re.compile(sys.argv[1] if len(sys.argv) > 1 else "")
    with tempfile.TemporaryDirectory(prefix="fence-", dir="/tmp") as name:   # the other user must get there
        work = Path(name)
        work.chmod(0o777)
        for source in ("ways", "raw"):
            shutil.copy(ROOT / "test/native/fence" / f"{source}.c", work)
            subprocess.run([MAZURKA, "cc", "-O1", "-g", "-w", f"-I{ROOT}/src", f"-I{ROOT}/test/native/fence", f"{source}.c", "-o", source], cwd=work, check=True)
        (work / "library.c").write_text("#include <stdlib.h>\n#include <sys/stat.h>\n__attribute__ ((constructor)) static void go (void) { mkdir (NEW, 0700); }\n")
        subprocess.run(["gcc", "-O1", ROOT / "test/native/fence/without.c", "-o", work / "without"], check=True)
        for user in (0, NOBODY) if os.geteuid() == 0 else (os.geteuid(),):
            if user == NOBODY and run(["/bin/test", "-x", str(MAZURKA)], user, work)[0]:
                print("note: another user cannot reach what was built: tried as root only")
                continue
            prey = Prey(work, user)
            for program in (work / "ways", work / "raw"):
                for way in ways_of(program):
                    if wanted.search(way[0]):
                        try_way(program, way, prey, user, work)
            protocols(work / "raw", prey, user, work, wanted)
            if not wanted.pattern or wanted.pattern == "gaps":
                gaps(work / "ways", prey, user, work)
            prey.end()
        if not wanted.pattern or wanted.pattern == "killed":
            killed(work)
        if not wanted.pattern or wanted.pattern == "replayed":
            replayed(work)
    for text in failures:
        print("failed:", text)
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


sys.exit(main())
