"""Random C11 programs with weak atomics, checked by mazurka and by the oracle.

    python3 test/trust/c11_programs.py [--programs N] [--seed S] [--jobs N] [--build DIR] [--keep DIR]

What must be answered: a data race, if some sequentially consistent execution has
one; else ok, if every RC11 execution is sequentially consistent (the program is
robust); else unknown, for weak memory. Programs are built a hundred at a time,
into one executable that is told which of them it is to be. Some are made by
weakening a program that is known to be right, because nearly all random programs
are not robust. Ends with "N passed, N failed".
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from c11_oracle import TooMany, judge  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
BATCH = 100
X, Y, D = 0, 1, 2                   # D is plain as a rule
LOADS = ['relaxed', 'consume', 'acquire', 'seq_cst']
STORES = ['relaxed', 'release', 'seq_cst']
UPDATES = ['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst']
FAILURES = {'relaxed': ['relaxed'], 'acquire': ['relaxed', 'acquire'], 'release': ['relaxed', 'acquire'],
            'acq_rel': ['relaxed', 'acquire'], 'seq_cst': ['relaxed', 'acquire', 'seq_cst']}
FENCES = ['acquire', 'release', 'acq_rel', 'seq_cst']


# ---- making programs ----

def operation(rng, loc):
    if loc == D or rng.random() < 0.03:
        return rng.choice([('load', loc, 'na'), ('store', loc, rng.randint(1, 2), 'na')])
    kind = rng.choices(['load', 'store', 'add', 'swap', 'cas'], [4, 4, 1, 1, 1])[0]
    if kind == 'load':
        return kind, loc, rng.choice(LOADS)
    if kind == 'store':
        return kind, loc, rng.randint(1, 2), rng.choice(STORES)
    if kind == 'cas':
        order = rng.choice(UPDATES)
        return kind, loc, rng.randint(0, 2), rng.randint(1, 3), order, rng.choice(FAILURES[order])
    return kind, loc, rng.randint(1, 2), rng.choice(UPDATES)


def any_program(rng):
    threads = rng.choice([2, 2, 3])
    most = 4 if threads == 2 else 3
    plain = rng.random() < 0.2
    program = []
    for _ in range(threads):
        ops = []
        for _ in range(rng.randint(2 if threads == 2 else 1, most)):
            if rng.random() < 0.15:
                ops.append(('fence', rng.choice(FENCES)))
            op = operation(rng, rng.choice([X, Y, D] if plain else [X, Y]))
            ops.append(('if', rng.randint(0, 2), op) if rng.random() < (0.7 if 'na' in op else 0.1) else op)
        program.append(ops)
    return program


def shapes():
    """Programs that are robust, or nearly so, by known patterns."""
    s, r, a, c = 'seq_cst', 'relaxed', 'acquire', 'release'
    use, keep = ('if', 1, ('store', D, 2, 'na')), ('store', D, 1, 'na')
    yield [[keep, ('store', X, 1, c)], [('load', X, a), use]]
    yield [[keep, ('store', X, 1, c)], [('load', X, 'consume'), use]]
    yield [[keep, ('fence', c), ('store', X, 1, r)], [('load', X, r), ('fence', a), use]]
    yield [[keep, ('fence', s), ('store', X, 1, r)], [('load', X, r), ('fence', s), use]]
    yield [[keep, ('fence', c), keep, ('store', X, 1, r)], [('load', X, a), use]]
    yield [[keep, ('store', X, 2, c), ('store', X, 1, r)], [('load', X, a), use]]
    yield [[keep, ('store', X, 2, c)], [('cas', X, 2, 1, r, r)], [('load', X, a), use]]
    yield [[keep, ('store', X, 2, c)], [('load', X, r), ('if', 2, ('store', X, 1, r))], [('load', X, a), use]]
    yield [[keep, ('store', X, 1, c)], [('cas', X, 5, 6, a, a), use]]
    yield [[keep, ('store', X, 1, c)], [('cas', X, 5, 6, 'acq_rel', r), use]]
    yield [[keep, ('add', X, 1, 'acq_rel')], [('add', X, 2, 'acq_rel'), use]]
    yield [[('cas', X, 0, 1, a, r), ('if', 0, keep), ('if', 0, ('store', X, 0, c))], [('cas', X, 0, 1, a, r), ('if', 0, keep)]]
    yield [[keep, ('store', X, 1, s), ('store', X, 1, c)], [('load', X, r), ('load', X, a), use]]
    yield [[('store', X, 1, s), ('load', X, a), ('load', Y, s)], [('store', Y, 1, s), ('load', Y, r), ('load', X, s)]]
    yield [[('store', X, 1, s)], [('load', X, a), ('store', Y, 1, s)], [('store', Y, 2, s), ('load', X, s)]]
    yield [[('store', X, 1, r), ('fence', s), ('load', Y, r)], [('load', X, r), ('fence', s), ('load', Y, r)], [('store', Y, 1, r)]]
    yield [[('store', X, 1, r), ('fence', s), ('store', Y, 1, r)], [('store', Y, 2, r), ('fence', s), ('load', X, r)]]
    yield [[('store', X, 1, s), ('store', X, 2, c)], [('load', X, a), ('load', Y, s)], [('store', Y, 1, s), ('load', X, s)]]
    yield [[('store', X, 1, r), ('store', Y, 1, c)], [('load', Y, a), ('load', X, r)]]
    yield [[('store', X, 1, s), ('load', Y, s)], [('store', Y, 1, s), ('load', X, s)]]
    yield [[('store', X, 1, r), ('fence', s), ('load', Y, r)], [('store', Y, 1, r), ('fence', s), ('load', X, r)]]
    yield [[('store', X, 1, r), ('fence', c), ('store', Y, 1, r)], [('load', Y, r), ('fence', a), ('load', X, r)]]
    yield [[('store', X, 1, r), ('store', Y, 1, c)], [('add', Y, 1, r)], [('load', Y, a), ('load', X, r)]]
    yield [[('add', X, 1, 'acq_rel'), ('load', Y, r)], [('store', Y, 1, r), ('add', X, 1, 'acq_rel')]]
    yield [[('store', X, 1, s)], [('store', Y, 1, s)], [('load', X, s), ('load', Y, s)], [('load', Y, s), ('load', X, s)]]
    yield [[('store', X, 1, r), ('swap', Y, 1, 'acq_rel')], [('store', X, 2, r), ('swap', Y, 2, 'acq_rel')]]
    yield [[('store', X, 1, s), ('store', Y, 1, s)], [('store', Y, 2, s), ('load', X, s)]]
    yield [[('store', X, 1, c)], [('load', X, a), ('store', Y, 1, c)], [('load', Y, a), ('load', X, r)]]
    yield [[('store', X, 1, r), ('fence', s), ('load', Y, r)], [('store', Y, 1, s), ('load', X, s)]]
    yield [[('cas', X, 0, 1, 'acq_rel', a), ('store', Y, 1, r), ('store', X, 2, c)], [('cas', X, 2, 3, a, a), ('load', Y, r)]]
    yield [[('store', X, 1, s)], [('store', Y, 1, s)], [('load', X, s), ('load', Y, s), ('load', Y, r)], [('load', Y, s), ('load', X, s)]]
    # the seq_cst store to X is followed, up to its release, by X alone
    yield [[('store', X, 1, s), ('swap', X, 2, 'acq_rel')], [('load', X, a), ('if', 2, ('load', Y, s))], [('store', Y, 1, s), ('swap', X, 3, s)]]
    yield [[('store', X, 1, s), ('cas', Y, 5, 6, s, r)], [('store', Y, 1, s), ('load', X, s)]]
    yield [[('store', X, 1, s), ('cas', Y, 5, 6, s, s)], [('store', Y, 1, s), ('load', X, s)]]
    yield [[('store', X, 1, s), ('cas', Y, 0, 6, s, r)], [('store', Y, 1, s), ('load', X, s)]]
    yield [[('store', Y, 1, s), ('store', X, 1, s), ('load', X, s)], [('load', X, a), ('load', Y, s)]]
    yield [[('store', X, 1, s), ('fence', s), ('load', Y, r)], [('swap', Y, 1, s), ('load', X, s)], [('store', Y, 2, r)]]


SHAPES = list(shapes())
CHOICES = {'load': LOADS, 'store': STORES, 'add': UPDATES, 'swap': UPDATES, 'cas': UPDATES, 'fence': FENCES}


def changed_shape(rng):
    program = [list(thread) for thread in rng.choice(SHAPES)]
    for _ in range(rng.randint(0, 3)):
        thread = rng.choice(program)
        i = rng.randrange(len(thread))
        op = list(thread[i])
        what = rng.random()
        if op[0] == 'if':
            continue
        if what < 0.5 and 'na' not in op:
            op[4 if op[0] == 'cas' else -1] = rng.choice(CHOICES[op[0]])
            if op[0] == 'cas':
                op[5] = rng.choice(FAILURES[op[4]])
            thread[i] = tuple(op)
        elif what < 0.75 and len(thread) < 4:
            thread.insert(i + rng.randint(0, 1), operation(rng, rng.choice([X, Y])))
        elif what < 0.85 and len(thread) < 4:
            thread.insert(i, ('fence', rng.choice(FENCES)))
        elif what < 0.9 and op[0] in ('load', 'store') and 'na' not in op:
            op[-1] = 'seq_cst'
            thread[i] = tuple(op)
    return program


def strengthened(rng, op):
    if 'na' in op or op[0] == 'if' or rng.random() < 0.3:
        return op
    return (*op[:-1], 'seq_cst') if op[0] != 'cas' else (*op[:4], 'seq_cst', rng.choice(['seq_cst', op[5]]))


def make(rng):
    what = rng.random()
    if what < 0.5:
        return changed_shape(rng)
    program = any_program(rng)
    return program if what < 0.75 else [[strengthened(rng, op) for op in thread] for thread in program]


# ---- in C ----

def statement(op):
    name = lambda x: f'memory_order_{x}'
    if op[0] == 'fence':
        return f'atomic_thread_fence ({name(op[1])});'
    if op[0] == 'if':
        return f'if (got == {op[1]}) {{ {statement(op[2])} }}'
    v = 'xyd'[op[1]]
    if op[-1] == 'na':
        plain = f'*(volatile int *) &{v}'
        return f'got = {plain};' if op[0] == 'load' else f'{plain} = {op[2]};'
    if op[0] == 'load':
        return f'got = atomic_load_explicit (&{v}, {name(op[2])});'
    if op[0] == 'cas':
        return (f'got = {op[2]}; atomic_compare_exchange_strong_explicit (&{v}, &got, {op[3]}, '
                f'{name(op[4])}, {name(op[5])});')
    call = {'store': 'atomic_store', 'add': 'atomic_fetch_add', 'swap': 'atomic_exchange'}[op[0]]
    return f'{"" if op[0] == "store" else "got = "}{call}_explicit (&{v}, {op[2]}, {name(op[3])});'


def source(programs):
    out = ['#include <pthread.h>', '#include <stdatomic.h>', '#include <stdlib.h>',
           'static atomic_int x, y;', 'static int d;', 'typedef void *routine (void *);']
    for n, program in enumerate(programs):
        for t, thread in enumerate(program):
            out += [f'static void *p{n}_{t} (void *u)', '{', '  int got = 0;'] + [f'  {statement(op)}' for op in thread] + ['  (void) got;', '  return u;', '}']
    rows = ', '.join('{' + ', '.join(f'p{n}_{t}' for t in range(len(p))) + '}' for n, p in enumerate(programs))
    out += [f'static routine *const all[][5] = {{{rows}}};', '''int
main (int argc, char **argv)
{
  routine *const *p = all[argc > 1 ? atoi (argv[1]) : 0];
  pthread_t t[4];
  int n = 0;
  for (; p[n]; n++)
    pthread_create (&t[n], NULL, p[n], NULL);
  while (n)
    pthread_join (t[--n], NULL);
  return 0;
}''']
    return '\n'.join(out) + '\n'


# ---- comparing ----

def expected(program, most):
    j = judge(program, most)
    if j.robust:
        assert j.race == j.sc_race
    return 'data-race' if j.sc_race else 'ok' if j.robust else 'unknown'


def answer(build, executable, n):
    command = [build / 'mazurka', 'check', '--json', '--trace=/dev/null', executable, '--', str(n)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)
    try:
        result = json.loads(done.stdout)
    except json.JSONDecodeError:
        return f'exit code {done.returncode}: {done.stderr[-200:]}'
    if result['verdict'] == 'unknown':
        return 'unknown' if 'weak memory' in result['reason'] else f'unknown: {result["reason"]}'
    kinds = [f['kind'] for f in result['findings']]
    return kinds[0] if kinds else result['verdict']


def compare_batch(build, programs, compiler):
    """(program, expected, got) of each."""
    with tempfile.TemporaryDirectory(prefix='mazurka-c11-') as directory:
        file, executable = Path(directory, 'programs.c'), Path(directory, 'programs')
        file.write_text(source([p for p, _ in programs]))
        subprocess.run([build / 'mazurka', 'cc', '-O0', '-g', '-o', executable, file], check=True,
                       env={**os.environ, 'MAZURKA_CC': compiler})
        return [(p, e, answer(build, executable, n)) for n, (p, e) in enumerate(programs)]


def generate(rng, n, shapes):
    """The shapes, and n programs in all, with their answers; those with too many executions are left out."""
    made = [(p, expected(p, 10 ** 6)) for p in shapes[:n]]
    while len(made) < n:
        program = make(rng)
        try:
            made.append((program, expected(program, 3000)))
        except TooMany:
            pass
    return made


def show(program):
    return '\n'.join(f'  T{t}: ' + '  '.join(' '.join(str(x) for x in (op if op[0] != 'if' else (*op[:2], *op[2]))) for op in thread) for t, thread in enumerate(program))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--programs', type=int, default=1000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--build', type=Path, default=ROOT / 'build')
    parser.add_argument('--keep', type=Path, help='where C files of differences are written')
    o = parser.parse_args()
    build = o.build.resolve()

    def batch(k):
        rng = random.Random(o.seed * 1000003 + k)
        programs = generate(rng, min(BATCH, o.programs - k * BATCH), SHAPES if k == 0 else [])
        return compare_batch(build, programs, ['gcc', 'clang'][k % 2])

    done = differences = 0
    answers = Counter()
    with ThreadPoolExecutor(o.jobs) as pool:
        for results in pool.map(batch, range((o.programs + BATCH - 1) // BATCH)):
            for program, want, got in results:
                done += 1
                answers[want] += 1
                if got == want:
                    continue
                differences += 1
                print(f'expected {want}, got {got}:\n{show(program)}')
                if o.keep:
                    o.keep.mkdir(parents=True, exist_ok=True)
                    Path(o.keep, f'c11_{o.seed}_{done}.c').write_text(source([program]))
            if differences and 'STOP_AT_FAILURE' in os.environ:
                pool.shutdown(cancel_futures=True)
                break
    print(', '.join(f'{n} {name}' for name, n in sorted(answers.items())))
    print(f'{done - differences} passed, {differences} failed')
    return differences != 0


if __name__ == '__main__':
    raise SystemExit(main())
