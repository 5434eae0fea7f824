"""A recorded execution in gdb: `mazurka replay TRACE --gdb` loads this file.

The program's threads are coroutines of one system thread, which is all that gdb
knows of. Here they get the commands one expects: `info threads`, `thread N`,
`thread apply all bt`; and, as an execution can be repeated up to any of its
steps, `reverse`. A thread that does not run has its registers on its stack, where
rt_switch put them: to look at it they are loaded, and the real ones are put back
before anything is executed.
"""

import os
import re

import gdb

SAVED = ("r15", "r14", "r13", "r12", "rbx", "rbp")     # as rt_switch pushes them, above a word for the floating-point environment
NOBODY = 0xffffffff
ABSENT, ALIVE, ENDED = 0, 1, 2                          # enum rt_state
LIBRARIES = re.compile(r"(libc|libm|libstdc\+\+|libpthread|libgcc_s|ld-linux[^/]*|ld)[-.][^/]*$")


class Session:
    """What is known between two commands."""

    real = None         # registers of the system thread, while others are loaded
    shown = None        # number of the thread that is looked at
    wanted = None       # the step to stop before; None: at the failure
    asked = None        # the same, for the next run
    next = None         # the thread that makes that step
    thread = step = None   # where a breakpoint was hit
    at = None           # the step that is stopped before; the last, at the failure
    keeping = False     # a breakpoint is being changed by us
    runtime = None      # where the runtime's code is
    told = False        # the failure was reached in this run


session = Session()


# ---- the runtime's data ----

def state():
    """struct rt, or None before main."""
    try:
        rt = gdb.parse_and_eval("mazurka_runtime_state").dereference()
        return rt.dereference() if int(rt) else None
    except gdb.error:
        return None


def threads(rt):
    """The numbers of the threads of this execution."""
    return [i for i in range(int(rt["nthreads"])) if int(rt["threads"][i]["state"]) != ABSENT]


def current(rt):
    """The thread that runs, or None: the checker does."""
    thread = rt["current"]
    return int(thread["id"]) if int(thread) else None


def name_of(rt, number):
    if number == 0:
        return "main"
    routine = gdb.execute("info symbol %d" % int(rt["threads"][number]["routine"]), to_string=True).split(" ")[0]
    return "T%d %s" % (number, routine) if not routine.startswith("No") else "T%d" % number


def number_from(rt, text):
    """`2`, `T2` or `main`."""
    number = 0 if text == "main" else int(text[1:]) if re.fullmatch(r"T\d+", text) else int(text) if text.isdigit() else None
    if number is None or number not in threads(rt):
        raise gdb.GdbError("There is no thread %s; `info threads` lists them." % text)
    return number


# ---- frames ----

def find_runtime():
    if session.runtime is None:
        m = re.search(r"(0x[0-9a-f]+) - (0x[0-9a-f]+) is mz_text$", gdb.execute("info files", to_string=True), re.M)
        session.runtime = (int(m.group(1), 16), int(m.group(2), 16)) if m else (0, 0)
    return session.runtime


def in_runtime(address):
    low, high = find_runtime()
    return low <= address < high


def is_users(frame):
    """Not the runtime's, nor a system library's."""
    pc = frame.pc()
    library = gdb.current_progspace().solib_name(pc)
    table = frame.find_sal().symtab
    return not (in_runtime(pc) or (library and LIBRARIES.search(os.path.basename(library)) or table is None)
                or (frame.name() or "").startswith("__mazurka_"))


def users_frame():
    """The innermost frame of the user's code, preferably not in a system header; None: there is none."""
    found, frame = None, gdb.newest_frame()
    try:
        while frame is not None and frame.is_valid():
            if is_users(frame):
                if not frame.find_sal().symtab.fullname().startswith("/usr/include/"):
                    return frame
                found = found or frame
            frame = frame.older()
    except gdb.error:
        pass
    return found


# ---- looking at a thread ----

