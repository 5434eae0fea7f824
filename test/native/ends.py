"""Every way for a process to end, with every kind of function that runs then (ends/): what is said, and in which order, and
how the process ends are the same natively, in a check, and when the program built for checking runs alone."""
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MAZURKA = pathlib.Path(os.environ.get('BUILD', HERE.parent.parent / 'build')).resolve() / 'mazurka'
ABORT, SEGV, TERM = -6, -11, -15


def run(command, work):
    return subprocess.run(command, cwd=work, capture_output=True, text=True, errors='replace', timeout=100, stdin=subprocess.DEVNULL)


def ends_so(status, text):
    """Does the check say that the process ends so?"""
    if status == 0:
        return ': ok' in text
    if status == ABORT:
        return 'calls abort' in text or 'raises signal 6 (' in text
    return f'raises signal {-status} (' in text if status < 0 else f'ends with exit status {status}\n' in text


def compare(work, way, kind):
    """None, or what is wrong."""
    native = run(['./native', way, kind], work)
    alone = run(['./program', way, kind], work)
    if (alone.stdout, alone.returncode) != (native.stdout, native.returncode):
        return f'natively {native.stdout!r}, {native.returncode}, alone {alone.stdout!r}, {alone.returncode}'
    check = [MAZURKA, 'check', '--trace=/dev/null', '--trust=_ZSt13set_terminatePFvvE', 'program', '--', way, kind]
    same = run([*check, 'same', native.stdout], work)
    if not ends_so(native.returncode, same.stdout):
        return f'natively {native.stdout!r}, {native.returncode}, but: {same.stdout[:300]} {same.stderr[:300]}'
    if native.stdout and 'strcmp (said, expected) != 0' not in run([*check, 'all', native.stdout], work).stdout:
        return f'natively {native.stdout!r}, which is not reached in a check'
    return None


def compare_all(source, compilers):
    passed = failed = 0
    with tempfile.TemporaryDirectory() as work:
        for compiler, name in ((compilers[0], 'native'), ([MAZURKA, compilers[1]], 'program')):
            subprocess.run([*compiler, '-w', '-pthread', HERE / 'ends' / source, '-o', name], cwd=work, check=True)
        ways, kinds = (int(n) for n in run(['./native'], work).stdout.split())
        for way, kind in ((w, k) for w in range(ways) for k in range(kinds)):
            wrong = compare(work, str(way), str(kind))
            failed, passed = failed + bool(wrong), passed + (not wrong)
            if wrong:
                print(f'{source} {way} {kind}: {wrong}')
            if wrong and os.environ.get('MAZURKA_MUTANT'):
                break              # the mistake is noticed
    return passed, failed


def compare_before():
    """What works before main and after it."""
    with tempfile.TemporaryDirectory() as work:
        for compiler, name in ((['gcc'], 'native'), ([MAZURKA, 'cc'], 'program')):
            subprocess.run([*compiler, '-w', '-pthread', HERE / 'ends' / 'before.c', '-o', name], cwd=work, check=True)
        native, alone = run(['./native'], work), run(['./program'], work)
        expected = native.stdout.split('\n')
        check = run([MAZURKA, 'check', '--trace=/dev/null', 'program', '--', *expected], work)
        threads = [run([MAZURKA, 'check', '--trace=/dev/null', '--cflags=' + flags, HERE / 'ends' / 'constructor.c'], work).stdout for flags in ('', '-DRACE', '-DABORT')]
    results = [('alone', alone.stdout == native.stdout), ('in a check', check.returncode == 0), ('threads of a constructor', ': ok' in threads[0]),
               ('a race with one', 'data race on' in threads[1]), ('abort', 'calls abort' in threads[2])]
    for what, good in results:
        if not good:
            print(f'before main: {what}')
    return sum(good for _, good in results), sum(not good for _, good in results)


def main():
    counts = [compare_before(), compare_all('ways.c', (['gcc'], 'cc')), compare_all('ways.cc', (['g++'], 'c++'))]
    passed, failed = (sum(c) for c in zip(*counts))
    print(f'{passed} passed, {failed} failed')
    return failed != 0


sys.exit(main())
