"""Every function that the runtime replaces, as glibc and the kernel have it.

    python3 test/native/calls/calls.py

The groups of main.c call functions with arguments that are right and wrong, read
back what was set, and print what they got: built with the system's compiler and
built with `mazurka cc`, they must print the same. The samples of
test/trust/libc_races.py are a group, too. Functions that are not supported must
be named in the verdict (named.txt). A function that the runtime exports and that
is in none of these, and has no reason not to be (APART), is a failure.
"""
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BUILD = pathlib.Path(os.environ.get('BUILD', ROOT / 'build')).resolve()
MAZURKA = BUILD / 'mazurka'
sys.path.insert(0, str(ROOT / 'test' / 'trust'))
sys.path.insert(0, str(HERE))
import samples  # noqa: E402

GROUPS = ['schedule', 'attributes', 'signals', 'timers', 'locks', 'threads', 'process', 'time', 'memory', 'files', 'descriptors', 'streams', 'samples']
SOURCES = ['main', 'schedule', 'attributes', 'signals', 'locks', 'threads', 'process', 'memory', 'files', 'streams']
FLAGS = ['-O0', '-g', '-w', '-fno-builtin', '-D_GNU_SOURCE', f'-I{HERE}']
# Not called by a program, or only by what the compiler makes of it; how a process ends; what headers give another name; and
# what is the same as another function that waits (cnd_wait).
APART = re.compile(r'__tsan_|mz_|__VERIFIER_|_Z|__cxa_|__ubsan_|__wrap_main$|mazurka_runtime_version$|__pthread_(un)?register_cancel$|'
                   r'__asan_|__mazurka_landed$|__pthread_unwind_next$|__register_atfork$|__assert_fail$|__overflow$|__uflow$|dlopen$|'
                   r'(_?exit|_Exit|quick_exit|abort|atexit|on_exit)$|fscanf$|cnd_wait$')


def run(command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, errors='replace', **more)


def build(work):
    """Both programs and the objects of the first; the trace of the second, as a text."""
    (work / 'samples.c').write_text(samples.source())
    sources = [HERE / f'{name}.c' for name in SOURCES] + [work / 'samples.c']
    for source in sources:
        subprocess.run(['gcc', *FLAGS, '-c', source, '-o', work / f'{source.stem}.o'], check=True)
    objects = [work / f'{source.stem}.o' for source in sources]
    subprocess.run(['gcc', '-o', work / 'glibc', *objects, '-lm', '-lrt', '-pthread', '-Wl,--no-warnings'], check=True)
    subprocess.run([MAZURKA, 'cc', *FLAGS, '-o', work / 'ours', *sources, '-lm', '-lrt', '-pthread'], check=True)
    done = run([MAZURKA, 'check', f'--trace={work}/trace', work / 'ours'])
    if not (work / 'trace').exists():
        sys.exit(f'the program that calls abort has no trace\n{done.stdout}{done.stderr}\n0 passed, 1 failed')
    scripts = [work / f'posix-{source.stem}.o' for source in sorted((HERE.parent / 'posix').glob('*.c'))]
    for source, file in zip(sorted((HERE.parent / 'posix').glob('*.c')), scripts):
        subprocess.run(['gcc', *FLAGS, '-c', source, '-o', file], check=True)   # what waits is called by these
    return objects + scripts, (work / 'trace').read_text()


def replayed(work, trace, group):
    """Runs the program of the trace with an argument: its first step, and then whatever it does."""
    text = re.sub(r'^hash', f'argument {group}\nhash', trace, flags=re.M)
    text = re.sub(r'^option max-events.*$', 'option max-events 10000000', text, flags=re.M)
    text = re.sub(r'^steps .*?\n(.*?\n).*', r'steps 1\n\1end\n', text, flags=re.M | re.S)
    (work / f'{group}.trace').write_text(text)
    return [MAZURKA, 'replay', work / f'{group}.trace']


