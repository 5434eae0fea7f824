"""Random small programs whose blocks and thread ids come back, checked, and interpreted here.

    reuse_programs.py [--seed N] [--programs N] [--options "..."]

A program is two threads with straight code: malloc and free of blocks of one size, atomic exchanges and plain comparisons of
pointers (some of them stale, or of integers made of them), or creation, joins, detaching of threads and comparisons of their ids.
Nothing is read through a pointer, and each block is freed by its thread, once: all that can be seen is what comparisons give.
The interpreter below walks through all interleavings and all choices of the allocator (any free block, or a fresh one); it shares
nothing with the checker. Programs are compiled without
optimisation: a compiler may take for granted that a block is no other one, and fold the comparison. The program asserts that one outcome does not happen: the check must say "violation" just if the interpreter meets it.
"""
import argparse
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MAZURKA = pathlib.Path(os.environ.get('BUILD', ROOT / 'build')).resolve() / 'mazurka'
CONFIGS = ['', '--por=none', '--por=dpor', '--por=source', '--stateful=on --memory-model=sc']


# ---- programs: a thread is a list of operations on its slots a, b, c ----

def heap_thread(rng, length):
    """Slots a and b hold blocks of the thread's own, c what was loaded. malloc and free alternate for each."""
    code, has, known = [], {}, []
    while len(code) < length:
        kind = rng.choice(['malloc', 'malloc', 'free', 'free', 'store', 'load', 'cas', 'swap', 'equal', 'equal', 'locked', 'integer'])
        slot = rng.choice('ab')
        if kind == 'malloc' and not has.get(slot):
            has[slot] = True
            known += [slot] if slot not in known else []
            code.append(('malloc', slot))
        elif kind == 'free' and has.get(slot):
            has[slot] = False
            code.append(('free', slot))
        elif kind in ('store', 'load', 'swap', 'locked') and known:
            code.append((kind, rng.choice(known) if kind != 'load' else 'c'))
            known += ['c'] if kind in ('load', 'swap', 'locked') and 'c' not in known else []
        elif kind in ('cas', 'equal', 'integer') and len(known) > 1:
            code.append((kind, *rng.sample(known, 2)))
    return code


def id_thread(rng, length):
    code, made, alive = [], [], []
    while len(code) < length:
        kind = rng.choice(['create', 'create', 'join', 'join', 'detach', 'publish', 'fetch', 'same', 'same'])
        if kind == 'create' and len(made) < 3:
            slot = 'abd'[len(made)]
            made.append(slot)
            alive.append(slot)
            code.append(('create', slot))
        elif kind in ('join', 'detach') and alive:
            code.append((kind, alive.pop(rng.randrange(len(alive)))))
        elif kind == 'publish' and made:
            code.append(('publish', rng.choice(made)))
        elif kind == 'fetch':
            code.append(('fetch', 'c'))
        elif kind == 'same' and len(made) > 1:
            code.append(('same', *rng.sample(made + (['c'] if ('fetch', 'c') in code else []), 2), rng.random() < 0.5))
    return code + [('join', s) for s in alive]


# ---- the interpreter ----

class State:
    """pcs and slots by thread; X (atomic), G (under the lock); owner by address: 'free', or who has it; results of comparisons."""

    def __init__(self, threads):
        self.pcs = [0] * len(threads)
        self.slots = [{} for _ in threads]
        self.x = self.g = None
        self.free, self.children, self.bits = frozenset(), (), ()

    def key(self):
        return (tuple(self.pcs), tuple(tuple(sorted(s.items())) for s in self.slots), self.x, self.g, self.free, self.children, self.bits)

    def copy(self):
        s = State.__new__(State)
        s.pcs, s.slots = list(self.pcs), [dict(x) for x in self.slots]
        s.x, s.g, s.free, s.children, s.bits = self.x, self.g, self.free, self.children, self.bits
        return s


