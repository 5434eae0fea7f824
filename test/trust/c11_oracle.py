"""A slow enumerator of the RC11 executions of small programs without loops.

A program is a list of threads, a thread a list of operations:

    ('load', x, order)  ('store', x, value, order)  ('fence', order)
    ('add', x, value, order)  ('swap', x, value, order)
    ('cas', x, expected, desired, order, failure)
    ('if', value, operation)        if that is what the thread has read last (0 at first)

with locations 0, 1, ... (all 0 at first) and orders na (plain), relaxed, consume,
acquire, release, acq_rel, seq_cst. An execution is a graph: events, which write
each read reads (rf), the order of writes to each location (mo). Every graph whose
events can be added one after the other, each read after what it reads, is made,
and judged by the axioms of RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017)
with the release sequences of C++20: nothing is kept from one graph to the next.

    judge (program) -> Judgement
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count


@dataclass(frozen=True)
class Event:
    thread: int                     # -1: the first values
    kind: str                       # R, W, F
    loc: int | None
    order: str
    value: int = 0                  # read or written
    updates: bool = False           # W: the event before it is its read

    @property
    def is_acquire(self):
        return self.order in ('consume', 'acquire', 'acq_rel', 'seq_cst')

    @property
    def is_release(self):
        return self.order in ('release', 'acq_rel', 'seq_cst')


@dataclass(frozen=True)
class Graph:
    events: tuple                   # in an order of adding
    rf: tuple                       # (write, read)
    mo: tuple                       # for each location its writes, first ones first
    at: tuple                       # for each thread: how many operations are done


@dataclass
class Judgement:
    robust: bool                    # every consistent execution is sequentially consistent
    race: bool                      # some consistent execution has a data race
    sc_race: bool                   # some sequentially consistent one has
    graphs: int


# ---- relations: a list of bit masks, successors of each event ----

def compose(a, b):
    out = []
    for row in a:
        mask, i = 0, 0
        while row:
            if row & 1:
                mask |= b[i]
            row >>= 1
            i += 1
        out.append(mask)
    return out


def union(*relations):
    return [x for x in map(lambda rows: _or(rows), zip(*relations))]


def _or(rows):
    mask = 0
    for row in rows:
        mask |= row
    return mask


def reflexive(a):
    return [row | 1 << i for i, row in enumerate(a)]


def closure(a):
    a = list(a)
    for k in range(len(a)):
        for i in range(len(a)):
            if a[i] >> k & 1:
                a[i] |= a[k]
    return a


def irreflexive(a):
    return not any(row >> i & 1 for i, row in enumerate(a))


def acyclic(a):
    return irreflexive(closure(a))


def only(n, keep):
    """The identity on the events that keep accepts."""
    return [1 << i if keep(i) else 0 for i in range(n)]


def pairs(n, keep):
    return [sum(1 << j for j in range(n) if keep(i, j)) for i in range(n)]


class Relations:
    def __init__(self, graph: Graph):
        ev = self.events = graph.events
        n = self.n = len(ev)
        self.po = pairs(n, lambda i, j: i < j and (ev[i].thread == ev[j].thread or ev[i].thread < 0 <= ev[j].thread))
        self.rf = [0] * n
        for w, r in graph.rf:
            self.rf[w] |= 1 << r
        self.mo = [0] * n
        for order in graph.mo:
            for k, w in enumerate(order):
                for v in order[k + 1:]:
                    self.mo[w] |= 1 << v
        self.fr = [0] * n
        for w, r in graph.rf:
            self.fr[r] = self.mo[w]
        self.rmw = pairs(n, lambda i, j: j == self._update_of(i))
        # an update's read part does not come before its own write part in fr
        self.fr = [f & ~m for f, m in zip(self.fr, self.rmw)]
        self.same = pairs(n, lambda i, j: ev[i].loc is not None and ev[i].loc == ev[j].loc)
        self.sw = self._synchronises()
        self.hb = closure(union(self.po, self.sw))

    def _update_of(self, i):
        ev = self.events
        if ev[i].kind != 'R':
            return None
        j = next((k for k in range(i + 1, self.n) if ev[k].thread == ev[i].thread), None)
        return j if j is not None and ev[j].updates else None

    def _id(self, keep):
        return only(self.n, lambda i: keep(self.events[i]))

    def _synchronises(self):
        fence = self._id(lambda e: e.kind == 'F')
        atomic_write = self._id(lambda e: e.kind == 'W' and e.order != 'na')
        atomic_read = self._id(lambda e: e.kind == 'R' and e.order != 'na')
        release = self._id(lambda e: e.is_release)
        acquire = self._id(lambda e: e.is_acquire)
        sequence = compose(atomic_write, reflexive(closure(compose(self.rf, self.rmw))))
        head = union(only(self.n, lambda i: True), compose(fence, self.po))
        tail = union(only(self.n, lambda i: True), compose(self.po, fence))
        sw = compose(release, head)
        for step in (sequence, self.rf, atomic_read, tail, acquire):
            sw = compose(sw, step)
        return sw

    def coherent(self):
        eco = closure(union(self.rf, self.mo, self.fr))
        return irreflexive(self.hb) and irreflexive(compose(self.hb, eco))

    def atomic(self):
        between = compose(self.fr, self.mo)
        return all(not (a & b) for a, b in zip(self.rmw, between))

    def sc_ordered(self):
        eco = closure(union(self.rf, self.mo, self.fr))
        elsewhere = [a & ~b for a, b in zip(self.po, self.same)]
        scb = union(self.po, compose(compose(elsewhere, self.hb), elsewhere),
                    [a & b for a, b in zip(self.hb, self.same)], self.mo, self.fr)
        sc = self._id(lambda e: e.order == 'seq_cst' and e.kind != 'F')
        fence = self._id(lambda e: e.order == 'seq_cst' and e.kind == 'F')
        maybe_hb = reflexive(self.hb)
        base = compose(compose(union(sc, fence, compose(fence, maybe_hb)), scb), union(sc, fence, compose(maybe_hb, fence)))
        around = union(self.hb, compose(compose(self.hb, eco), self.hb))
        fences = compose(compose(fence, around), fence)
        return acyclic(union(base, fences))

    def consistent(self):
        return self.coherent() and self.atomic() and self.sc_ordered()

    def sequentially_consistent(self):
        return self.atomic() and acyclic(union(self.po, self.rf, self.mo, self.fr))

    def racy(self):
        ev = self.events
        for i in range(self.n):
            for j in range(i):
                a, b = ev[i], ev[j]
                if (a.thread != b.thread and min(a.thread, b.thread) >= 0 and self.same[i] >> j & 1
                        and 'W' in (a.kind, b.kind) and 'na' in (a.order, b.order)
                        and not self.hb[i] >> j & 1 and not self.hb[j] >> i & 1):
                    return True
        return False


# ---- executions ----

READ_PART = {'release': 'relaxed', 'acq_rel': 'acquire'}
WRITE_PART = {'acquire': 'relaxed', 'consume': 'relaxed', 'acq_rel': 'release'}


def insert(mo, loc, place, write):
    order = mo[loc]
    return mo[:loc] + (order[:place] + (write,) + order[place:],) + mo[loc + 1:]


def extensions(program, g: Graph, t: int):
    """The graphs with one more operation of thread t, whatever the axioms say."""
    op = program[t][g.at[t]]
    if op[0] == 'if':
        read = [e.value for e in g.events if e.thread == t and e.kind == 'R']
        op = op[2] if (read[-1] if read else 0) == op[1] else None
    at = g.at[:t] + (g.at[t] + 1,) + g.at[t + 1:]
    n = len(g.events)
    if op is None:
        yield Graph(g.events, g.rf, g.mo, at)
        return
    if op[0] == 'fence':
        yield Graph(g.events + (Event(t, 'F', None, op[1]),), g.rf, g.mo, at)
        return
    loc = op[1]
    if op[0] == 'store':
        write = Event(t, 'W', loc, op[3], op[2])
        for place in range(1, len(g.mo[loc]) + 1):
            yield Graph(g.events + (write,), g.rf, insert(g.mo, loc, place, n), at)
        return
    for place, source in enumerate(g.mo[loc]):
        found = g.events[source].value
        rf = g.rf + ((source, n),)
        if op[0] == 'cas':
            new, order = (op[3], op[4]) if found == op[2] else (None, op[5])
        else:
            new, order = {'load': None, 'add': found + op[2] if op[0] == 'add' else 0, 'swap': op[2]}[op[0]], op[-1]
        if new is None:
            yield Graph(g.events + (Event(t, 'R', loc, order, found),), rf, g.mo, at)
            continue
        read = Event(t, 'R', loc, READ_PART.get(order, order), found)
        write = Event(t, 'W', loc, WRITE_PART.get(order, order), new, True)
        yield Graph(g.events + (read, write), rf, insert(g.mo, loc, place + 1, n + 1), at)


def key(g: Graph):
    """Graphs that differ only in the order of adding have the same key."""
    seen, name = {}, []
    for e in g.events:
        k = seen[e.thread] = seen.get(e.thread, 0) + 1
        name.append((e.thread, k))
    return (g.at, frozenset((name[w], name[r]) for w, r in g.rf), tuple(tuple(name[w] for w in order) for order in g.mo))


class TooMany(Exception):
    pass


def judge(program, most=10 ** 9) -> Judgement:
    """Of every complete consistent execution; TooMany if more than `most` graphs had to be made."""
    plain = [op[2] if op[0] == 'if' else op for thread in program for op in thread]
    locations = 1 + max((op[1] for op in plain if op[0] != 'fence'), default=0)
    first = Graph(tuple(Event(-1, 'W', x, 'na') for x in range(locations)), (),
                  tuple((x,) for x in range(locations)), (0,) * len(program))
    result = Judgement(True, False, False, 0)
    stack, seen, made = [first], {key(first)}, count()
    while stack:
        g = stack.pop()
        if all(g.at[t] == len(program[t]) for t in range(len(program))):
            r = Relations(g)
            sc, racy = r.sequentially_consistent(), r.racy()
            result.graphs += 1
            result.robust &= sc
            result.race |= racy
            result.sc_race |= racy and sc
            continue
        for t in range(len(program)):
            if g.at[t] == len(program[t]):
                continue
            for h in extensions(program, g, t):
                k = key(h)
                if k in seen:
                    continue
                seen.add(k)
                if next(made) >= most:
                    raise TooMany
                if Relations(h).consistent():
                    stack.append(h)
    return result


# ---- litmus tests with known answers ----

def known():
    x, y = 0, 1

    def sb(order, fence=None):
        f = [('fence', fence)] if fence else []
        return [[('store', x, 1, order[0]), *f, ('load', y, order[1])], [('store', y, 1, order[0]), *f, ('load', x, order[1])]]

    def mp(w, r):
        return [[('store', x, 1, 'relaxed'), ('store', y, 1, w)], [('load', y, r), ('load', x, 'relaxed')]]

    def iriw(order):
        return [[('store', x, 1, order)], [('store', y, 1, order)],
                [('load', x, order), ('load', y, order)], [('load', y, order), ('load', x, order)]]

    def lb(order):
        return [[('load', x, order), ('store', y, 1, order)], [('load', y, order), ('store', x, 1, order)]]

    def plain_mp(w, r):
        return [[('store', x, 1, 'na'), ('store', y, 1, w)], [('cas', y, 1, 2, r, r), ('store', x, 2, 'na')]]

    two_plus_two = [[('store', x, 1, 'relaxed'), ('store', y, 2, 'relaxed')], [('store', y, 1, 'relaxed'), ('store', x, 2, 'relaxed')]]
    yield 'store buffering, relaxed', sb(('relaxed', 'relaxed')), False
    yield 'store buffering, release and acquire', sb(('release', 'acquire')), False
    yield 'store buffering, seq_cst', sb(('seq_cst', 'seq_cst')), True
    yield 'store buffering, seq_cst fences', sb(('relaxed', 'relaxed'), 'seq_cst'), True
    yield 'store buffering, acq_rel fences', sb(('relaxed', 'relaxed'), 'acq_rel'), False
    yield 'message passing, release and acquire', mp('release', 'acquire'), True
    yield 'message passing, relaxed read', mp('release', 'relaxed'), False
    yield 'message passing, relaxed write', mp('relaxed', 'acquire'), False
    yield 'independent reads, acquire', iriw('acquire'), False
    yield 'independent reads, seq_cst', iriw('seq_cst'), True
    yield 'load buffering, relaxed (no values out of thin air)', lb('relaxed'), True
    yield '2+2W, relaxed', two_plus_two, False
    yield 'coherence of reads', [[('store', x, 1, 'relaxed')], [('load', x, 'relaxed'), ('load', x, 'relaxed')]], True
    yield 'updates of one location', [[('add', x, 1, 'relaxed')] * 2] * 2, True


def main():
    failed = 0
    for name, program, robust in known():
        got = judge(program).robust
        failed += got != robust
        if got != robust:
            print(f'{name}: robust is {got}')
    print(f'oracle: {failed} litmus tests are judged wrong')
    return failed != 0


if __name__ == '__main__':
    raise SystemExit(main())
