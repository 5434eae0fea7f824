"""Random small C programs with waiting loops of many shapes, compared with an interpreter that takes every
turn of every loop as an ordinary step, in every interleaving (states are kept, so that loops end).

    python3 test/trust/native_awaits.py --programs 300 [--seed 1] [--retries]

With --retries they are loops that try again after a failed exchange on a fresh read, with stores that others may see.

The ends must be the same, by all that threads have seen: those where all have ended, and those where every thread
that is left goes round for ever; so must be whether there are any of the latter. Under optimal, source and dpor; and with
stored states, where going round for ever is no end."""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from native_oracle import MASK, at, mix, name

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MAZURKA = pathlib.Path(os.environ.get('BUILD', ROOT / 'build')).resolve() / 'mazurka'
BATCH = 25
MOST = 60000                        # states
CONFIGS = (['--por=optimal'], ['--por=source'], ['--por=dpor'], ['--stateful=on'])
NODES = ('node0', 'node1', 'node2', 'node3')
VARS = ('x', 'y', 'l', 'next', 'owner', 'top', *NODES)
PLAIN_VARS = VARS[:6]
REGS = ('a', 'b', 'n')
HEAD = '''#include <mazurka/mazurka.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#define L atomic_load
#define S atomic_store
#define X atomic_exchange
#define A atomic_fetch_add
static int swap (atomic_int *p, int old, int new) { return atomic_compare_exchange_strong (p, &old, new); }
#define T(p, old, new) atomic_compare_exchange_strong (p, old, new)
static atomic_int node[4];
'''


class Code:
    """A thread: C text, and instructions. A jump's target is a label."""

    def __init__(self):
        self.text, self.code, self.labels = [], [], 0
        self.functions = []

    def label(self):
        self.labels += 1
        return self.labels

    def add(self, text, *code):
        self.text.append(text)
        self.code += code


def pause(r):
    return r.choice(['', '', 'sched_yield ()', 'usleep (10)', 'for (volatile int i = 0; i < 3; i++)'])


def lock(r, c):
    top, out = c.label(), c.label()
    kind = r.choice(['xchg', 'cas', 'ttas', 'cas after load', 'backoff', 'ticket'])
    if kind == 'xchg':
        c.add(f'while (X (&l, 1)) {{ {pause (r)}; }}', ('label', top), ('xchg', 'a', 'l', 1), ('jne', 'a', 0, top))
    elif kind == 'cas':
        c.add(f'while (!swap (&l, 0, 1)) {{ {pause (r)}; }}', ('label', top), ('cas', 'a', 'l', 0, 1), ('jeq', 'a', 0, top))
    elif kind == 'ttas':
        c.add(f'do while (L (&l)) {{ {pause (r)}; }} while (X (&l, 1));', ('label', top), ('load', 'a', 'l'), ('jne', 'a', 0, top),
              ('xchg', 'a', 'l', 1), ('jne', 'a', 0, top))
    elif kind == 'cas after load':
        c.add('while (L (&l) || !swap (&l, 0, 1)) ;', ('label', top), ('load', 'a', 'l'), ('jne', 'a', 0, top),
              ('cas', 'a', 'l', 0, 1), ('jeq', 'a', 0, top))
    elif kind == 'backoff':
        c.add('for (int d = 1; X (&l, 1); d = d < 4 ? 2 * d : d) for (volatile int i = 0; i < d; i++) ;', ('label', top),
              ('xchg', 'a', 'l', 1), ('jne', 'a', 0, top))
    else:
        c.add(f'a = A (&next, 1); while (L (&owner) != a) {{ {pause (r)}; }}', ('add', 'a', 'next', 1), ('label', top), ('load', 'b', 'owner'),
              ('jsame', 'b', 'a', out), ('jmp', top), ('label', out))
    for _ in range(r.randint(0, 1)):
        simple(r, c)
    if kind == 'ticket':
        c.add('S (&owner, L (&owner) + 1);', ('load', 'b', 'owner'), ('inc', 'b'), ('storereg', 'owner', 'b'))
    elif r.random() < 0.95:
        c.add('S (&l, 0);', ('store', 'l', 0))