def successors(threads, s, reuses=True):
    for n, (ident, ended, gone) in enumerate(s.children):       # a child's end; gone: it was detached
        if not ended:
            t = s.copy()
            children = list(s.children)
            children[n] = (ident, True, gone)
            if gone:
                children.pop(n)
                t.free |= {ident}
            t.children = tuple(children)
            yield t
    for i, code in enumerate(threads):
        if s.pcs[i] == len(code):
            continue
        op = code[s.pcs[i]]
        slots = s.slots[i]
        if op[0] in ('malloc', 'create'):
            fresh = f'{i}.{s.pcs[i]}'
            for address in [fresh, *(s.free if reuses else ())]:
                t = s.copy()
                t.pcs[i] += 1
                t.slots[i][op[1]] = address
                t.free -= {address}
                if op[0] == 'create':
                    t.children = tuple(sorted(t.children + ((address, False, False),)))
                yield t
            continue
        t = s.copy()
        t.pcs[i] += 1
        name = op[0]
        if name == 'free':
            t.free |= {slots[op[1]]}
        elif name in ('store', 'publish'):
            t.x = slots[op[1]]
        elif name in ('load', 'fetch'):
            t.slots[i]['c'] = s.x
        elif name == 'swap':
            t.slots[i]['c'], t.x = s.x, slots[op[1]]
        elif name == 'locked':
            t.slots[i]['c'], t.g = s.g, slots[op[1]]
        elif name == 'cas':
            equal = s.x == slots[op[1]]
            t.x = slots[op[2]] if equal else s.x
            t.bits = tuple(sorted(s.bits + ((i, s.pcs[i], equal),)))
        elif name in ('equal', 'integer', 'same'):
            t.bits = tuple(sorted(s.bits + ((i, s.pcs[i], slots.get(op[1]) == slots.get(op[2])),)))
        elif name == 'join':
            if (slots[op[1]], True, False) not in s.children:
                continue
            t.children = tuple(c for c in s.children if c[0] != slots[op[1]])
            t.free |= {slots[op[1]]}
        elif name == 'detach':
            ended = (slots[op[1]], True, False) in s.children
            t.children = tuple(sorted([c for c in s.children if c[0] != slots[op[1]]] + ([] if ended else [(slots[op[1]], False, True)])))
            t.free |= {slots[op[1]]} if ended else frozenset()
        yield t


def outcomes(threads, reuses=True):
    first = State(threads)
    seen, todo, ends = {first.key()}, [first], set()
    while todo:
        s = todo.pop()
        if all(pc == len(code) for pc, code in zip(s.pcs, threads)):
            ends.add(tuple(b[2] for b in s.bits))
        for t in successors(threads, s, reuses):
            if t.key() not in seen:
                seen.add(t.key())
                todo.append(t)
        if len(seen) > 150000:
            return None
    return ends


# ---- as C ----

HEAP = {
    'malloc': '{0} = malloc (16);', 'free': 'free ({0});', 'store': 'atomic_store (&x, {0});', 'load': 'c = atomic_load (&x);',
    'swap': 'c = atomic_exchange (&x, {0});', 'locked': '{{ void *o = {0}; pthread_mutex_lock (&m); c = g; g = o; pthread_mutex_unlock (&m); }}',
    'cas': '{{ void *e = {0}; bits[{n}] = atomic_compare_exchange_strong (&x, &e, {1}); }}', 'equal': 'bits[{n}] = {0} == {1};',
    'integer': '{{ uintptr_t y = (uintptr_t) {0}, z = (uintptr_t) {1}; bits[{n}] = y == z; }}',
}
IDS = {
    'create': 'pthread_create (&{0}, 0, child, 0);', 'join': 'pthread_join ({0}, 0);', 'detach': 'pthread_detach ({0});',
    'publish': 'atomic_store (&id, {0});', 'fetch': 'c = atomic_load (&id);', 'same': 'bits[{n}] = {same};',
}


