"""Pthreads and semaphores as glibc has them, and as the runtime has them.

    python3 test/native/posix/posix.py [--seed N] [--scripts N]

Every script of cases.txt, and random ones over each kind of object, is run by
script.c built with the system's compiler and built with `mazurka cc`: results,
errno, who blocks and who is let go must be the same. The latter is run by
`mazurka replay`, with a trace of one step, since by itself such a program has
the kernel's pipes.

Random scripts have one thread that may wait for each object: which of several
is let go first is not defined.
"""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
MAZURKA = pathlib.Path(os.environ.get('BUILD', ROOT / 'build')) / 'mazurka'
FOLDER = tempfile.TemporaryDirectory(prefix='posix-')
BATCH = 16                      # scripts of one process

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
    ('f=futex/5', ['fwait f 5', 'fwait f 4', 'ftimed f 5', 'funtil f 5', 'fbad f 5', 'fwake f 1', 'fwake f 2', 'fbits f 5 2', 'fwakebits f 1 2',
                   'fwakebits f 1 4', 'set f 4', 'set f 5'], 2),
    ('p=pipe', ['read p', 'read p 3', 'write p', 'write p 5', 'closew p', 'pollin p', 'timedpollin p', 'timedpollout p', 'ppollin p', 'pollboth p', 'selectin p',
                'selectout p'], 2),
    ('e=event/1', ['read e', 'read e', 'write e 2', 'write e 0', 'pollin e', 'timedpollin e', 'timedpollout e', 'selectin e', 'short e', 'seek e'], 2),
    ('e=eventsem/2', ['read e', 'read e', 'write e 1', 'write e -1', 'write e -2', 'pollout e', 'timedpollin e', 'selectout e'], 2),
    ('n=named', ['open n 1', 'openx n 0', 'openold n', 'unlink n', 'wait n', 'trywait n', 'post n', 'value n', 'close n'], 2),
    ('s=sem/0 m=normal c=cond', ['wait s', '!wait s', 'post s', 'cancel 1', 'cancel 2', 'disable', 'enable', 'testcancel', 'lock m', '!lock m', 'unlock m',
                                 'wait c m', '!wait c m', 'signal c', 'cleaned'], 3),
    ('p=pipe e=event/0', ['read p', '!read p', '!write p', 'write p', 'read e', '!read e', '!write e 1', 'write e 1', 'cancel 1', 'cancel 2', 'pollin p',
                          '!pollin p', '!timedpollin p'], 3),
    ('', ['sigwait 10', 'sigwait 12', 'sigtimedwait 10', 'sigsuspend 10', 'kill 1 10', 'kill 2 10', 'kill 1 12', 'kill 2 12', 'raise 10', 'pending 10', 'pending 12',
          'handled', 'cancel 1', '!sigwait 10', '!sigsuspend 10'], 2),
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
    """The two programs, and a trace of the second, as a text."""
    glibc, ours = f'{folder}/glibc', f'{folder}/ours'
    sources = [str(HERE / f'{name}.c') for name in ('script', 'locks', 'waits', 'others')]
    subprocess.run(['gcc', '-O1', '-g', '-o', glibc, *sources, '-pthread'], check=True)
    subprocess.run([str(MAZURKA), 'cc', '-O1', '-g', '-o', ours, *sources], check=True)
    done = subprocess.run([str(MAZURKA), 'check', f'--trace={folder}/trace', ours], capture_output=True, text=True)
    trace = pathlib.Path(folder, 'trace')
    if not trace.exists():
        sys.exit(f'failed: the program that calls abort has no trace\n{done.stdout}{done.stderr}\n0 passed, 1 failed')
    return glibc, trace.read_text()


def command_of(trace, scripts):
    """Runs the program of the trace with the scripts: its first step, and then whatever it does."""
    arguments = ''.join(f'argument {script}\n' for script in scripts)
    text = re.sub(r'^hash', arguments + 'hash', trace, flags=re.M)
    text = re.sub(r'^option max-events.*$', 'option max-events 10000000', text, flags=re.M)
    text = re.sub(r'^steps .*?\n(.*?\n).*', r'steps 1\n\1end\n', text, flags=re.M | re.S)
    with tempfile.NamedTemporaryFile('w', dir=FOLDER.name, suffix='.trace', delete=False) as file:
        file.write(text)
    return [str(MAZURKA), 'replay', file.name]


def answers(command, scripts):
    """What each of them prints; a program that ends too early has said less."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
        lines, said = done.stdout.splitlines(), done.stderr.strip()
    except subprocess.TimeoutExpired as late:
        lines, said = (late.stdout or b'').decode().splitlines(), 'not done after a minute'
    return lines + [said or 'nothing'] * (len(scripts) - len(lines))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--scripts', type=int, default=400, help='random ones')
    parser.add_argument('--batch', type=int, default=BATCH, help='scripts of one process')
    args = parser.parse_args()
    rng = random.Random(args.seed)
    scripts = cases() + [random_script(rng) for _ in range(args.scripts)]
    passed = failed = 0
    glibc, trace = build(FOLDER.name)
    for i in range(0, len(scripts), args.batch):
        batch = scripts[i:i + args.batch]
        for script, want, got in zip(batch, answers([glibc, *batch], batch), answers(command_of(trace, batch), batch)):
            if want != got:             # glibc's threads may have been slower than they are told to be
                want = answers([glibc, script], [script])[0]
            passed += want == got
            failed += want != got
            if want != got:
                print(f'{script}\n  glibc:{want}\n  ours: {got}')
        if failed and os.environ.get('MAZURKA_MUTANT'):
            break               # the mistake is noticed
    print(f'{passed} passed, {failed} failed')
    return failed != 0 or passed == 0


sys.exit(main())
