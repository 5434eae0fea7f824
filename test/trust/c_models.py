"""C programs as models against what is known of them.

    c_models.py PROGRAM...              programs whose first line says what the native engine answers
    c_models.py --exact PROGRAM...      programs whose first line says what they are answered as models
                [--engine E]            by that engine instead of `explicit`; `bmc` is not asked about those that are ok,
                                        nor about open values that `explicit` cannot all try
    c_models.py --random N [--seed S]   random programs, run natively and checked as models

A model may say unknown, and must then name a place; any other answer has to be the known one.
"""
from __future__ import annotations

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MAZURKA = pathlib.Path(os.environ.get('BUILD', ROOT / 'build')).resolve() / 'mazurka'
EXPECTED = re.compile(r'/[/*] mazurka: ([a-z-]+(?:\|[a-z-]+)*)(?: "([^"]*)")?')
OPTIONS = re.compile(r'/[/*] options: (.*?)(?: \*/)?$', re.M)
# Options of native runs that mean the same for a model.
KEPT = ('--allow-races', '--memory-model', '--spurious', '--exit-status', '--cflags', '--ends')


def run(path, options, seconds, work):
    """The answer of one check: (answer, what was said)."""
    command = [MAZURKA, 'check', '--json', '--trace=/dev/null', f'--time={seconds}', *options, path]
    try:
        done = subprocess.run(command, cwd=work, capture_output=True, text=True, timeout=seconds * 6 + 60, stdin=subprocess.DEVNULL,
                              errors='replace')
    except subprocess.TimeoutExpired:
        return 'hangs', ''
    if done.returncode == 2:
        return 'refused', done.stderr.strip().splitlines()[-1] if done.stderr.strip() else ''
    try:
        result = json.loads(done.stdout)
    except json.JSONDecodeError:
        return 'broken', f'exit code {done.returncode}: {done.stderr[-300:]}'
    findings = result['findings']
    if result['verdict'] == 'violation':
        return findings[0]['kind'], findings[0]['message']
    return result['verdict'], result['reason']


def agrees(answer, known):
    """The same verdict. Which of several mistakes is met first may differ."""
    if answer in ('unknown', 'refused'):
        return True
    if answer in ('hangs', 'broken'):
        return False
    return any((k == 'ok') == (answer == 'ok') and k != 'unknown' for k in known)


def from_corpus(paths, seconds, work, verbose, exact, engine):
    tally = {'passed': 0, 'failed': 0, 'unknown': 0}
    for path in paths:
        text = path.read_text(errors='replace')
        expected = EXPECTED.match(text)
        if not expected:
            continue
        known = expected[1].split('|')
        if engine == 'bmc' and ('ok' in known or '--ltl' in text or ('unknown' in known and '__VERIFIER_nondet' in text)):
            continue
        line = OPTIONS.search('\n'.join(text.splitlines()[:2]))
        options = [o for o in (line[1].split() if line else []) if exact or o.startswith(KEPT)]
        answer, said = run(path, [f'--engine={engine}', *options], seconds, work)
        good = answer in known and (expected[2] or '') in said if exact else agrees(answer, known)
        tally['passed' if good else 'failed'] += 1
        tally['unknown'] += answer in ('unknown', 'refused')
        if not good or (verbose and answer in ('unknown', 'refused')):
            print(f'{path.name}: {expected[1]}, as a model {answer}: {said}', flush=True)
        if not good and 'STOP_AT_FAILURE' in os.environ:
            break
    return tally


def from_random(count, seed, seconds, work, verbose):
    sys.path.insert(0, str(HERE))
    from native_gen import generate
    from native_tree import c_text, uses_files
    tally = {'passed': 0, 'failed': 0, 'unknown': 0}
    for i in range(count):
        program = generate(seed + i)
        if uses_files(program):
            continue
        path = pathlib.Path(work) / f'random{seed + i}.c'
        path.write_text(c_text([program]))
        options = ['--memory-model=sc']
        known, told = run(path, options, seconds, work)
        answer, said = run(path, ['--engine=explicit', *options], seconds, work)
        good = known == 'unknown' or agrees(answer, [known])
        tally['passed' if good else 'failed'] += 1
        tally['unknown'] += answer in ('unknown', 'refused')
        if not good or (verbose and answer in ('unknown', 'refused')):
            print(f'{path.name}: natively {known} ({told}), as a model {answer} ({said})', flush=True)
    return tally


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('programs', nargs='*', type=pathlib.Path)
    parser.add_argument('--random', type=int, default=0)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--seconds', type=int, default=10)
    parser.add_argument('--exact', action='store_true')
    parser.add_argument('--engine', default='explicit')
    parser.add_argument('--verbose', action='store_true')
    args = parser.parse_args()
    paths = [q for p in args.programs for q in (sorted(p.rglob('*.c')) if p.is_dir() else [p])]
    with tempfile.TemporaryDirectory() as work:
        if args.random:
            tally = from_random(args.random, args.seed, args.seconds, work, args.verbose)
        else:
            tally = from_corpus([p.resolve() for p in paths], args.seconds, work, args.verbose, args.exact, args.engine)
    print(f'{tally["unknown"]} of them unknown')
    print(f'{tally["passed"]} passed, {tally["failed"]} failed')
    return tally['failed'] != 0 or tally['passed'] == 0


if __name__ == '__main__':
    sys.exit(main())
