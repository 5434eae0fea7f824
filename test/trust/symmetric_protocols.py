#!/usr/bin/env python3
"""Random protocols whose processes are declared symmetric, some of which are told apart; interpreted by symmetric_oracle.py.

    symmetric_protocols.py [--mazurka FILE] [--seed N] [--protocols N]

Without symmetry the verdict and the number of states are the interpreter's; with it the verdict is, or it is unknown since a
transition, a property or an end tells processes apart, which is said only where the protocol may do so. Without reduction there are as many states as
orbits. An ok with --verify-relations is right; one without may be wrong where somebody is told apart in a state or order that was not tried.
"""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

from build_once import build_once
from symmetric_oracle import P

WITH = [['--por=none'], [], ['--por=lpor'], ['--verify-relations'], ['--por=none', '--verify-relations']]


def check(mazurka, path, *options):
    """(verdict or what is wrong, result)"""
    r = subprocess.run([mazurka, 'check', path, '--json', '--claim=safety', '--trace=trace', *options], capture_output=True, text=True, timeout=200,
                       cwd=os.path.dirname(path))
    if 'internal error' in r.stderr + r.stdout or r.returncode not in (0, 1, 3):
        return f'exit code {r.returncode}: {r.stderr[-300:]}', None
    j = json.loads(r.stdout)
    return j['verdict'], j


def compare(mazurka, seed, path, said):
    """What is wrong, or None if the protocol was too large."""
    p = P(seed)
    found, graph = p.explore(2500)
    if found is None:
        return None
    with open(path, 'w') as f:
        f.write(p.text())
    wanted, wrong = 'violation' if found else 'ok', []
    for options in [['--por=none'], []]:
        v, j = check(mazurka, path, '--symmetry=off', *options)
        if v != wanted or (v == 'ok' and options and j['stats']['states'] != len(graph)):
            wrong.append(f'{options} without symmetry: {v}, {j and j["stats"]["states"]} states, not {wanted}, {len(graph)}')
    for options in WITH:
        v, j = check(mazurka, path, *options)
        if v == 'unknown' and ' apart' in j['reason']:
            said['told apart'] += 1
            if not p.breaks:
                wrong.append(f'{options}: {j["reason"]}')
        elif v == 'ok' != wanted and p.breaks and '--verify-relations' not in options:
            said['not noticed'] += 1
        elif v != wanted:
            wrong.append(f'{options}: {v}, not {wanted}')
        elif v == 'ok' and options == ['--por=none'] and not p.breaks and j['stats']['states'] != p.orbits(graph):
            wrong.append(f'{j["stats"]["states"]} states, not {p.orbits(graph)} orbits')
        else:
            said[v] += 1
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--mazurka', default='build/mazurka')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--protocols', type=int, default=20)
    parser.add_argument('--show', action='store_true', help='print the protocol of the seed')
    args = parser.parse_args()
    if args.show:
        print(P(args.seed).text(), end='')
        return
    passed = failed = 0
    said = collections.Counter()
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryDirectory() as built:
        build_once(built)
        for seed in range(args.seed, args.seed + args.protocols):
            wrong = compare(os.path.abspath(args.mazurka), seed, os.path.join(place, 'p.c'), said)
            passed += wrong == []
            failed += bool(wrong)
            for line in wrong or []:
                print(f'seed {seed}: {line}', flush=True)
            if wrong and os.environ.get('STOP_AT_FAILURE'):
                sys.exit(1)
    print(', '.join(f'{n} {what}' for what, n in sorted(said.items())), file=sys.stderr)
    print(f'{passed} passed, {failed} failed')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
