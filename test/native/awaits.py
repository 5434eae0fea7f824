"""Waiting loops as waits: the programs of awaits/, with the number of executions that is wanted.

    executions      exactly so many, of which none may be cut (but where a turn reads several places,
                    an execution that ends in the middle of one does not count: "cut" is how many at most)

Nidhugg's numbers, which treats a turn that changes nothing as a wait, are in docs/awaits.md."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MAZURKA = pathlib.Path(os.environ.get('BUILD', HERE.parent.parent / 'build')).resolve() / 'mazurka'
MEGABYTES = 50

TABLE = [
    # program, -D..., executions, cut
    *(('ticket', f'-DN={n}', f, 0) for n, f in ((2, 2), (3, 6), (4, 24), (5, 120), (6, 720))),
    *(('peterson', f'-DN={n}', f, f) for n, f in ((1, 4), (2, 48), (3, 588))),
    *(('lock', f'-DKIND={kind} -DN={n} -DROUNDS={r}', f, 0) for kind in (1, 2, 3, 4, 5) for n, r, f in
      ((2, 1, 2), (2, 2, 6), (2, 3, 20), (3, 1, 6), (3, 2, 90))),
    ('lock', '-DKIND=3 -DN=3 -DROUNDS=3', 1680, 0),
    ('lock', '-DKIND=4 -DN=3 -DROUNDS=3', 1680, 0),
    ('lock', '-DKIND=5 -DN=4 -DROUNDS=1', 24, 0),
    ('barrier', '-DN=5', 120, 0),
    ('treiber', '-DN=2', 10, 6),
    ('treiber', '-DN=3', 270, 387),
]


def check(program, flags, executions, cut):
    """None, or what is wrong."""
    with tempfile.TemporaryDirectory() as work:
        command = [MAZURKA, 'check', '--json', '--trace=/dev/null', '--cflags=' + flags, HERE / 'awaits' / (program + '.c')]
        done = subprocess.run(command, cwd=work, capture_output=True, text=True, timeout=600, stdin=subprocess.DEVNULL)
    if done.returncode:
        return f'exit code {done.returncode}: {(done.stderr or done.stdout)[-300:]}'
    stats = json.loads(done.stdout)['stats']
    if stats['executions'] != executions or stats['blocked'] or stats['cut'] > cut:
        return f'expected {executions} executions and at most {cut} cut, got {stats["executions"]}, {stats["cut"]} and {stats["blocked"]} blocked'
    if stats['peak_bytes'] > MEGABYTES << 20:
        return f'takes {stats["peak_bytes"] >> 20} MB'
    return None


def main():
    failed = 0
    for row in TABLE:
        wrong = check(*row)
        failed += bool(wrong)
        if wrong:
            print(f'{row[0]} {row[1]}: {wrong}')
        if wrong and os.environ.get('MAZURKA_MUTANT'):
            break                  # the mistake is noticed
    print(f'{len(TABLE) - failed} passed, {failed} failed')
    return failed != 0


sys.exit(main())
