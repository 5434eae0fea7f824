"""Random bounded polling loops whose threads keep what they found in several variables, exchange those, shift and
add them up: what a digest that forgets the places of its words takes for the same state.

    python3 test/trust/native_polling.py --programs 300 [--seed 1]

An interpreter of its own runs every interleaving and collects what the threads may end with. One of those values,
and one that is none of them, is what the program says cannot be: the first must be a violation, the second ok. Checked
as compiled with -O2 and with -O0, without reduction, with stored states, and by the explicit engine."""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MAZURKA = pathlib.Path(os.environ.get('BUILD', ROOT / 'build')).resolve() / 'mazurka'
CONFIGS = {'-O2': ['--cflags=-O2'], '-O0': ['--cflags=-O0'], 'none': ['--cflags=-O2', '--por=none'],
           'states': ['--cflags=-O2', '--stateful=on'], 'explicit': ['--engine=explicit']}
REGISTERS, SHARED, MASK = 4, ('x', 'y'), 0xffff

# What a turn of a loop does with what it has read, `v`: C, and the same here.
STEPS = [
    ('r{a} += v;', lambda r, a, b, v: {a: r[a] + v}),
    ('{{ unsigned t = r{a}; r{a} = r{b}; r{b} = t; }}', lambda r, a, b, v: {a: r[b], b: r[a]}),
    ('r{a} = r{a} * 2 + v;', lambda r, a, b, v: {a: r[a] * 2 + v}),
    ('if (v) {{ unsigned t = r{a}; r{a} = r{b}; r{b} = t; }}', lambda r, a, b, v: {a: r[b], b: r[a]} if v else {}),
    ('r{a} ^= r{b} + v;', lambda r, a, b, v: {a: r[a] ^ (r[b] + v)}),
    ('{{ unsigned t = r0; r0 = r1; r1 = r2; r2 = r3; r3 = t; }}', lambda r, a, b, v: {0: r[1], 1: r[2], 2: r[3], 3: r[0]}),
    ('r{a} = v;', lambda r, a, b, v: {a: v}),
    ('{{ unsigned t = r{a} & 0x8000; r{a} ^= t ^ 0x8000; r{b} ^= 0x8000; }}', lambda r, a, b, v: {a: r[a] ^ (r[a] & 0x8000) ^ 0x8000, b: r[b] ^ 0x8000}),
]


class Loop:
    def __init__(self, rng):
        self.turns = rng.randint(2, 4)
        self.start = [rng.choice((0, 0, 1, 2, 7)) for _ in range(REGISTERS)]
        self.reads = [rng.choice(SHARED) for _ in range(rng.choice((1, 1, 2)))]
        self.steps = [[(*rng.choice(STEPS), *rng.sample(range(REGISTERS), 2)) for _ in range(rng.randint(1, 3))] for _ in self.reads]
        self.leaves = rng.choice((None, None, 1, 2))          # when the value is this

    def c_text(self, k):
        body = ''
        for name, steps in zip(self.reads, self.steps):
            body += f'    v = atomic_load (&{name});\n'
            if self.leaves is not None:
                body += f'    if (v == {self.leaves}) break;\n'
            body += ''.join('    ' + text.format(a=a, b=b) + '\n' for text, _, a, b in steps)
            body += '    ' + ' '.join(f'r{i} &= {MASK};' for i in range(REGISTERS)) + '\n'
        start = ', '.join(f'r{i} = {v}' for i, v in enumerate(self.start))
        total = ' + '.join(f'r{i} * {(1, 3, 7, 31)[i]}' for i in range(REGISTERS))
        return f'static void *t{k} (void *u)\n{{\n  unsigned v = 0, {start};\n  for (int i = 0; i < {self.turns}; i++) {{\n{body}  }}\n  out[{k}] = ({total} + v) & {MASK};\n  return u;\n}}\n'

    def run(self, found):
        """The next operation after these reads: ('load', name), or ('end', result)."""
        r, at, v = list(self.start), 0, 0
        for _ in range(self.turns):
            for name, steps in zip(self.reads, self.steps):
                if at == len(found):
                    return 'load', name
                v = found[at]
                at += 1
                if v == self.leaves:
                    break
                for _, step, a, b in steps:
                    for i, value in step(r, a, b, v).items():
                        r[i] = value
                r = [x & MASK for x in r]
            else:
                continue
            break
        return 'end', (r[0] + r[1] * 3 + r[2] * 7 + r[3] * 31 + v) & MASK