def load(values):
    """Of an outer frame a register is a place in memory, so the innermost is selected each time."""
    for register, value in values.items():
        gdb.newest_frame().select()
        gdb.execute("set var $%s = %d" % (register, value))


def restore():
    """The registers are those of what really runs."""
    if session.real is not None:
        load(session.real)
    session.real = session.shown = None


def registers():
    gdb.newest_frame().select()
    return {r: int(gdb.parse_and_eval("(unsigned long) $%s" % r)) for r in SAVED + ("rsp", "rip")}


def look_at(rt, number):
    """gdb shows this thread's frames from now on, the user's innermost selected. False: it has none."""
    restore()
    gdb.newest_frame().select()
    if number != current(rt):
        thread = rt["threads"][number]
        sp = int(thread["sp"])
        if int(thread["state"]) == ENDED or not sp:
            return False
        real, words = registers(), thread["sp"].cast(gdb.lookup_type("unsigned long").pointer())
        values = {r: int(words[i + 1]) for i, r in enumerate(SAVED)}
        values.update(rip=int(words[len(SAVED) + 1]), rsp=sp + 8 * (len(SAVED) + 2))
        session.real = real
        load(values)
    session.shown = number
    frame = users_frame()
    if frame is not None:
        frame.select()
    return frame is not None


def stands(rt, number):
    """What a thread does that is in no code of the user's."""
    kind = int(rt["threads"][number]["op"]["kind"])
    names = {int(gdb.parse_and_eval("(int) NATIVE_" + k)): text for k, text in (("START", "not started yet"), ("END", "about to end"))}
    return names.get(kind, "in no code that can be shown")


def place(frame):
    """Function and line."""
    sal = frame.find_sal()
    return "%s () at %s:%d" % (frame.name() or "??", os.path.basename(sal.symtab.filename), sal.line)


def first_to_show(rt):
    """Who the failure is about: who runs, else one that waits."""
    running = current(rt)
    alive = [i for i in threads(rt) if int(rt["threads"][i]["state"]) != ENDED]
    return running if running is not None else (alive or [0])[-1]


def show_stop(message):
    rt = state()
    print(message)
    if rt is not None and session.shown is None:
        look_at(rt, first_to_show(rt))
    if session.shown is not None:
        print("[%s]" % name_of(rt, session.shown))
        if users_frame() is None:
            print("It is %s." % stands(rt, session.shown))
        else:
            gdb.execute("frame")


# ---- stopping ----

class AtFailure(gdb.Breakpoint):
    """Where the runtime says that a thread did something wrong. Only the last of
    the recorded steps ends in the finding: what fails before halts a thread, as
    it did when the steps were found."""

    def __init__(self, function):
        super().__init__(function, internal=True)
        self.silent = True

    def stop(self):
        rt = state()
        if not in_runtime(gdb.newest_frame().pc()):     # a function of the user's that is called the same
            return False
        if rt is None or session.wanted is not None or int(rt["run"]["depth"]) + 1 < int(rt["orders"]["nsteps"]):
            return False
        session.told = True
        return True


class AtStep(gdb.Breakpoint):
    """The explorer comes here before each step, and once after the last."""

    def __init__(self):
        super().__init__("explorer_at_step", internal=True)
        self.silent = True

    def stop(self):
        step = int(gdb.parse_and_eval("(unsigned long) $rdi"))
        thread = int(gdb.parse_and_eval("(unsigned int) $esi"))
        if thread != NOBODY and step != session.wanted:
            return False
        if thread == NOBODY and session.told:
            return False
        session.thread, session.step = thread, step
        return True


def on_stop(event):
    session.real = session.shown = session.next = session.at = None
    if not isinstance(event, gdb.BreakpointEvent):
        return
    hit = event.breakpoints[0]
    rt = state()
    if isinstance(hit, AtFailure):
        session.at = int(rt["orders"]["nsteps"])
        show_stop("The failing operation (step %d of %d):" % (session.at, session.at))
        return
    if not isinstance(hit, AtStep):
        return
    session.next, session.at, session.wanted = session.thread, session.step, None
    if session.next != NOBODY:
        look_at(rt, session.next)
        show_stop("Before step %d of %d:" % (session.at + 1, int(rt["orders"]["nsteps"])))
    else:
        show_stop("After the last step:")