def simple(r, c):
    v, k = r.choice(('x', 'y')), r.choice((1, 1, 2))
    kind = r.choice(['store', 'store', 'store', 'add', 'see', 'xchg'])
    if kind == 'store':
        c.add(f'S (&{v}, {k});', ('store', v, k))
    elif kind == 'add':
        c.add(f'a = A (&{v}, 1); mz_observe (a);', ('add', 'a', v, 1), ('observe', 'a'))
    elif kind == 'see':
        c.add(f'a = L (&{v}); mz_observe (a);', ('load', 'a', v), ('observe', 'a'))
    else:
        c.add(f'a = X (&{v}, {k}); mz_observe (a);', ('xchg', 'a', v, k), ('observe', 'a'))


def wait(r, c):
    v, k = r.choice(('x', 'y')), r.choice((1, 1, 1, 2))
    w = 'y' if v == 'x' else 'x'
    top, out, more = c.label(), c.label(), c.label()
    kind = r.choice(['flag', 'least', 'either', 'both', 'last', 'count', 'nested', 'store', 'hidden', 'swap', 'twice', 'seen'])
    if kind == 'flag':
        c.add(f'while (L (&{v}) != {k}) {{ {pause (r)}; }}', ('label', top), ('load', 'a', v), ('jne', 'a', k, top))
    elif kind == 'least':
        c.add(f'do a = L (&{v}); while (a < {k}); mz_observe (a);', ('label', top), ('load', 'a', v), ('jlt', 'a', k, top), ('observe', 'a'))
    elif kind == 'either':
        c.add(f'while (!L (&{v}) && L (&{w}) != {k}) ;', ('label', top), ('load', 'a', v), ('jne', 'a', 0, out), ('load', 'a', w),
              ('jne', 'a', k, top), ('label', out))
    elif kind == 'both':
        c.add(f'do {{ a = L (&{v}); b = L (&{w}); }} while (a != {k} || !b); mz_observe (a * 8 + b);', ('label', top), ('load', 'a', v),
              ('load', 'b', w), ('jne', 'a', k, top), ('jeq', 'b', 0, top), ('pair',))
    elif kind == 'last':
        c.add(f'a = b = 0; do {{ b = a; a = L (&{v}); }} while (a != {k}); mz_observe (b);', ('set', 'a', 0), ('label', top), ('move', 'b', 'a'),
              ('load', 'a', v), ('jne', 'a', k, top), ('observe', 'b'))
    elif kind == 'count':
        c.add(f'for (n = 0; n < 2 && L (&{v}) != {k}; n++) ; mz_observe (n);', ('set', 'n', 0), ('label', top), ('jeq', 'n', 2, out),
              ('load', 'a', v), ('jeq', 'a', k, out), ('inc', 'n'), ('jmp', top), ('label', out), ('observe', 'n'))
    elif kind == 'nested':
        c.add(f'while (L (&{v}) != {k}) while (L (&{w}) == 1) ;', ('label', top), ('load', 'a', v), ('jeq', 'a', k, out),
              ('label', more), ('load', 'a', w), ('jeq', 'a', 1, more), ('jmp', top), ('label', out))
    elif kind == 'store':
        c.add(f'while (L (&{v}) != {k}) S (&{w}, 1);', ('label', top), ('load', 'a', v), ('jeq', 'a', k, out), ('store', w, 1), ('jmp', top),
              ('label', out))
    elif kind == 'hidden':
        c.add(f'{{ char t[4] = "0"; while (L (&{v}) != {k} && atoi (t) < 2) snprintf (t, 4, "%d", atoi (t) + 1); mz_observe (atoi (t)); }}',
              ('set', 'n', 0), ('label', top), ('load', 'a', v), ('jeq', 'a', k, out), ('jeq', 'n', 2, out), ('inc', 'n'), ('jmp', top),
              ('label', out), ('observe', 'n'))
    elif kind == 'swap':
        c.add(f'while (!swap (&{v}, {k}, 0)) {{ {pause (r)}; }}', ('label', top), ('cas', 'a', v, k, 0), ('jeq', 'a', 0, top))
    elif kind == 'twice':
        c.add(f'do {{ a = L (&{v}); b = L (&{v}); }} while (a != 1 || b != 2) ; mz_observe (a);' if k == 2 else
              f'do {{ a = L (&{v}); b = L (&{v}); }} while (a == b && a != 2) ; mz_observe (a * 8 + b);', ('label', top), ('load', 'a', v), ('load', 'b', v),
              *((('jne', 'a', 1, top), ('jne', 'b', 2, top), ('observe', 'a')) if k == 2 else
                (('jeq', 'a', 2, out), ('jsame', 'a', 'b', top), ('label', out), ('pair',))))
    else:
        c.add(f'do a = A (&{v}, 0); while (a != {k}); mz_observe (a);', ('label', top), ('add', 'a', v, 0), ('jne', 'a', k, top), ('observe', 'a'))


