"""A recorded execution in lldb: `mazurka replay TRACE --lldb` loads this file, twice: for
its commands, and as lldb's plug-in for threads that the system does not know of.

The program's threads are coroutines of one system thread. The plug-in tells lldb of
them, so that `thread list`, `thread select`, `bt all` and stepping are lldb's own; one
that does not run has its registers on its stack, where rt_switch put them. As an execution can be
repeated up to any of its steps, there is `reverse`. What is said at a stop is as in
mazurka-gdb.py.
"""

import os
import re
import struct

import lldb

SAVED = ("r15", "r14", "r13", "r12", "rbx", "rbp")     # as rt_switch pushes them, above a word for the floating-point environment
REGISTERS = SAVED + ("rsp", "rip")
NOBODY = 0xffffffff
ABSENT, ENDED = 0, 2                                    # enum rt_state
LIBRARIES = re.compile(r"^(libc|libm|libstdc\+\+|libpthread|libgcc_s|ld-linux[^/]*|ld)[-.]")


# ---- the runtime's data ----

def runtime(target):
    """struct rt, or None before main."""
    rt = target.FindFirstGlobalVariable("mazurka_runtime_state").Dereference()
    return rt.Dereference() if rt.IsValid() and rt.GetValueAsUnsigned() else None


def number(value, *path):
    for name in path:
        value = value.GetChildMemberWithName(name)
    return value.GetValueAsUnsigned()


def threads(rt):
    """The threads of this execution: number and struct rt_thread."""
    for i in range(number(rt, "nthreads")):
        thread = rt.GetValueForExpressionPath(".threads[%d]" % i)
        if number(thread, "state") != ABSENT:
            yield i, thread


def current(rt):
    """The thread that runs, or None: the checker does."""
    thread = rt.GetChildMemberWithName("current")
    return number(thread.Dereference(), "id") if thread.GetValueAsUnsigned() else None


def name_of(target, i, thread):
    if i == 0:
        return "main"
    symbol = target.ResolveLoadAddress(number(thread, "routine")).GetSymbol().GetName()
    return "T%d %s" % (i, symbol) if symbol else "T%d" % i


# ---- the plug-in ----

class OperatingSystemPlugIn:
    """lldb asks it at each stop which threads there are."""

    def __init__(self, process):
        self.process = process

    def create_thread(self, tid, context):
        return None

    def get_thread_info(self):
        target = self.process.GetTarget()
        rt = runtime(target)
        found = []
        for i, thread in threads(rt) if rt is not None else ():
            running = current(rt) == i
            if running or (number(thread, "state") != ENDED and number(thread, "sp")):
                entry = {"tid": i + 1, "name": name_of(target, i, thread), "queue": "", "state": "stopped", "stop_reason": "none"}
                if running:
                    entry["core"] = 0
                found.append(entry)
        return found

    def get_register_info(self):
        dwarf = {"rbx": 3, "rbp": 6, "rsp": 7, "r12": 12, "r13": 13, "r14": 14, "r15": 15, "rip": 16}
        generic = {"rip": "pc", "rsp": "sp", "rbp": "fp"}
        registers = []
        for i, name in enumerate(REGISTERS):
            entry = {"name": name, "bitsize": 64, "offset": 8 * i, "encoding": "uint", "format": "hex", "set": 0,
                     "gcc": dwarf[name], "dwarf": dwarf[name]}
            if name in generic:
                entry["generic"] = entry["alt-name"] = generic[name]
            registers.append(entry)
        return {"sets": ["general"], "registers": registers}

    def get_register_data(self, tid):
        rt = runtime(self.process.GetTarget())
        for i, thread in threads(rt) if rt is not None else ():
            if i + 1 != tid:
                continue
            sp, error = number(thread, "sp") + 8, lldb.SBError()
            words = self.process.ReadMemory(sp, 8 * (len(SAVED) + 1), error)
            if error.Success():
                return words[:8 * len(SAVED)] + struct.pack("<Q", sp + 8 * (len(SAVED) + 1)) + words[8 * len(SAVED):]
        return bytes(8 * len(REGISTERS))


# ---- frames ----