def start(wanted):
    """Runs the execution from its beginning up to the step, or to the failure."""
    session.asked = wanted
    gdb.execute("run")


# ---- commands ----

class InfoThreads(gdb.Command):
    """The threads of the program: where each stands, and in which state.

    The one that is shown is marked. `thread N` looks at another."""

    STATES = {ALIVE: "", ENDED: "ended", 3: "cut", 4: "failed", 5: "waits in a loop"}

    def __init__(self):
        super().__init__("info threads", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        rt = state()
        if rt is None:
            print("The program has not started.")
            return
        shown = session.shown if session.shown is not None else current(rt)
        selected = gdb.selected_frame().level()
        for number in threads(rt):
            label = self.STATES[int(rt["threads"][number]["state"])]
            if label != "ended" and look_at(rt, number):
                label = place(gdb.selected_frame()) + (" (%s)" % label if label else "")
            print("%s %-3d %-20s %s" % ("*" if number == shown else " ", number, name_of(rt, number), label or stands(rt, number)))
        restore()
        if shown is not None:
            look_at(rt, shown)
            frame = gdb.newest_frame()
            while frame is not None and frame.level() < selected:
                frame = frame.older()
            if frame is not None:       # not by `frame N`, which may print it
                frame.select()


class Thread(gdb.Command):
    """Look at another thread of the program: thread N, thread T1, thread main.

    `thread apply all COMMAND` and `thread apply N... COMMAND` do something in several."""

    def __init__(self):
        super().__init__("thread", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        rt, words = state(), argument.split()
        if rt is None:
            raise gdb.GdbError("The program has not started.")
        if words[:1] == ["apply"]:
            self.apply(rt, words[1:])
            return
        if words and not look_at(rt, number_from(rt, words[0])):
            number = number_from(rt, words[0])
            ended = int(rt["threads"][number]["state"]) == ENDED
            raise gdb.GdbError("%s %s." % (name_of(rt, number), "has ended" if ended else "is " + stands(rt, number)))
        shown = session.shown if session.shown is not None else current(rt)
        if shown is None:
            print("The checker runs, no thread of the program does.")
            return
        print("[%s]" % name_of(rt, shown))
        gdb.execute("backtrace" if words else "frame")

    def apply(self, rt, words):
        shown = session.shown
        numbers = threads(rt) if words[:1] == ["all"] else []
        words = words[1:] if words[:1] == ["all"] else words
        while words and re.fullmatch(r"\d+|T\d+|main", words[0]):
            numbers.append(number_from(rt, words.pop(0)))
        for number in numbers:
            if look_at(rt, number):
                print("\n[%s]" % name_of(rt, number))
                gdb.execute(" ".join(words) or "backtrace")
        restore()
        if shown is not None:
            look_at(rt, shown)


class Backtrace(gdb.Command):
    """The call stack of the thread that is shown, from the user's innermost frame on."""

    def __init__(self, name):
        super().__init__(name, gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        if argument:
            gdb.execute("where " + argument)
            return
        selected, frame = gdb.selected_frame(), users_frame() or gdb.newest_frame()
        while frame is not None and frame.is_valid():
            name = frame.name() or ""
            if not is_users(frame) and name in ("rt_enter_thread", "run_main", "__wrap_main", "_start"):
                break
            frame.select()
            print(gdb.execute("frame", to_string=True).split("\n")[0])
            frame = frame.older()
        selected.select()


class Reverse(gdb.Command):
    """Go back: reverse [N] runs the execution again and stops N steps earlier (one, if not said).

    A step is an operation that other threads can see, as the trace lists them.
    `steps N` stops before step N; `run` goes to the failure again."""

    def __init__(self, name):
        super().__init__(name, gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        rt = state()
        if rt is None:
            raise gdb.GdbError("The program has not started.")
        here = session.at if session.at is not None else int(rt["run"]["depth"])
        start(max(here - int(argument or 1), 0))


class Steps(gdb.Command):
    """Run the execution again and stop before step N of the trace: steps N."""

    def __init__(self):
        super().__init__("steps", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        if not argument.isdigit() or argument == "0":
            raise gdb.GdbError("Before which step? They are numbered from 1.")
        start(int(argument) - 1)


class Failure(gdb.Command):
    """Run the execution again, up to the failing operation."""

    def __init__(self):
        super().__init__("failure", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        start(None)


class Restore(gdb.Command):
    """Put the registers of what really runs back; the hooks below use it."""

    def __init__(self):
        super().__init__("mazurka-restore", gdb.COMMAND_OBSCURE)

    def invoke(self, argument, from_tty):
        rt = state()
        if argument == "stepping" and rt is not None and current(rt) is None and session.next is not None:
            self.enter(rt)
        restore()

    def enter(self, rt):
        """Before a step the checker runs: stepping starts where the thread comes back to the user's code."""
        if session.shown != session.next or session.next == NOBODY:
            raise gdb.GdbError("No thread runs here." if session.next == NOBODY else
                               "%s makes the next step: `thread %d` shows it." % (name_of(rt, session.next), session.next))
        frame = users_frame()
        if frame is None:
            raise gdb.GdbError("%s is %s; `continue` goes on." % (name_of(rt, session.next), stands(rt, session.next)))
        back = gdb.Breakpoint("*%d" % frame.pc(), internal=True, temporary=True)
        back.silent = True
        restore()
        gdb.execute("continue", to_string=True)


class BeforeRun(gdb.Command):
    """A run goes to the failure, unless `reverse` or `steps` want another place."""

    def __init__(self):
        super().__init__("mazurka-before-run", gdb.COMMAND_OBSCURE)

    def invoke(self, argument, from_tty):
        session.wanted, session.asked = session.asked, None
        session.told, session.real, session.shown, session.next = False, None, None, None


def keep_out(breakpoint):
    """The runtime has functions of its own called `get` or `push`; they are not meant."""
    if isinstance(breakpoint, (AtFailure, AtStep)) or session.keeping or breakpoint.type != gdb.BP_BREAKPOINT:
        return
    session.keeping = True
    try:
        for number, location in enumerate(getattr(breakpoint, "locations", None) or [], 1):
            if in_runtime(int(location.address or 0)) and location.enabled:
                location.enabled = False
    finally:
        session.keeping = False


def set_up():
    for line in ("set pagination off", "set confirm off", "set startup-with-shell off", "set print thread-events off",
                 "set debuginfod enabled off", "handle SIGSEGV SIGBUS SIGFPE SIGILL nostop noprint pass"):
        gdb.execute(line, to_string=True)
    gdb.execute("define hook-run\nmazurka-before-run\nend")
    for command in ("continue", "call", "jump"):
        gdb.execute("define hook-%s\nmazurka-restore\nend" % command)
    for command in ("step", "next", "stepi", "nexti", "finish", "until", "advance"):
        gdb.execute("define hook-%s\nmazurka-restore stepping\nend" % command)
    for function in ("rt_fail", "fail_from_handler"):
        AtFailure(function)
    AtStep()
    InfoThreads()
    Thread()
    Backtrace("backtrace")
    Backtrace("bt")
    for name in ("reverse", "reverse-step", "reverse-next", "reverse-continue"):
        Reverse(name)
    Steps()
    Failure()
    Restore()
    BeforeRun()
    gdb.events.stop.connect(on_stop)
    gdb.events.breakpoint_created.connect(keep_out)
    gdb.events.breakpoint_modified.connect(keep_out)


set_up()