def tangle(r, c):
    """A function with a loop that waits for one place, in turns of several operations, left in several ways."""
    v, top, out = r.choice(('x', 'y', 'l')), c.label(), c.label()
    text, code = [], [('set', 'a', 0), ('set', 'b', 0), ('label', top)]
    count = r.choice((1, 2, 2, 3))
    for i in range(count):
        reg, k, k2 = r.choice('ab'), r.choice((0, 1, 2)), r.choice((0, 1, 2))
        kind = r.choice(('load', 'load', 'cas', 'xchg', 'add'))
        text.append({'load': f'{reg} = L (&{v});', 'cas': f'{reg} = swap (&{v}, {k}, {k2});', 'xchg': f'{reg} = X (&{v}, {k});',
                     'add': f'{reg} = A (&{v}, 0);'}[kind])
        code.append({'load': ('load', reg, v), 'cas': ('cas', reg, v, k, k2), 'xchg': ('xchg', reg, v, k), 'add': ('add', reg, v, 0)}[kind])
        for _ in range(r.choice((1, 1, 2))):
            test, k, to = r.choice(('jeq', 'jne', 'jlt')), r.choice((0, 1, 1, 2)), r.choice((top, top, out))
            text.append(f'if ({reg} {dict (jeq="==", jne="!=", jlt="<")[test]} {k}) goto {"top" if to == top else "out"};')
            code.append((test, reg, k, to))
    if r.random() < 0.5:
        text.append('goto top;')
        code.append(('jmp', top))
    code.append(('label', out))
    seen = r.choice(('', '', 'a', 'b'))
    if seen:
        code.append(('observe', seen))
    c.functions.append(f'{{ int a = 0, b = 0; (void) a, (void) b; top: {" ".join (text)} out: {f"mz_observe ({seen});" if seen else ";"} }}')
    c.add(f'F{len (c.functions) - 1} ();', *code)


def push(r, c):
    """Node n onto the stack: as it should be, and in ways that others see, or that later turns do not undo."""
    n, top, out = r.choice((1, 1, 2)), c.label(), c.label()
    kind = r.choice(('push', 'push', 'push', 'live', 'sometimes', 'elsewhere', 'leaves', 'counts', 'twice', 'reads'))
    store, code = f'S (&node[{n}], o);', [('storereg', f'node{n}', 'a')]
    head, tail = 'do { o = L (&top);', f'}} while (!T (&top, &o, {n}));'
    if kind == 'sometimes':
        store, code = f'if (o) {store}', [('jeq', 'a', 0, out), *code, ('label', out)]
    elif kind == 'elsewhere':
        store, code = f'S (&node[o == 1 ? 3 : {n}], o);', [('storeat', 'a', n)]
    elif kind == 'twice':
        store, code = f'{store} S (&y, o);', [*code, ('storereg', 'y', 'a')]
    elif kind == 'reads':
        store, code = f'{store} k = L (&y);', [*code, ('load', 'n', 'y')]
    text = f'{head} {store} {tail}'
    code = [('set', 'n', 0), ('label', top), ('load', 'a', 'top'), *code, ('casx', 'b', 'top', 'a', n), ('jeq', 'b', 0, top)]
    if kind == 'live':
        text, code[1:3] = f'o = L (&top); do {{ {store} {tail}', [('load', 'a', 'top'), ('label', top)]
    elif kind == 'leaves':
        text = f'do {{ o = L (&top); if (o == 3) break; {store} {tail}'
        code[3:3] = [('jeq', 'a', 3, out)]
        code.append(('label', out))
    elif kind == 'counts':
        text = f'for (;;) {{ o = L (&top); {store} if (T (&top, &o, {n})) break; k++; }}'
        code[-1:] = [('jne', 'b', 0, out), ('inc', 'n'), ('jmp', top), ('label', out)]
    seen = r.choice(('', '', 'o', 'k')) if kind != 'reads' else 'k'
    finish_loop(c, text, code, seen)