def source(threads, outcome, of_ids):
    out = ['#include <assert.h>', '#include <pthread.h>', '#include <stdatomic.h>', '#include <stdint.h>', '#include <stdlib.h>',
           'static _Atomic (void *) x; static void *g; static _Atomic (pthread_t) id;', 'static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;',
           'static int bits[64];', 'static void *child (void *u) { return u; }']
    n = 0
    for i, code in enumerate(threads):
        out += [f'static void *t{i} (void *u) {{', '  pthread_t a = 0, b = 0, c = 0, d = 0;' if of_ids else '  void *a = 0, *b = 0, *c = 0;']
        for op in code:
            same = ('pthread_equal ({0}, {1}) != 0' if op[-1] is True else '{0} == {1}').format(*op[1:3]) if op[0] == 'same' else ''
            out.append('  ' + (IDS if of_ids else HEAP)[op[0]].format(*op[1:], n=n, same=same))
            n += op[0] in ('cas', 'equal', 'integer', 'same')
        out += [f'  (void) a, (void) b, (void) c{", (void) d" if of_ids else ""}; return u;', '}']
    wanted = ' && '.join(f'bits[{k}] == {int(b)}' for k, b in enumerate(outcome)) or '0'
    out += ['int main (void) {', '  pthread_t t[2]; (void) m, (void) g, (void) x, (void) id, (void) child;',
            *(f'  pthread_create (&t[{i}], 0, t{i}, 0);' for i in range(len(threads))),
            *(f'  pthread_join (t[{i}], 0);' for i in range(len(threads))), f'  assert (!({wanted}));', '}', '']
    return '\n'.join(out)


def check(text, options):
    with tempfile.TemporaryDirectory() as work:
        path = pathlib.Path(work, 'p.c')
        path.write_text(text)
        done = subprocess.run([MAZURKA, 'check', '--json', '--trace=/dev/null', '--cflags=-O0 -Wno-use-after-free', *options, path], capture_output=True, text=True, cwd=work, timeout=300)
    result = json.loads(done.stdout)
    if result['verdict'] == 'violation':
        return result['findings'][0]['kind']
    return result['verdict'] if result['verdict'] == 'ok' else f'unknown: {result["reason"]}'


def random_case(rng):
    """Threads and an outcome to deny: one that only reuse brings about, if there is one, one that is there anyway, or one that cannot be."""
    of_ids = rng.random() < 0.3
    make = id_thread if of_ids else heap_thread
    threads = [make(rng, rng.randint(3, 6)) for _ in range(2)]
    count = sum(op[0] in ('cas', 'equal', 'integer', 'same') for code in threads for op in code)
    if not 0 < count < 7:
        return None
    can = outcomes(threads)
    if can is None:
        return None
    plain = outcomes(threads, reuses=False)
    cannot = [o for o in itertools.product([False, True], repeat=count) if o not in can]
    if can == plain and rng.random() < 0.8:
        return None               # reuse makes no difference
    kinds = [k for k in (sorted(can - plain), sorted(can - plain), cannot, sorted(plain)) if k]
    chosen = rng.choice(kinds)
    outcome = rng.choice(chosen)
    return threads, outcome, of_ids, outcome in can, outcome in can and outcome not in plain


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--programs', type=int, default=200)
    p.add_argument('--options')
    a = p.parse_args()
    rng = random.Random(a.seed)
    done = wrong = reused = 0
    while done < a.programs:
        case = random_case(rng)
        if not case:
            continue
        threads, outcome, of_ids, happens, by_reuse = case
        options = a.options if a.options is not None else CONFIGS[done % len(CONFIGS)]
        text = source(threads, outcome, of_ids)
        got = check(text, options.split())
        done += 1
        reused += by_reuse
        if got != ('assertion' if happens else 'ok'):
            wrong += 1
            print(f'program {done} of seed {a.seed} with "{options}": {"violation" if happens else "ok"} by the interpreter, the checker says {got}\n{text}')
    print(f'{reused} violated only where something comes back\n{done - wrong} passed, {wrong} failed')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
