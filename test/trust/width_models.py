#!/usr/bin/env python3
"""Random small models about widths: numbers at the ends of their types, shifts, quotients, indices outside, messages that are truncated.

    width_models.py [--mazurka FILE] [--seed N] [--models N] [--seconds S] [--engines "explicit,bmc"] [--deep]

The interpreter walks through every interleaving, from what the language's manual says; it shares nothing with the checker. An
engine may say what it says, or unknown, which the explicit one may not: of assertions, run-time errors and ends, with
--ends=off, of an invariant and of a formula. --deep: counters that go up to 1000.
"""
from __future__ import annotations

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

from width_gen import Gen, model_text, text
from width_oracle import FORMULAS, Machine, TooLarge, explore, ltl_violated

ENGINES = "explicit,explicit --por=none,bmc,induction,ic3,bdd"


# ---- comparing ----

def verdict(args, path, engine, options):
    command = [args.mazurka, 'check', path, '--quiet', '--json', f'--time={args.seconds}', '--trace=trace', *f'--engine={engine}'.split(), *options]
    try:
        r = subprocess.run(command, capture_output=True, text=True, timeout=args.seconds * 10 + 60, cwd=os.path.dirname(path))
    except subprocess.TimeoutExpired:
        return 'does not end'
    if r.returncode not in (0, 1, 3) or 'internal error' in r.stdout + r.stderr:
        return f'exit code {r.returncode}: {r.stderr[-300:]}'
    return json.loads(r.stdout)['verdict']


def questions(g, m, found, graph, seed):
    """(options, is it violated)"""
    out = [([], bool(found))]
    if graph is None:
        return out
    if g.invariant is not None:
        out.append((['--invariant=' + text(g.invariant)], bool(found) or not all(m.ev(s, g.invariant, -1) for s in graph)))
    if 'end' in found:
        out.append((['--ends=off'], False))
    f = FORMULAS[seed % len(FORMULAS)]
    formula = ''.join(f'({text(g.p)})' if c == 'p' else f'({text(g.q)})' if c == 'q' else c for c in f)
    return out + [(['--ends=off', '--ltl=' + formula], ltl_violated(m, graph, f, g.p, g.q))]


def compare(args, seed, path, said):
    """What is wrong, or None if the model was too large."""
    g = Gen(seed, args.deep)
    model, ends = model_text(g, seed)
    m = Machine(g, ends)
    try:
        found, graph = explore(m, args.states)
    except TooLarge:
        return None
    with open(path, 'w') as f:
        f.write(model)
    wrong = []
    for options, bad in questions(g, m, found, graph, seed):
        for engine in args.engines.split(','):
            v, wanted = verdict(args, path, engine, options), 'violation' if bad else 'ok'
            said[f'{engine}: {v}'] += 1
            if v != wanted and (v != 'unknown' or engine.startswith('explicit')):
                wrong.append(f'seed {seed} {" ".join(options)}: {engine} says {v}, not {wanted}')
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--mazurka', default='build/mazurka')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--models', type=int, default=20)
    parser.add_argument('--seconds', type=float, default=3)
    parser.add_argument('--states', type=int, default=3000)
    parser.add_argument('--engines', default=ENGINES)
    parser.add_argument('--deep', action='store_true')
    parser.add_argument('--show', action='store_true', help='print the model of the seed')
    args = parser.parse_args()
    args.mazurka = os.path.abspath(args.mazurka)
    if args.show:
        print(model_text(Gen(args.seed, args.deep), args.seed)[0], end='')
        return
    passed = failed = 0
    said = collections.Counter()
    with tempfile.TemporaryDirectory() as place:
        for seed in range(args.seed, args.seed + args.models):
            wrong = compare(args, seed, os.path.join(place, 'model.pml'), said)
            passed += wrong == []
            failed += bool(wrong)
            for line in wrong or []:
                print(line, flush=True)
            if wrong and os.environ.get('STOP_AT_FAILURE'):
                sys.exit(1)
    print(', '.join(f'{n} {what}' for what, n in sorted(said.items())), file=sys.stderr)
    print(f'{passed} passed, {failed} failed')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