def finish_loop(c, text, code, seen):
    """A function of its own, with an o that exchanges write (a), and a k (n)."""
    if seen:
        code.append(('observe', 'a' if seen == 'o' else 'n'))
    c.functions.append(f'{{ int o = 0, k = 0; (void) k; {text} {f"mz_observe ({seen});" if seen else ""} }}')
    c.add(f'F{len (c.functions) - 1} ();', *code)


def pop(r, c):
    top, out = c.label(), c.label()
    code = [('set', 'n', 0), ('label', top), ('load', 'a', 'top'), ('jeq', 'a', 0, out), ('loadat', 'n', 'a'), ('casx', 'b', 'top', 'a', 'n'),
            ('jeq', 'b', 0, top), ('label', out)]
    finish_loop(c, 'do { o = L (&top); if (!o) break; k = L (&node[o]); } while (!T (&top, &o, k));', code, r.choice(('o', 'o', 'k', '')))


def count_up(r, c):
    v, top = r.choice(('x', 'top')), c.label()
    if v == 'top':                 # 0 .. 3
        text, change = 'do o = L (&top); while (!T (&top, &o, o & 2 ? 0 : o + 1));', 'round'
    else:
        text, change = 'do o = L (&x); while (!T (&x, &o, o + 1));', 'more'
    finish_loop(c, text, [('label', top), ('load', 'a', v), ('casx', 'b', v, 'a', change), ('jeq', 'b', 0, top)], r.choice(('o', '')))


def see_node(r, c):
    n = r.choice((1, 1, 2))
    kind = r.choice(('see', 'see', 'see', 'store', 'top', 'free', 'if'))
    if kind == 'see':
        c.add(f'a = L (&node[{n}]); mz_observe (a);', ('load', 'a', f'node{n}'), ('observe', 'a'))
    elif kind == 'store':
        c.add(f'S (&node[{n}], {n ^ 1});', ('store', f'node{n}', n ^ 1))
    elif kind == 'top':
        c.add(f'S (&top, {n});', ('store', 'top', n))
    elif kind == 'free':
        c.add('S (&top, 0);', ('store', 'top', 0))
    else:
        out = c.label()
        c.add(f'a = L (&top); if (a == {n}) {{ b = L (&node[a]); mz_observe (b); }}', ('load', 'a', 'top'), ('jne', 'a', n, out),
              ('loadat', 'b', 'a'), ('observe', 'b'), ('label', out))


def make_retries(seed):
    r = random.Random(seed)
    threads = []
    for _ in range(r.choice((2, 2, 3))):
        c = Code()
        for _ in range(r.choice((1, 2, 2))):
            r.choice((push, push, push, pop, count_up, see_node, see_node))(r, c)
        threads.append(c)
    return threads


def make(seed):
    r = random.Random(seed)
    threads = []
    for _ in range(r.choice((2, 2, 2, 3))):
        c = Code()
        for _ in range(r.choice((1, 2, 2, 3))):
            r.choice((simple, wait, wait, lock, tangle, tangle))(r, c)
        threads.append(c)
    return threads


# ---- the interpreter ----

LOCAL = {'jeq', 'jne', 'jlt', 'jsame', 'jmp', 'inc', 'set', 'move', 'observe', 'pair'}


