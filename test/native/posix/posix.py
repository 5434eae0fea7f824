"""Pthreads and semaphores as glibc has them, and as the runtime has them.

    python3 test/native/posix/posix.py [--seed N] [--scripts N]

Every script of cases.txt, and random ones over each kind of object, is run by
script.c built with the system's compiler and built with `mazurka cc`: results,
errno, who blocks and who is let go must be the same.

Random scripts have one thread that may wait for each object: which of several
is let go first is not defined.
"""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
MAZURKA = pathlib.Path(os.environ.get('BUILD', ROOT / 'build')) / 'mazurka'
BATCH = 20                      # scripts of one process: a program under test has at most 128 threads

# Objects, the calls on them, and how many threads take part.
KINDS = [
    ('m=normal', ['lock m', 'trylock m', 'timedlock m', 'badlock m', 'unlock m', 'unlock m'], 2),
    ('m=errorcheck', ['lock m', 'trylock m', 'timedlock m', 'badlock m', 'unlock m', 'unlock m'], 2),
    ('m=recursive', ['lock m', 'trylock m', 'timedlock m', 'unlock m', 'unlock m', 'unlock m'], 2),
    ('l=rwlock', ['rdlock l', 'wrlock l', 'tryrdlock l', 'trywrlock l', 'timedrdlock l', 'timedwrlock l', 'badrdlock l',
                  'badwrlock l', 'unlock l', 'unlock l', 'unlock l'], 2),
    ('m=normal c=cond', ['lock m', 'unlock m', 'wait c m', 'badwait c m', 'signal c', 'broadcast c', 'trylock m'], 2),
    ('m=recursive c=cond', ['lock m', 'unlock m', 'wait c m', 'badwait c m', 'signal c', 'broadcast c'], 2),
    ('s=sem/0', ['wait s', 'trywait s', 'timedwait s', 'badwait s', 'post s', 'post s', 'value s'], 2),
    ('s=sem/-1', ['wait s', 'trywait s', 'timedwait s', 'post s', 'value s'], 2),
    ('b=barrier/2', ['arrive b'], 3),
    ('k=key', ['set k 1', 'set k 2', 'set k 0', 'get k', 'delete k'], 2),
    ('l=spin', ['trylock l', 'unlock l'], 2),
    ('m=normal l=rwlock', ['lock m', 'unlock m', 'rdlock l', 'wrlock l', 'trywrlock l', 'unlock l'], 2),
]


def random_script(rng):
    objects, calls, threads = rng.choice(KINDS)
    commands = [f'{rng.randint(1, threads)} {rng.choice(calls)}' for _ in range(rng.randint(3, 9))]
    return f'{objects} : {"; ".join(commands)}'


def cases():
    lines = (HERE / 'cases.txt').read_text().splitlines()
    return [line for line in lines if line.strip() and not line.startswith('#')]


def build(folder):
    """The two programs."""
    glibc, ours = f'{folder}/glibc', f'{folder}/ours'
    source = str(HERE / 'script.c')
    subprocess.run(['gcc', '-O1', '-g', '-o', glibc, source, '-pthread'], check=True)
    subprocess.run([str(MAZURKA), 'cc', '-O1', '-g', '-o', ours, source], check=True)
    return glibc, ours


def answers(program, scripts):
    """What each of them prints; a program that ends too early has said less."""
    try:
        done = subprocess.run([program, *scripts], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
        lines, said = done.stdout.splitlines(), done.stderr.strip()
    except subprocess.TimeoutExpired as late:
        lines, said = (late.stdout or b'').decode().splitlines(), 'not done after a minute'
    return lines + [said or 'nothing'] * (len(scripts) - len(lines))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--scripts', type=int, default=400, help='random ones')
    args = parser.parse_args()
    rng = random.Random(args.seed)
    scripts = cases() + [random_script(rng) for _ in range(args.scripts)]
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix='posix-') as folder:
        glibc, ours = build(folder)
        for i in range(0, len(scripts), BATCH):
            batch = scripts[i:i + BATCH]
            for script, want, got in zip(batch, answers(glibc, batch), answers(ours, batch)):
                passed += want == got
                failed += want != got
                if want != got:
                    print(f'{script}\n  glibc:{want}\n  ours: {got}')
            if failed and os.environ.get('MAZURKA_MUTANT'):
                break           # the mistake is noticed
    print(f'{passed} passed, {failed} failed')
    return failed != 0 or passed == 0


sys.exit(main())