class Writer:
    def __init__(self, rng):
        self.writes = [(rng.choice(SHARED), rng.choice((1, 2, 3))) for _ in range(rng.randint(1, 3))]

    def c_text(self, k):
        return f'static void *t{k} (void *u)\n{{\n' + ''.join(f'  atomic_store (&{n}, {v});\n' for n, v in self.writes) + '  return u;\n}\n'

    def run(self, found):
        return ('store', *self.writes[len(found)]) if len(found) < len(self.writes) else ('end', 0)


def make(seed):
    rng = random.Random(seed)
    threads = [Loop(rng), Writer(rng)]
    if rng.random() < .3:
        threads.append(rng.choice((Loop, Writer))(rng))
    return threads


def results(threads):
    """All that the threads may end with."""
    first = (((),) * len(threads), (0,) * len(SHARED))
    met, left, ends = {first}, [first], set()
    while left:
        founds, memory = left.pop()
        now = [t.run(f) for t, f in zip(threads, founds)]
        if all(op[0] == 'end' for op in now):
            ends.add(sum(op[1] for op in now) & MASK)
        for k, op in enumerate(now):
            if op[0] == 'end':
                continue
            cell, after = SHARED.index(op[1]), memory
            if op[0] == 'store':
                after = memory[:cell] + (op[2],) + memory[cell + 1:]
            state = (founds[:k] + (founds[k] + (memory[cell],),) + founds[k + 1:], after)
            if state not in met:
                met.add(state)
                left.append(state)
        if len(met) > 40000:
            return None
    return ends


def text_of(threads):
    n = len(threads)
    return ('#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#ifndef BAD\n#define BAD 0\n#endif\n'
            f'static atomic_uint {", ".join(SHARED)};\nstatic unsigned out[{n}];\n' + ''.join(t.c_text(k) for k, t in enumerate(threads)) +
            f'int main (void)\n{{\n  pthread_t t[{n}];\n' + ''.join(f'  pthread_create (&t[{k}], 0, t{k}, 0);\n' for k in range(n)) +
            ''.join(f'  pthread_join (t[{k}], 0);\n' for k in range(n)) +
            f'  assert (((' + ' + '.join(f'out[{k}]' for k in range(n)) + f') & {MASK}) != BAD);\n}}\n')


def check(threads, ends, rng, work):
    (work / 'p.c').write_text(text_of(threads))
    none = next(v for v in range(1, MASK) if v not in ends)
    wrong = []
    for bad, expected in ((rng.choice(sorted(ends)), 1), (none, 0)):
        for name, options in CONFIGS.items():
            flags = [o + f' -DBAD={bad}' if o.startswith('--cflags') else o for o in options]
            flags += [] if any(o.startswith('--cflags') for o in flags) else [f'--cflags=-DBAD={bad}']
            done = subprocess.run([MAZURKA, 'check', '--quiet', '--trace=/dev/null', '--time=60', *flags, 'p.c'], cwd=work, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            if done.returncode != expected:
                wrong.append(f'{name}, BAD={bad}: exit code {done.returncode}, not {expected}: {(done.stdout + done.stderr)[:200]}')
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--programs', type=int, default=300)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for n in range(options.seed, options.seed + options.programs):
            threads = make(n)
            ends = results(threads)
            if ends is None:
                continue
            wrong = check(threads, ends, random.Random(n), pathlib.Path(folder))
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print(f'failed: program {n}: ' + '; '.join(wrong) + '\n' + text_of(threads), flush=True)
                if os.environ.get('MAZURKA_MUTANT'):
                    break
    print(f'{passed} passed, {failed} failed')
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