def is_users(frame):
    """Not the runtime's, nor a system library's."""
    address = frame.GetPCAddress()
    section = address.GetSection().GetName() if address.GetSection().IsValid() else None
    module = frame.GetModule().GetFileSpec().GetFilename() or ""
    return (section != "mz_text" and not LIBRARIES.match(module) and frame.GetLineEntry().IsValid()
            and not (frame.GetFunctionName() or "").startswith("__mazurka_"))


def failing_place(target, rt):
    """The function and line that the runtime noted: lldb 14 does not find its way out of all of the runtime's functions. Or None."""
    pc = number(rt, "failure", "pc")
    address = target.ResolveLoadAddress(pc - 1) if pc else None
    line = address.GetLineEntry() if address else None
    if not line or not line.IsValid():
        return None
    return (address.GetBlock().GetInlinedName() or address.GetFunction().GetName() or "?"), line


def print_source(target, line):
    text = lldb.SBStream()
    target.GetDebugger().GetSourceManager().DisplaySourceLinesWithLineNumbers(line.GetFileSpec(), line.GetLine(), 1, 1, "->", text)
    print((text.GetData() or "").rstrip())


def show(thread, rt):
    """Selects the innermost frame of the user's code, preferably not in a system header, and prints it."""
    mine = [f for f in thread if is_users(f)]
    target = thread.GetProcess().GetTarget()
    place = failing_place(target, rt) if not mine and session.told else None
    if place:
        print("%s at %s:%d (lldb cannot show its frames)" % (place[0], place[1].GetFileSpec().GetFilename(), place[1].GetLine()))
        print_source(target, place[1])
    if not mine:
        if not place:
            print("It is in no code that can be shown.")
        return
    own = [f for f in mine if not (f.GetLineEntry().GetFileSpec().GetDirectory() or "").startswith("/usr/include")]
    process = thread.GetProcess()
    process.SetSelectedThread(thread)
    frame = (own or mine)[0]
    thread.SetSelectedFrame(frame.GetFrameID())
    print(str(frame))
    print_source(target, frame.GetLineEntry())


# ---- stopping ----

class Session:
    wanted = None       # the step to stop before; None: at the failure
    step = thread = None   # where the explorer stopped
    told = False        # the failure was reached in this run
    at = None           # the step that is stopped before; the last, at the failure
    ready = False       # breakpoints and commands are there
    reported = False    # where the last run stopped


# lldb reads this file again for the plug-in; there is one session.
session = lldb.mazurka_session = getattr(lldb, "mazurka_session", None) or Session()


def at_failure(frame, location, extra, internal):
    """Only the last of the recorded steps ends in the finding."""
    if frame.GetPCAddress().GetSection().GetName() != "mz_text":     # a function of the user's that is called the same
        return False
    rt = runtime(frame.GetThread().GetProcess().GetTarget())
    if rt is None or session.wanted is not None or number(rt, "run", "depth") + 1 < number(rt, "orders", "nsteps"):
        return False
    session.told = True
    return True


def at_step(frame, location, extra, internal):
    """The explorer comes here before each step, and once after the last."""
    step, thread = (frame.FindRegister(r).GetValueAsUnsigned() for r in ("rdi", "rsi"))
    thread &= NOBODY
    if thread == NOBODY and session.told or thread != NOBODY and step != session.wanted:
        return False
    session.step, session.thread = step, thread
    return True


def run(debugger, wanted, result):
    """Runs the execution from its beginning up to the step, or to the failure."""
    target = debugger.GetSelectedTarget()
    was = debugger.GetAsync()
    debugger.SetAsync(False)
    if target.GetProcess().IsValid():
        target.GetProcess().Kill()
    session.wanted, session.told, session.step, session.reported = wanted, False, None, False
    info, error = target.GetLaunchInfo(), lldb.SBError()
    info.SetLaunchFlags(info.GetLaunchFlags() | lldb.eLaunchFlagStopAtEntry)
    process = target.Launch(info, error)
    if error.Fail():
        result.SetError("cannot run the program: %s" % error.GetCString())
        return
    signals = process.GetUnixSignals()
    for name in ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL"):      # the runtime's own business first
        signal = signals.GetSignalNumberFromName(name)
        signals.SetShouldStop(signal, False)
        signals.SetShouldNotify(signal, False)
        signals.SetShouldSuppress(signal, False)
    process.Continue()
    if not session.reported:
        report(process)
    session.reported = session.told
    debugger.SetAsync(was)


