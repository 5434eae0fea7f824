#!/usr/bin/env python3
"""How few states could persistent sets leave of examples/protocols/register.c (3 replicas, 1 reader)?

    python3 bench/register_sets.py [WRITES [READS [TRIES]]]

Explores the protocol by a description of its own and takes in every state the smallest
sets that are persistent by definition: every t of the set stays enabled and commutes with all that happens
without the set, in the whole state graph. Of equally small sets the first by an order of
transitions is taken; TRIES random orders are tried. No static analysis is as precise."""
import itertools
import random
import sys

WRITES, READS, TRIES = [int(x) for x in sys.argv[1:]] + [1, 1, 100][len(sys.argv) - 1:]
REPLICAS = range(3)
QUORUMS = list(itertools.combinations(REPLICAS, 2))
INITIAL = ((0, 0), (0, 0, 0), (0, 0, 0, 0), ())       # writer, replicas, reader, messages


def steps(state):
    """Pairs of an instance of a transition and a state after it."""
    (stamp, complete), replicas, (heard, begun, ended, wrong), messages = state

    def to(writer=(stamp, complete), stamps=replicas, reader=(heard, begun, ended, wrong), gone=(), sent=()):
        left = list(messages)
        for m in gone:
            left.remove(m)
        return writer, stamps, reader, tuple(sorted(left + list(sent)))

    def quorums(kind, number):
        for q in QUORUMS:
            for m in itertools.product(*[{m for m in messages if m[:2] == (kind, i) and m[2] == number} for i in q]):
                yield q, m

    if stamp < WRITES and (WRITES == 1 or stamp == complete):
        yield "begin write", to(writer=(stamp + 1, complete), sent=[("WRITE", i, stamp + 1) for i in REPLICAS])
    if begun < READS and (READS == 1 or begun == ended):
        starts = [("read", heard, ())] + [("read after", m[2], (m,)) for m in set(messages) if m[0] == "DONE"]
        for name, news, gone in starts:
            yield name, to(reader=(news, begun + 1, ended, wrong), gone=gone, sent=[("READ", i, begun + 1) for i in REPLICAS])
    for m in set(messages):
        kind, i, number = m[:3]
        if kind == "WRITE":
            new = tuple(max(x, number) if k == i else x for k, x in enumerate(replicas))
            yield ("store" if number > replicas[i] else "late write", i), to(stamps=new, gone=[m], sent=[("ACK", i, number)])
        if kind == "READ":
            yield ("answer", i), to(gone=[m], sent=[("VALUE", i, number, replicas[i])])
        if (kind == "ACK" and number <= complete) or (kind == "VALUE" and number <= ended) or (kind == "DONE" and begun == READS):
            yield ("late", kind, i), to(gone=[m])
    if complete < stamp:
        for q, used in quorums("ACK", stamp):
            yield ("end write", q), to(writer=(stamp, stamp), gone=used, sent=[("DONE", 0, stamp)])
    if ended < begun:
        for q, used in quorums("VALUE", begun):
            yield ("end read", q), to(reader=(heard, begun, begun, wrong | (max(m[3] for m in used) < heard)), gone=used)


known = {}


def after(state):
    """For each enabled instance the states it leads to."""
    if state not in known:
        known[state] = {}
        for t, s in steps(state):
            known[state].setdefault(t, set()).add(s)
    return known[state]


def visit(choose):
    seen, todo = {INITIAL}, [INITIAL]
    while todo:
        state = todo.pop()
        for t in choose(state):
            new = after(state)[t] - seen
            seen |= new
            todo += new
    return len(seen)


def is_persistent(state, chosen):
    seen, todo = {state}, [state]
    while todo:
        x = todo.pop()
        for u in after(x).keys() - chosen:
            for y in after(x)[u]:
                for t in chosen:
                    if t not in after(y) or any(all(z not in after(v).get(u, ()) for v in after(x)[t]) for z in after(y)[t]):
                        return False
                if y not in seen:
                    seen.add(y)
                    todo.append(y)
    return True


smallest = {}


def sets(state):
    if state not in smallest:
        enabled = sorted(after(state), key=str)
        smallest[state] = [tuple(enabled)]
        for size in range(1, len(enabled)):
            found = [c for c in itertools.combinations(enabled, size) if is_persistent(state, set(c))]
            if found:
                smallest[state] = found
                break
    return smallest[state]


everything = visit(after)
best = everything
for seed in range(TRIES):
    rank, rng = {}, random.Random(seed)
    best = min(best, visit(lambda s: min(sets(s), key=lambda c: [rank.setdefault(t, rng.random()) for t in c])))
print(f"{WRITES} writes, {READS} reads: {everything} states, {best} with the smallest persistent sets ({100 * best / everything:.1f} %)")