def settle(code, thread):
    """Up to the thread's next atomic operation."""
    pc, regs, seen = thread
    regs = list(regs)
    while pc < len(code) and code[pc][0] in LOCAL:
        i = code[pc]
        value = regs[REGS.index(i[1])] if len(i) > 1 and i[0] != 'jmp' else 0
        pc += 1
        if i[0] == 'jmp':
            pc = i[1]
        elif (i[0] == 'jeq' and value == i[2]) or (i[0] == 'jne' and value != i[2]) or (i[0] == 'jlt' and value < i[2]):
            pc = i[3]
        elif i[0] == 'jsame' and value == regs[REGS.index(i[2])]:
            pc = i[3]
        elif i[0] == 'inc':
            regs[REGS.index(i[1])] += 1
        elif i[0] == 'set':
            regs[REGS.index(i[1])] = i[2]
        elif i[0] == 'move':
            regs[REGS.index(i[1])] = regs[REGS.index(i[2])]
        elif i[0] == 'observe':
            seen += (value,)
        elif i[0] == 'pair':
            seen += (regs[0] * 8 + regs[1],)
    return pc, tuple(regs), seen


def step(code, memory, thread):
    pc, regs, seen = thread
    i = code[pc]
    regs, memory = list(regs), list(memory)
    if i[0] in ('store', 'storereg'):
        memory[VARS.index(i[1])] = i[2] if i[0] == 'store' else regs[REGS.index(i[2])]
    elif i[0] == 'storeat':
        value = regs[REGS.index(i[1])]
        memory[VARS.index(NODES[3 if value == 1 else i[2]])] = value
    elif i[0] == 'loadat':
        regs[REGS.index(i[1])] = memory[VARS.index(NODES[regs[REGS.index(i[2])]])]
    elif i[0] == 'casx':
        at, to, old = VARS.index(i[2]), REGS.index(i[3]), memory[VARS.index(i[2])]
        expected = regs[to]
        new = {'more': expected + 1, 'round': 0 if expected & 2 else expected + 1}.get(i[4], i[4])
        regs[REGS.index(i[1])] = int(old == expected)
        if old == expected:
            memory[at] = regs[REGS.index(new)] if new in REGS else new
        else:
            regs[to] = old
    else:
        at, to = VARS.index(i[2]), REGS.index(i[1])
        old = memory[at]
        regs[to] = old
        if i[0] == 'xchg':
            memory[at] = i[3]
        elif i[0] == 'add':
            memory[at] = old + i[3]
        elif i[0] == 'cas':
            regs[to] = int(old == i[3])
            memory[at] = i[4] if old == i[3] else old
    return tuple(memory), settle(code, (pc + 1, tuple(regs), seen))


def is_stuck(code, memory, thread):
    """Alone, it goes round, changes nothing, and sees nothing more."""
    met, seen = set(), thread[2]
    while thread not in met:
        met.add(thread)
        if thread[0] == len(code):
            return False
        now, thread = step(code, memory, thread)
        if now != memory or thread[2] != seen:
            return False
    return True


def truth(threads, top):
    """The ends, as (how, what each thread has seen); None: too many states. The stack has a node, or none (top)."""
    codes = []
    for c in threads:
        at = {i[1]: None for i in c.code if i[0] == 'label'}
        flat = []
        for i in c.code:
            if i[0] == 'label':
                at[i[1]] = len(flat)
            else:
                flat.append(i)
        codes.append([i[:3] + (at[i[3]],) if i[0] in ('jeq', 'jne', 'jlt', 'jsame') else ('jmp', at[i[1]]) if i[0] == 'jmp' else i for i in flat])
    start = (tuple(top if v == 'top' else 0 for v in VARS), tuple(settle(code, (0, (0, 0, 0), ())) for code in codes))
    met, left, ends = {start}, [start], set()
    while left:
        memory, states = left.pop()
        live = [k for k, t in enumerate(states) if t[0] < len(codes[k])]
        if not live:
            ends.add((0, tuple(t[2] for t in states)))
        elif all(is_stuck(codes[k], memory, states[k]) for k in live):
            ends.add((2, tuple(t[2] for t in states)))
        for k in live:
            now, thread = step(codes[k], memory, states[k])
            after = (now, states[:k] + (thread,) + states[k + 1:])
            if after not in met:
                met.add(after)
                left.append(after)
        if len(met) > MOST or max(memory) > 8:
            return None
    return ends


def digest(ends):
    keys = set()
    for how, seen in ends:
        total = 0
        for thread, values in enumerate(seen, 1):
            h = 0
            for v in (7, *values):
                h = mix((h + v + 1) & MASK)
            total += at(name(1, thread), h)
        keys.add(mix((total + how + 1) & MASK))
    return len(keys), f'{sum(mix(k) for k in keys) & MASK:016x}'


