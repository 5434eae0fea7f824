"""What a small C thread program (native_tree.py) can do: an interpreter that
tries every interleaving, written from what POSIX and C11 say and from nothing
else. Slow and obvious.

Every operation is one step, and every plain access is one too, so that a data
race is a state in which two threads are about to touch the same variable, one
of them to write it. The rules that are the checker's own:

- A thread that fails or whose assumption does not hold stops; the others go on.
- main's return ends the program, but only when nobody else can go on.
- A busy-waiting loop is blocked until it can end.
- Readers pass writers that wait, timed waits may end whenever the mutex is free.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from native_tree import BLOCKS, Body, Program, main_body

MASK = (1 << 64) - 1
COMPLETE, CUT, DEADLOCK = 0, 1, 2
MAIN = 0                                # threads are numbered from 1 here


def mix(x: int) -> int:
    for _ in range(2):
        x = ((x ^ x >> 32) * 0xd6e8feb86659fd93) & MASK
    return x ^ x >> 32


def at(place: int, word: int) -> int:
    product = (mix(place) ^ word) * 0x9e3779b97f4a7c15
    return mix(((product & MASK ^ product >> 64) + 0xd6e8feb86659fd93) & MASK)


def name(creator: int, child: int) -> int:
    """Of the n-th child of the thread with that name (src/native/runtime/program/observe.c); main's is 1."""
    return at(creator, child)


# ---- code: the bodies, laid out flat ----

def flatten(body: Body) -> list[tuple]:
    code: list[tuple] = []
    for op in body:
        name, args = op[0], tuple(op[1:])
        if name == "inc":
            code += [("read", args[0]), ("incremented", args[0])]
        elif name == "get":
            code += [("read", args[0]), ("see",)]
        elif name == "set":
            code.append(("write", args[0], args[1]))
        elif name == "waitwhile":       # 0: read; 1: done?; 2: wait; 3: lock; 4: again
            code += [("read", args[0]), ("skip_if_set", 4), ("enqueue",), ("relock",), ("jump", -4)]
        elif name == "waitif":
            code += [("read", args[0]), ("skip_if_set", 3), ("enqueue",), ("relock",)]
        elif name == "wait":
            code += [("enqueue",), ("relock",)]
        elif name == "timed":
            code += [("enqueue",), ("relock_timed",)]
        elif name == "once":
            code += [("once_enter", 3), ("add_silently", "x", 1), ("once_leave",)]
        elif name == "if":
            inner = flatten(args[-1])
            code += [("skip_unless", args[0], len(inner) + 1), *inner]
        elif name == "casloop":
            code += [("prepare", args[0]), ("increase", *args)]
        elif name == "publish":
            code += [("publish", *args), ("free",)]
        elif name == "retire":
            code += [("follow",), ("free",)]
        elif name in ("deref", "plainderef"):
            code += [("follow",), (name,)]
        elif name == "section":
            code.append((name, flatten(args[0])))
        elif name in ("slock", "strylock"):
            code += flatten([["lock" if name == "slock" else "try", "s", args[-1]]])
        elif name in SAME:
            code += flatten([[SAME[name], *args]])
        elif name in ("try", "tryrd", "trywr"):
            inner = flatten(args[-1])
            release = ("unlock", args[0]) if name == "try" else ("rwunlock",)
            code += [(name, *args[:-1]), ("skip_unless", 1, len(inner) + 2), *inner, release]
        elif name in BLOCKS:
            release = ("unlock", args[0]) if name in ("lock", "tryspin") else ("rwunlock",)
            code += [(name, *args[:-1]), *flatten(args[-1]), release]
        else:
            code.append((name, *args))
    return code


# A lock with a time-out that is over at once: what else could happen, a try does too.
SAME = {"timedlock": "try", "timedrd": "tryrd", "timedwr": "trywr", "semtimed": "semtry", "spinyield": "spin"}
SPINS = ("spin", "casspin", "tryspin")
LOCAL = {"skip_if_set", "skip_unless", "jump", "see", "assume", "assert"}