def report(process):
    rt = runtime(process.GetTarget()) if process.GetState() == lldb.eStateStopped else None
    session.reported = True
    steps = number(rt, "orders", "nsteps") if rt is not None else 0
    if rt is None:
        print("The program has ended.")
    elif session.told:
        session.at = steps
        print("The failing operation (step %d of %d):" % (steps, steps))
    elif session.step is not None and session.thread != NOBODY:
        session.at = session.step
        print("Before step %d of %d:" % (session.step + 1, steps))
    elif session.step is not None:
        session.at = steps
        print("After the last step:")
    who = None if rt is None else session.thread if session.step is not None and session.thread != NOBODY else current(rt)
    alive = [t for t in process if t.GetThreadID() <= number(rt, "nthreads")] if rt is not None else []
    chosen = [t for t in alive if who is not None and t.GetThreadID() == who + 1] or alive[-1:]
    for t in chosen:
        print("[%s]" % t.GetName())
        show(t, rt)


class AtStop:
    """After `continue` the failure is reported as after `failure`."""

    def __init__(self, target, extra, internal):
        pass

    def handle_stop(self, context, stream):
        if session.told and not session.reported:
            report(context.GetProcess())
        return True


# ---- commands ----

def failure(debugger, argument, context, result, internal):
    """Run the execution again, up to the failing operation."""
    run(debugger, None, result)


def steps(debugger, argument, context, result, internal):
    """Run the execution again and stop before step N of the trace: steps N."""
    if not argument.isdigit() or argument == "0":
        result.SetError("before which step? They are numbered from 1")
        return
    run(debugger, int(argument) - 1, result)


def reverse(debugger, argument, context, result, internal):
    """Go back: reverse [N] runs the execution again and stops N steps earlier (one, if not said)."""
    if session.at is None or not (argument or "1").isdigit():
        result.SetError("reverse takes a number of steps, after the program has run")
        return
    run(debugger, max(session.at - int(argument or 1), 0), result)


def threads_list(debugger, argument, context, result, internal):
    """The threads of the program, and where each stands. `thread select N` looks at another."""
    process = debugger.GetSelectedTarget().GetProcess()
    rt = runtime(process.GetTarget()) if process.IsValid() else None
    if rt is None:
        result.SetError("the program has not started")
        return
    shown = process.GetSelectedThread().GetThreadID()
    by_id = {t.GetThreadID(): t for t in process}
    for i, thread in threads(rt):
        place = "ended" if number(thread, "state") == ENDED else "in no code that can be shown"
        mine = [f for f in by_id[i + 1] if is_users(f)] if i + 1 in by_id else []
        where = (mine[0].GetFunctionName(), mine[0].GetLineEntry()) if mine else \
            failing_place(process.GetTarget(), rt) if session.told and current(rt) == i else None
        if where:
            place = "%s at %s:%d" % (where[0], where[1].GetFileSpec().GetFilename(), where[1].GetLine())
        index = by_id[i + 1].GetIndexID() if i + 1 in by_id else "-"
        print("%s %-3s %-20s %s" % ("*" if shown == i + 1 else " ", index, name_of(process.GetTarget(), i, thread), place))


def set_up(debugger):
    target = debugger.GetSelectedTarget()
    for function, callback in (("rt_fail", "at_failure"), ("fail_from_handler", "at_failure"), ("explorer_at_step", "at_step")):
        breakpoint = target.BreakpointCreateByName(function)
        breakpoint.SetScriptCallbackFunction(__name__ + "." + callback, lldb.SBStructuredData())
        breakpoint.SetAutoContinue(False)
        breakpoint.AddName("mazurka")
    for name, function in (("failure", "failure"), ("steps", "steps"), ("reverse", "reverse"), ("threads", "threads_list")):
        debugger.HandleCommand("command script add -f %s.%s %s" % (__name__, function, name))
    for line in ("target stop-hook add -P %s.AtStop" % __name__, "settings set target.process.python-os-plugin-path %s" % os.path.abspath(__file__),
                 "settings set auto-confirm true", "settings set target.input-path /dev/null", "settings append target.unset-env-vars PYTHONPATH"):
        debugger.HandleCommand(line)


def __lldb_init_module(debugger, internal):
    if not session.ready:
        session.ready = True
        set_up(debugger)