# ---- comparing ----

def text_of(number, threads, top):
    out = []
    for k, c in enumerate(threads):
        for i, function in enumerate(c.functions):
            out.append(f'static void f{number}_{k}_{i} (void)\n{function}\n#define F{i} f{number}_{k}_{i}\n')
        body = '\n  '.join(c.text)
        out.append(f'static void *p{number}_{k} (void *u)\n{{\n  int a = 0, b = 0, n = 0;\n  (void) a, (void) b, (void) n;\n  mz_observe (7);\n  {body}\n  return u;\n}}\n' + ''.join(f'#undef F{i}\n' for i in range(len(c.functions))))
    makes = ''.join(f'pthread_create (&t[{k}], NULL, p{number}_{k}, NULL); ' for k in range(len(threads)))
    joins = ''.join(f'pthread_join (t[{k}], NULL); ' for k in range(len(threads)))
    out.append(f'static void p{number} (void)\n{{\n  pthread_t t[{len(threads)}];\n  S (&top, {top});\n  {makes}\n  {joins}\n}}\n')
    return ''.join(out)


def compare(number, program, options, ends, work):
    command = [MAZURKA, 'check', '--json', '--all', '--trace=/dev/null', '--time=20', '--max-events=2000', *options, program, '--', str(number)]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
    try:
        r = json.loads(done.stdout)
    except json.JSONDecodeError:
        return f'exit code {done.returncode}: {done.stderr[-200:]}'
    if not r['exhaustive'] and ('not finished' in r['reason'] or '--max-events' in r['reason']):
        return ''                  # a loop that writes in each turn is no wait, and has no end
    kinds = {f['kind'] for f in r['findings']}
    stuck = any(how for how, _ in ends)
    if r['verdict'] == 'unknown' or kinds - {'livelock', 'deadlock'} or bool(kinds) != stuck:
        return f'{r["verdict"]} ({r["reason"]}) with {sorted(kinds)}, stuck: {stuck}'
    if '--stateful=on' in options:
        ends = {(how, seen) for how, seen in ends if not how}
    found = tuple(r.get('terminal', {'count': 0, 'digest': ''}).values())
    if found != digest(ends) and (ends or found[0]):
        return f'ends {found}, not {digest(ends)}'
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--programs', type=int, default=100)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--retries', action='store_true')
    parser.add_argument('--flags', default='-O1 -fno-inline')
    options = parser.parse_args()
    passed = failed = large = 0
    for first in range(options.seed, options.seed + options.programs, BATCH):
        numbers = range(first, min(first + BATCH, options.seed + options.programs))
        batch = {n: (make_retries if options.retries else make)(n) for n in numbers}
        top = 3 if options.retries else 0
        truths = {n: truth(t, top) for n, t in batch.items()}
        with tempfile.TemporaryDirectory() as work:
            path = pathlib.Path(work)
            text = HEAD + f'static atomic_int {", ".join(PLAIN_VARS)};\n' + ''.join(text_of(n, t, top) for n, t in batch.items())
            cases = ''.join(f'case {n}: p{n} (); break; ' for n in batch)
            (path / 'p.c').write_text(text + f'int main (int c, char **v)\n{{\n  switch (c > 1 ? atoi (v[1]) : 0) {{ {cases} }}\n}}\n')
            subprocess.run([MAZURKA, 'cc', *options.flags.split(), '-w', 'p.c', '-o', 'p', '-lpthread'], cwd=work, check=True)
            for n in numbers:
                wrong = [compare(n, path / 'p', c, truths[n], work) for c in CONFIGS] if truths[n] else ['']
                large += '' in wrong
                wrong = [f'{" ".join(c)}: {w}' for c, w in zip(CONFIGS, wrong) if w]
                passed += not wrong
                failed += bool(wrong)
                if wrong:
                    print(f'program {n}: {"; ".join(wrong)}\n{text_of(n, batch[n], top)}', flush=True)
                if wrong and os.environ.get('MAZURKA_MUTANT'):
                    print(f'{passed} passed, {failed} failed')
                    return 1
    print(f'{large} too large\n{passed} passed, {failed} failed')
    return failed != 0


sys.exit(main())