@dataclass(frozen=True)
class Thread:
    at: int = -1                        # in its code; -1: not created
    seen: tuple[int, ...] = ()
    last: int = 0                       # value it saw last, "r" in C
    read: int = 0                       # by a plain read
    pointer: int = -1                   # to a block, -1: to none
    halted: str = ""                    # assertion, assumption, misuse of memory
    name: int = 1
    children: int = 0


@dataclass(frozen=True)
class State:
    threads: tuple[Thread, ...]
    cells: tuple[int, int, int, int] = (0, 0, 0, 0)                 # x, y, p, q
    mutexes: tuple[tuple[int, int], ...] = ((-1, 0), (-1, 0), (-1, 0))   # owner, count
    waiting: frozenset[int] = frozenset()                           # at the condition variable
    semaphore: int = 0
    readers: frozenset[int] = frozenset()
    writer: int = -1
    arrived: frozenset[int] = frozenset()                           # at the barrier
    once: int = 0                                                   # 1: under way, 2: done
    log: tuple[int, ...] = ()                                       # the file's bytes
    taken: int = 0                                                  # of them
    printed: int = 0
    name: bool = False                                              # is there a file of that name?
    pipe: tuple[int, ...] = ()
    head: int = -1                                                  # the block that h points to
    blocks: tuple[int, ...] = ()                                    # what is in them; -1: freed
    exited: bool = False


@dataclass
class Truth:
    """Everything that can happen."""

    ends: set[tuple] = field(default_factory=set)       # (how, what each thread has seen)
    cycles: set[tuple] = field(default_factory=set)     # those where a loop goes round for ever
    stops: set[tuple] = field(default_factory=set)      # those where nobody makes a step any more
    kinds: set[str] = field(default_factory=set)        # of findings
    race: bool = False
    states: int = 0

    def of_states(self) -> Truth | None:
        """As a graph of states has it, where a loop is a cycle and no end; None: who is halted there may be to blame."""
        if any(how == CUT for how, _ in self.cycles):
            return None
        kinds = self.kinds - {"deadlock", "livelock"}
        kinds |= {"livelock"} if self.cycles else set()
        kinds |= {"deadlock"} if any(how == DEADLOCK for how, _ in self.stops) else set()
        return Truth(ends=self.stops, kinds=kinds, race=self.race)

    def digest(self) -> tuple[int, str]:
        if not self.ends:
            return 0, ""
        keys = set()
        for how, seen in self.ends:
            total = 0
            for thread, values in seen:
                h = 0
                for v in values:
                    h = mix((h + v + 1) & MASK)
                if h:
                    total += at(thread, h)
            keys.add(mix((total + how + 1) & MASK))
        return len(keys), f"{sum(mix(k) for k in keys) & MASK:016x}"


class TooLarge(Exception):
    pass


CELLS = {"x": 0, "y": 1, "p": 2, "q": 3}
MUTEXES = {"m0": 0, "m1": 1, "s": 2}
# (writes, is atomic) of what takes part in races: of a variable, or of the thread's block
ACCESSES = {"read": (False, False), "write": (True, False), "incremented": (True, False), "aload": (False, True),
            "astore": (True, True), "deref": (False, True), "plainderef": (False, False), "free": (True, False)}
FINDINGS = {"assert": "assertion", "memory": "memory"}      # by why a thread was halted


