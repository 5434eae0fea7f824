"""Random small C programs with endless loops: within a bound on events every reduction finds what no reduction does.

    python3 test/trust/endless.py --programs 100 [--seed 1] [--store]

Findings are compared by kind and line: all that `--por=none --max-events=N --all` has must be there with optimal, source
and dpor and the same N. With --store, also what is found when the check may choose for itself, with stored states or
without: it must be a violation where there is one within N, and ok only where there is none."""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MAZURKA = pathlib.Path(os.environ.get('BUILD', ROOT / 'build')).resolve() / 'mazurka'
BATCH = 50
HEAD = '''#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x, y, z;
static int d, e;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
'''


def statement(r, deep=0):
    v, w, k = r.choice('xyz'), r.choice('xyz'), r.choice((0, 1, 1, 2))
    kind = r.choice(('store', 'store', 'add', 'if', 'if', 'assert', 'assert', 'lock', 'cas', 'xchg', 'plain', 'wait', 'both', 'modulo'))
    if kind == 'store':
        return f'{v} = {k};'
    if kind == 'add':
        return f'{v}++;'
    if kind == 'if':
        return f'if ({v} == {k}) {{ {statement(r, 1)} }}' if not deep else f'{v} = {w};'
    if kind == 'assert':
        return f'assert ({v} != {r.choice((1, 2, 2, 3))} || {w} != {k});' if r.random() < 0.7 else f'assert ({v} < {r.choice((2, 3))});'
    if kind == 'lock':
        return f'pthread_mutex_lock (&m); {v} = {w}; d++; pthread_mutex_unlock (&m);'
    if kind == 'cas':
        return f'{{ int old = {k}; atomic_compare_exchange_strong (&{v}, &old, {r.choice((0, 1, 2))}); }}'
    if kind == 'xchg':
        return f'if (atomic_exchange (&{v}, {k}) == 2) {w} = 1;'
    if kind == 'plain':
        return r.choice(('e = 1;', 'pthread_mutex_lock (&m); e = d; pthread_mutex_unlock (&m);', 'if (e == 3) x = 1;')) if r.random() < 0.3 else f'{v} = 1;'
    if kind == 'wait':
        return f'while ({v} != {k}) ;'
    if kind == 'both':
        first, second = ('m', 'n') if r.random() < 0.7 else ('n', 'm')
        return f'pthread_mutex_lock (&{first}); pthread_mutex_lock (&{second}); {v} = {k}; pthread_mutex_unlock (&{second}); pthread_mutex_unlock (&{first});'
    return f'{v} = ({v} + 1) % {r.choice((2, 3))};'


def thread(r):
    body = [statement(r) for _ in range(r.choice((1, 1, 2, 2, 3)))]
    kind = r.choice(('ends', 'for ever', 'for ever', 'until', 'some'))
    if kind == 'for ever':
        return [*(statement(r) for _ in range(r.choice((0, 1)))), 'for (;;) {', *body, '}']
    if kind == 'until':
        return [f'while ({r.choice("xyz")} != 2) {{', *body, '}']
    if kind == 'some':
        return ['for (int i = 0; i < 2; i++) {', *body, '}']
    return body


def make(seed):
    r = random.Random(seed)
    return [thread(r) for _ in range(r.choice((2, 2, 2, 3)))]


def text_of(number, threads):
    out = []
    for k, lines in enumerate(threads):
        body = '\n  '.join(lines)
        out.append(f'static void *p{number}_{k} (void *u)\n{{\n  {body}\n  return u;\n}}\n')
    makes = ''.join(f'pthread_create (&t[{k}], NULL, p{number}_{k}, NULL); ' for k in range(len(threads)))
    joins = ''.join(f'pthread_join (t[{k}], NULL); ' for k in range(len(threads)))
    out.append(f'static void p{number} (void)\n{{\n  pthread_t t[{len(threads)}];\n  {makes}\n  {joins}\n}}\n')
    return ''.join(out)


def check(work, number, *options):
    """The result, or None where it was not finished."""
    command = [MAZURKA, 'check', '--json', '--trace=/dev/null', '--time=10', *options, './p', '--', str(number)]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
    try:
        result = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise SystemExit(f'program {number}, {" ".join(options)}: exit code {done.returncode}: {done.stderr[-300:]}')
    return None if '--time' in result['reason'] else result


def findings(result):
    return {(f['kind'], f['line']) for f in result['findings']}


def compare(work, number, bound, store):
    """What is wrong; None: too large."""
    limit = f'--max-events={bound}'
    every = check(work, number, limit, '--all', '--por=none')
    if not every:
        return None
    wrong, want = [], findings(every)
    for por in ('optimal', 'source', 'dpor'):
        got = check(work, number, limit, '--all', f'--por={por}')
        if not got:
            return None
        lost = want - findings(got)
        if lost or (got['verdict'] == 'ok') != (every['verdict'] == 'ok') and want:
            wrong.append(f'{por}, {bound} events: {sorted(lost)} not found, {got["verdict"]}')
        if got['verdict'] == 'ok' and not got['exhaustive']:
            wrong.append(f'{por}: ok, not exhaustive')
    for options in ((), ('--stateful=on',)) if store else ():
        free = check(work, number, *options)
        if free and want and free['verdict'] != 'violation' or free and not want and every['exhaustive'] and free['verdict'] != 'ok':
            wrong.append(f'check {" ".join(options)}: {free["verdict"]} ({free["reason"]}), with {bound} events: {sorted(want)}')
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--programs', type=int, default=50)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--store', action='store_true')
    options = parser.parse_args()
    passed = failed = large = 0
    for first in range(options.seed, options.seed + options.programs, BATCH):
        numbers = range(first, min(first + BATCH, options.seed + options.programs))
        batch = {n: make(n) for n in numbers}
        with tempfile.TemporaryDirectory() as work:
            path = pathlib.Path(work)
            cases = ''.join(f'case {n}: p{n} (); break; ' for n in batch)
            (path / 'p.c').write_text(HEAD + ''.join(text_of(n, t) for n, t in batch.items())
                                      + f'int main (int c, char **v)\n{{\n  switch (c > 1 ? atoi (v[1]) : 0) {{ {cases} }}\n}}\n')
            subprocess.run([MAZURKA, 'cc', '-O1', '-w', 'p.c', '-o', 'p', '-lpthread'], cwd=work, check=True)
            for n in numbers:
                wrong = compare(work, n, 8 + n % 5, options.store)
                large += wrong is None
                passed += not wrong
                failed += bool(wrong)
                if wrong:
                    print(f'program {n}: {"; ".join(wrong)}\n{text_of(n, batch[n])}', flush=True)
                if wrong and os.environ.get('MAZURKA_MUTANT'):
                    print(f'{passed} passed, {failed} failed')
                    return 1
    print(f'{large} too large\n{passed} passed, {failed} failed')
    return failed != 0


sys.exit(main())