def compare(work, trace):
    """How many groups differ."""
    failed = 0
    for group in GROUPS:
        answers = []
        for who, command in (('glibc', [work / 'glibc', group]), ('ours', replayed(work, trace, group))):
            folder = work / f'{who}-{group}'
            folder.mkdir()
            try:
                done = run(command, cwd=folder, stdin=subprocess.DEVNULL, timeout=60)
                said = done.stdout + ('' if done.returncode == 0 or who == 'ours' else f'exit code {done.returncode}')
            except subprocess.TimeoutExpired as late:
                done, said = None, (late.stdout or b'').decode() + 'not done after a minute'
            answers.append(said.rpartition(f'== {group}\n')[2].splitlines())   # a check may begin again
        if answers[0] != answers[1] or len(answers[0]) < 5:
            failed += 1
            print(f'{group}: glibc has {len(answers[0])} lines, we have {len(answers[1])}')
            print('\n'.join(list(difflib.unified_diff(*answers, 'glibc', 'ours', n=1, lineterm=''))[:80]))
            if done and done.stderr:
                print(done.stderr[-600:])
    return failed


def named():
    """Functions that are not supported, and a call of each."""
    rows = [line.split(': ', 1) for line in (HERE / 'named.txt').read_text().splitlines() if line and not line.startswith('#')]
    return {name: call for name, call in rows}


def words_of(row):
    """The function of a row, and what is said of it."""
    name, _, words = row.partition('|')
    return name, words or name.replace('64', '')


def check_named(work, rows):
    """Each is in the reason of an unknown verdict, or costs the ok in the words of the row."""
    cases = '\n'.join(f'  case {i}: {call}; break;' for i, call in enumerate(rows.values()))
    head = (HERE / 'named.h').read_text()
    (work / 'named.c').write_text(f'{head}\nint main (int argc, char **argv) {{\n  (void) argc;\n  switch (atoi (argv[1])) {{\n{cases}\n  }}\n  return 0;\n}}\n')
    subprocess.run(['gcc', *FLAGS, '-c', work / 'named.c', '-o', work / 'named.o'], check=True)
    subprocess.run([MAZURKA, 'cc', *FLAGS, '-o', work / 'named', work / 'named.c', '-lm', '-lrt', '-ldl'], check=True)
    failed = 0
    for number, row in enumerate(rows):
        name, words = words_of(row)
        done = run([MAZURKA, 'check', '--json', '--trace=/dev/null', work / 'named', '--', number], cwd=work, stdin=subprocess.DEVNULL)
        result = json.loads(done.stdout)
        if result['verdict'] != 'unknown' or not re.search(rf'\b{re.escape(words)}\b', result['reason']):
            failed += 1
            print(f'{name}: {result["verdict"]} {result["reason"]} {[f["message"] for f in result["findings"]]}')
    return failed


def symbols(file, wanted):
    lines = subprocess.run(['nm', str(file)], capture_output=True, text=True, check=True).stdout.splitlines()
    return {line.split()[-1].split('@')[0] for line in lines if line.split()[-2] in wanted}


def main():
    failed = 0
    with tempfile.TemporaryDirectory(prefix='calls-') as folder:
        work = pathlib.Path(folder)
        objects, trace = build(work)
        failed += compare(work, trace)
        rows = named()
        failed += check_named(work, rows)
        exported = {name for name in symbols(BUILD / 'libmazurka-rt.o', 'TVW') if not APART.match(name)}
        called = set().union(*(symbols(file, 'U') for file in [*objects, work / 'named.o']))
        missing = sorted(exported - called)
        for name in missing:
            print(f'{name}: exported by the runtime, and called by no test of this part')
        failed += len(missing)
        for name in sorted({words_of(row)[0] for row in rows} - exported):
            print(f'{name}: a row of named.txt that the runtime does not export')
            failed += 1
    print(f'{len(GROUPS) + len(rows) + len(exported) - failed} passed, {failed} failed')
    return failed != 0


sys.exit(main())