class Machine:
    def __init__(self, program: Program) -> None:
        self.code = [flatten(main_body(program))] + [flatten(b) for b in program["threads"]]
        self.recursive = (False, program["recursive"], False)

    # ---- changing parts of a state ----

    @staticmethod
    def thread(s: State, t: int, **changes) -> State:
        threads = list(s.threads)
        threads[t] = replace(threads[t], **changes)
        return replace(s, threads=tuple(threads))

    def see(self, s: State, t: int, value: int) -> State:
        return self.thread(s, t, seen=s.threads[t].seen + (value,), last=value)

    @staticmethod
    def store(s: State, cell: str, value: int) -> State:
        cells = list(s.cells)
        cells[CELLS[cell]] = value
        return replace(s, cells=tuple(cells))

    @staticmethod
    def mutex(s: State, m: int, owner: int, count: int) -> State:
        mutexes = list(s.mutexes)
        mutexes[m] = (owner, count)
        return replace(s, mutexes=tuple(mutexes))

    def take(self, s: State, t: int, m: int) -> State | None:
        owner, count = s.mutexes[m]
        if owner == -1 or (owner == t and self.recursive[m]):
            return self.mutex(s, m, t, count + 1)
        return None

    # ---- one step ----

    def next(self, s: State, t: int) -> tuple | None:
        """The thread's next operation; None: it has ended, or is not there."""
        thread = s.threads[t]
        if thread.at < 0 or thread.halted or s.exited or thread.at > len(self.code[t]):
            return None
        return self.code[t][thread.at] if thread.at < len(self.code[t]) else ("end",)

    def settle(self, s: State, t: int) -> State:
        """Goes on to the next step: what is the thread's own business takes none."""
        while True:
            thread = s.threads[t]
            op = self.code[t][thread.at] if thread.at < len(self.code[t]) else ("end",)
            if op[0] not in LOCAL:
                return s
            if op[0] == "skip_if_set":
                s = self.thread(s, t, at=thread.at + (op[1] if thread.read else 1))
            elif op[0] == "skip_unless":
                s = self.thread(s, t, at=thread.at + (1 if thread.last == op[1] else op[2]))
            elif op[0] == "jump":
                s = self.thread(s, t, at=thread.at + op[1])
            elif op[0] == "see":
                s = self.thread(self.see(s, t, thread.read), t, at=thread.at + 1)
            elif thread.last == op[1]:
                return self.thread(s, t, halted=op[0])
            else:
                s = self.thread(s, t, at=thread.at + 1)

    def step(self, s: State, t: int) -> list[State]:
        """The states after the thread's next operation; none if it is blocked."""
        op = self.next(s, t)
        if op is None or (op[0] == "end" and t == MAIN):
            return []
        if op[0] == "once_enter" and s.once == 2:
            after = [self.thread(s, t, at=s.threads[t].at + op[1])]
        else:
            after = [self.thread(u, t, at=u.threads[t].at + 1) for u in getattr(self, "op_" + op[0])(s, t, *op[1:])]
        return [self.settle(u, t) if u.threads[t].at <= len(self.code[t]) and not u.threads[t].halted else u for u in after]

    def op_end(self, s, t):
        return [s]

    def op_load(self, s, t, v):
        return [self.see(s, t, s.cells[CELLS[v]])]

    def op_store(self, s, t, v, k):
        return [self.store(s, v, k)]

    def op_add(self, s, t, v, k):
        old = s.cells[CELLS[v]]
        return [self.see(self.store(s, v, old + k), t, old)]

    def op_add_silently(self, s, t, v, k):
        return [self.store(s, v, s.cells[CELLS[v]] + k)]

    def op_xchg(self, s, t, v, k):
        return [self.see(self.store(s, v, k), t, s.cells[CELLS[v]])]

    def op_cas(self, s, t, v, expected, desired):
        old = s.cells[CELLS[v]]
        success = old == expected
        return [self.see(self.store(s, v, desired) if success else s, t, 10 * success + old)]

    def op_prepare(self, s, t, v):
        return [self.thread(s, t, read=s.cells[CELLS[v]])]

    def op_increase(self, s, t, v, k):
        """A failure stays here, with what it has read."""
        old = s.cells[CELLS[v]]
        if old == s.threads[t].read:
            return [self.see(self.store(s, v, old + k), t, old)]
        return [self.thread(s, t, read=old, at=s.threads[t].at - 1)]

    def op_casspin(self, s, t, v, expected, desired):
        return [self.store(s, v, desired)] if s.cells[CELLS[v]] == expected else []

    def op_aload(self, s, t, p):
        return [self.see(s, t, s.cells[CELLS[p]])]

    def op_astore(self, s, t, p, k):
        return [self.store(s, p, k)]

    def op_section(self, s, t, code):
        for name, *args in code:
            (s,) = getattr(self, "op_" + name)(s, t, *args)
        return [s]

    def op_publish(self, s, t, k):
        return [self.thread(replace(s, head=len(s.blocks), blocks=s.blocks + (k,)), t, pointer=s.head)]

    def op_follow(self, s, t):
        return [self.thread(s, t, pointer=s.head)]

    def op_free(self, s, t):
        block = s.threads[t].pointer
        if block < 0:
            return [s]
        if s.blocks[block] == -1:
            return [self.thread(s, t, halted="memory")]
        return [replace(s, blocks=s.blocks[:block] + (-1,) + s.blocks[block + 1:])]

    def op_deref(self, s, t):
        block = s.threads[t].pointer
        if block < 0:
            return [s]
        if s.blocks[block] == -1:
            return [self.thread(s, t, halted="memory")]
        return [self.see(s, t, s.blocks[block])]

    op_plainderef = op_deref

    def op_spin(self, s, t, v, k):
        return [s] if s.cells[CELLS[v]] == k else []

    def op_read(self, s, t, v):
        return [self.thread(s, t, read=s.cells[CELLS[v]])]

    def op_write(self, s, t, v, k):
        return [self.store(s, v, k)]

    def op_incremented(self, s, t, v):
        value = s.threads[t].read + 1
        return [self.see(self.store(s, v, value), t, value)]

    def op_lock(self, s, t, m):
        after = self.take(s, t, MUTEXES[m])
        return [after] if after else []

    op_tryspin = op_lock

    def op_try(self, s, t, m):
        after = self.take(s, t, MUTEXES[m])
        return [self.see(after or s, t, int(after is not None))]

    def op_unlock(self, s, t, m):
        owner, count = s.mutexes[MUTEXES[m]]
        assert owner == t
        return [self.mutex(s, MUTEXES[m], t if count > 1 else -1, count - 1)]

    def op_enqueue(self, s, t):
        assert s.mutexes[0][0] == t
        return [replace(self.mutex(s, 0, -1, 0), waiting=s.waiting | {t})]

    def op_relock(self, s, t):
        return self.op_lock(s, t, "m0") if t not in s.waiting else []

    def op_relock_timed(self, s, t):
        return [self.see(replace(u, waiting=u.waiting - {t}), t, int(t in s.waiting)) for u in self.op_lock(s, t, "m0")]

    def op_signal(self, s, t):
        return [replace(s, waiting=s.waiting - {w}) for w in s.waiting] or [s]

    def op_broadcast(self, s, t):
        return [replace(s, waiting=frozenset())]

    def op_semwait(self, s, t):
        return [replace(s, semaphore=s.semaphore - 1)] if s.semaphore else []

    def op_semtry(self, s, t):
        return [self.see(u, t, 1) for u in self.op_semwait(s, t)] or [self.see(s, t, 0)]

    def op_semval(self, s, t):
        return [self.see(s, t, s.semaphore)]

    def op_sempost(self, s, t):
        return [replace(s, semaphore=s.semaphore + 1)]

    def op_rd(self, s, t):
        return [replace(s, readers=s.readers | {t})] if s.writer == -1 else []

    def op_wr(self, s, t):
        return [replace(s, writer=t)] if s.writer == -1 and not s.readers else []

    def op_tryrd(self, s, t):
        return [self.see(u, t, 1) for u in self.op_rd(s, t)] or [self.see(s, t, 0)]

    def op_trywr(self, s, t):
        return [self.see(u, t, 1) for u in self.op_wr(s, t)] or [self.see(s, t, 0)]

    def op_rwunlock(self, s, t):
        return [replace(s, writer=-1) if s.writer == t else replace(s, readers=s.readers - {t})]

    def op_barrier(self, s, t):
        """The first stays here, in `arrived`, until the second lets both on."""
        if t in s.arrived:
            return []
        if not s.arrived:
            # one back: it is still at the barrier
            return [self.thread(replace(s, arrived=frozenset({t})), t, at=s.threads[t].at - 1)]
        (other,) = s.arrived
        s = self.thread(s, other, at=s.threads[other].at + 1)
        return [self.settle(replace(s, arrived=frozenset()), other)]

    def op_once_enter(self, s, t, skip):
        return [replace(s, once=1)] if s.once == 0 else []

    def op_once_leave(self, s, t):
        return [replace(s, once=2)]

    def op_append(self, s, t, k):
        return [replace(s, log=s.log + (k,))]

    def op_size(self, s, t):
        return [self.see(s, t, len(s.log))]

    def op_peek(self, s, t, i):
        return [self.see(s, t, s.log[i] if i < len(s.log) else 0)]

    def op_take(self, s, t):
        if s.taken == len(s.log):
            return [self.see(s, t, 0)]
        return [self.see(replace(s, taken=s.taken + 1), t, s.log[s.taken])]

    def op_print(self, s, t, k):
        return [replace(s, printed=s.printed + 1)]

    def op_tell(self, s, t):
        return [self.see(s, t, s.printed)]

    def op_make(self, s, t):
        return [self.see(replace(s, name=True), t, int(not s.name))]

    def op_gone(self, s, t):
        return [self.see(replace(s, name=False), t, int(s.name))]

    def op_there(self, s, t):
        return [self.see(s, t, int(s.name))]

    def op_put(self, s, t, k):
        return [replace(s, pipe=s.pipe + (k,))]

    def op_pull(self, s, t):
        return [self.see(replace(s, pipe=s.pipe[1:]), t, s.pipe[0])] if s.pipe else []

    def op_choose(self, s, t, n):
        return [self.see(s, t, k) for k in range(n)]

    def op_create(self, s, t, i):
        children = s.threads[t].children + 1
        s = self.thread(self.thread(s, t, children=children), i + 1, at=0, seen=(100 + i,), name=name(s.threads[t].name, children))
        return [self.settle(s, i + 1)]

    def op_join(self, s, t, i):
        other = s.threads[i + 1]
        return [s] if other.at > len(self.code[i + 1]) and not other.halted else []

    # ---- all of them ----

    def races(self, s: State) -> bool:
        """Two threads are about to touch the same, one to write, not both atomically."""
        touched: dict[object, list[tuple[bool, bool]]] = {}
        for t in range(len(s.threads)):
            op = self.next(s, t)
            if op is None or op[0] not in ACCESSES:
                continue
            writes, is_atomic = ACCESSES[op[0]]
            what = op[1] if len(op) > 1 else s.threads[t].pointer
            if what == -1:
                continue
            others = touched.setdefault(what, [])
            if any((writes or w) and not (is_atomic and a) for w, a in others):
                return True
            others.append((writes, is_atomic))
        return False

    def finish(self, s: State, truth: Truth) -> None:
        """Nobody but main, if it has come to its end, can go on."""
        returned = self.next(s, MAIN) == ("end",)
        left = [t for t in range(len(s.threads)) if self.next(s, t) is not None and not (returned and t == MAIN)]
        how = CUT if any(th.halted for th in s.threads) else DEADLOCK if left else COMPLETE
        end = (how, tuple((th.name, th.seen) for th in s.threads))
        truth.ends.add(end)
        waits = [self.next(s, t)[0] for t in left]
        spins = any(w in SPINS for w in waits)
        (truth.cycles if spins else truth.stops).add(end)
        if how == DEADLOCK:
            alone = all(w in SPINS or w == "join" for w in waits)
            truth.kinds.add("livelock" if spins and alone and not returned else "deadlock")

    def explore(self, limit: int) -> Truth:
        truth = Truth()
        threads = (Thread(at=0, seen=(99,)),) + (Thread(),) * (len(self.code) - 1)
        first = self.settle(State(threads), MAIN)
        known, todo = {first}, [first]
        while todo:
            s = todo.pop()
            truth.race = truth.race or self.races(s)
            truth.kinds |= {FINDINGS[th.halted] for th in s.threads if th.halted in FINDINGS}
            after = [u for t in range(len(s.threads)) for u in self.step(s, t)]
            if not after:
                self.finish(s, truth)
            for u in after:
                if u not in known:
                    known.add(u)
                    todo.append(u)
            if len(known) > limit:
                raise TooLarge
        truth.states = len(known)
        return truth


def explore(program: Program, limit: int = 100000) -> Truth:
    return Machine(program).explore(limit)
