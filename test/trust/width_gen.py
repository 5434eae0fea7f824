"""Models for width_models.py: expressions and statements are tuples."""
import random


def wrap(x, bits=32, signed=True):
    x &= (1 << bits) - 1
    return x - (1 << bits) if signed and x >> (bits - 1) else x

TYPES = {'bit': (1, False), 'bool': (1, False), 'byte': (8, False), 'short': (16, True), 'int': (32, True), 'pid': (8, False)}
def typ(t):
    return (int(t[1:]), False) if t[0] == 'u' and t[1:].isdigit() else TYPES[t]
def trunc(v, t):
    b, s = typ(t)
    return wrap(v, b, s)

class Error(Exception):
    pass

# ---- generation ----
class Gen:
    def __init__(self, seed, deep=False):
        self.r = r = random.Random(seed)
        self.deep = deep
        self.globals = []   # name, type, n (0 scalar), init
        for i in range(r.randrange(1, 4)):
            t = r.choice(['byte', 'byte', 'short', 'int', 'bit', 'u%d' % r.choice([2, 3, 5, 7, 12, 31]), 'bool'])
            n = r.choice([0, 0, 0, 2, 3]) if t not in ('bit', 'bool') and t[0] != 'u' else 0
            self.globals.append((f'g{i}', t, n, self.const(t) if r.random() < .6 else 0))
        self.chans = []
        for i in range(r.choice([0, 0, 1, 1, 2])):
            # a rendezvous now and then
            self.chans.append((f'q{i}', r.choice([0, 1, 1, 2]), [r.choice(['byte', 'short', 'int', 'bit', 'bool']) for _ in range(r.choice([1, 1, 2]))]))
        # pan keeps a byte for a lone bit
        self.chans = [(n, c, ['byte'] if f in (['bit'], ['bool']) else f) for n, c, f in self.chans]
        self.procs = []
        n = r.choice([1, 2, 2, 2, 3])
        for i in range(n):
            self.loops = 0
            self.loc = [(f'l{i}_{k}', t, 0, self.const(t) if r.random() < .5 else 0)
                        for k in range(r.randrange(0, 3)) for t in [r.choice(['byte', 'short', 'int', 'bit', 'u3', 'pid'])]]
            self.budget = r.randrange(2, 9 if n < 3 else 6)
            body = self.seq(r.randrange(1, 5 if n < 3 else 4), 0)
            self.procs.append((f'P{i}', r.choice([1, 1, 1, 2]) if n < 3 else 1, self.loc, body))
        self.loc = []
        self.invariant = self.cond(2, safe=True) if r.random() < .5 else None
        if self.invariant is not None and r.random() < .6:
            self.invariant = ('||', self.invariant, self.cond(1, safe=True))
        self.p, self.q = self.cond(1, safe=True), self.cond(1, safe=True)

    def const(self, t='int'):
        r = self.r
        b, s = typ(t)
        edge = [0, 1, 2, 3, -1, (1 << b) - 1, 1 << b, 1 << (b - 1), (1 << (b - 1)) - 1, -(1 << (b - 1)), 255, 256, 127, 128, 32767, -32768, 2147483647]
        k = r.choice(edge) if r.random() < .5 else r.randrange(0, 6)
        k = wrap(k)
        return k if k > -(1 << 31) else k + 1

    def lval(self, safe=False):
        r = self.r
        vs = self.globals + self.loc
        name, t, n, _ = r.choice(vs)
        if not n:
            return ('v', name)
        if safe or r.random() < .45:
            return ('a', name, ('c', r.randrange(n)))
        if r.random() < .6:
            return ('a', name, ('%', self.expr(1), ('c', n)))     # negative ones are outside
        return ('a', name, self.expr(1))

    def expr(self, d, safe=False):
        r = self.r
        if d == 0 or r.random() < .3:
            x = r.random()
            if x < .65:
                return self.lval(safe)
            if x < .7 and not safe:
                return ('pid',)
            return ('c', self.const(r.choice(['byte', 'short', 'int', 'bit'])))
        op = r.choice(['+', '+', '-', '*', '/', '%', '<<', '>>', '&', '|', '^', 'neg', '~', '?', '<', '==', '!'])
        if safe and op in '/%':
            return (op, self.expr(d - 1, safe), ('c', r.choice([2, 3, -2, 7, -1, 255])))
        if op in ('neg', '~', '!'):
            return (op, self.expr(d - 1, safe))
        if op == '?' and safe:
            op = '+'
        if op == '?':
            return ('?', self.cond(d - 1, safe), self.expr(d - 1, safe), self.expr(d - 1, safe))
        if op in '/%' and r.random() < .7:
            return (op, self.expr(d - 1), ('c', r.choice([2, 3, -2, 7, -1])))
        if op in ('<<', '>>') and r.random() < .6:
            return (op, self.expr(d - 1, safe), ('c', r.choice([0, 1, 2, 7, 8, 15, 16, 30, 31])))
        return (op, self.expr(d - 1, safe), self.expr(d - 1, safe))

    def cond(self, d, safe=False):
        r = self.r
        if d > 1 and r.random() < .3:
            return (r.choice(['&&', '||']), self.cond(d - 1, safe), self.cond(d - 1, safe))
        if r.random() < .1:
            return ('!', self.cond(max(d - 1, 0), safe))
        return (r.choice(['<', '<=', '>', '>=', '==', '!=']), self.expr(min(d, 1), safe), self.expr(min(1, d) if r.random() < .3 else 0, safe) if r.random() < .5 else ('c', self.const('byte' if r.random() < .6 else 'short')))

    def seq(self, n, nest, atomic=False):
        out = []
        for _ in range(n):
            out.append(self.stmt(nest, atomic))
        return out

    def stmt(self, nest, atomic):
        r = self.r
        self.budget -= 1
        x = r.random()
        if self.budget > 0 and nest < 2 and x < .3:
            kind = r.random()
            if kind < .45:
                return ('if', [self.option(nest + 1, atomic) for _ in range(r.randrange(1, 3))] + ([('else', self.seq(r.randrange(0, 2), nest + 1, atomic))] if r.random() < .6 else []))
            if kind < .8 and not atomic and self.loops < 2:
                self.loops += 1
                return self.loop(nest)
            if not atomic:
                return ('atomic', self.seq(r.randrange(1, 4), nest + 1, True))
        if x < .38 and self.chans:
            name, cap, fields = r.choice(self.chans)
            if r.random() < .5:
                return ('!', name, [self.expr(1) for _ in fields])
            args = []
            for f in fields:
                y = r.random()
                l = self.lval()
                args.append(('var', l) if y < .6 and not any(a[0] == 'var' and a[1][1] == l[1] for a in args) else ('eval', self.expr(1)) if y < .8 else ('eval', ('c', self.const(f))))
            return ('?', name, args)
        if x < .47:
            return ('assert', self.cond(2))
        if x < .55:
            return ('expr', self.cond(2))
        if x < .7:
            return (r.choice(['++', '--']), self.lval())
        return ('=', self.lval(), self.expr(2))

    def option(self, nest, atomic):
        g = self.stmt(9, atomic) if self.r.random() < .5 else ('expr', self.cond(1))
        return ('opt', [g] + self.seq(self.r.randrange(0, 2), nest, atomic))

    def loop(self, nest):
        r = self.r
        if self.deep or r.random() < .5:                  # a counter
            v = self.lval(safe=True)
            k = r.choice([3, 7, 17, 40, 200, 255, 256, 300, 1000]) if self.deep else r.choice([2, 3, 5])
            step = ('++', v) if r.random() < .6 else ('=', v, ('+', v, ('c', r.choice([1, 2, 3]))))
            body = ('opt', [('expr', ('<', v, ('c', k))), step])
            rest = [self.option(nest + 1, False)] if r.random() < .3 else []
            return ('do', [body] + rest + [('else', [('break',)])])
        opts = [self.option(nest + 1, False) for _ in range(r.randrange(1, 3))]
        if r.random() < .7:
            opts[-1][1].append(('break',))
        if r.random() < .4:
            opts.append(('else', [('break',)] if r.random() < .6 else [('expr', ('c', 1))]))
        return ('do', opts)

# ---- text ----
BIN = {'+', '-', '*', '/', '%', '<<', '>>', '&', '|', '^', '<', '<=', '>', '>=', '==', '!=', '&&', '||'}
def text(e):
    k = e[0]
    if k == 'c':
        return str(e[1]) if e[1] >= 0 else f'({e[1]})'
    if k == 'v':
        return e[1]
    if k == 'a':
        return f'{e[1]}[{text(e[2])}]'
    if k == 'pid':
        return '_pid'
    if k == 'neg':
        return f'(-{text(e[1])})'
    if k in '~!' and len(e) == 2:
        return f'({k}{text(e[1])})'
    if k == '?':
        return f'({text(e[1])} -> {text(e[2])} : {text(e[3])})'
    return f'({text(e[1])} {k} {text(e[2])})'

def stmt_text(s, end, first=False):
    k = s[0]
    if k in ('if', 'do'):
        label = f'end{end[0]}: ' if end[1].random() < .6 and not first else ''
        if label:
            end[2].append(id(s))
        end[0] += 1
        return label + k + ''.join('\n:: ' + ('else -> ' + (seq_text(o[1], end) or 'skip') if o[0] == 'else' else seq_text(o[1], end, True)) for o in s[1]) + ('\nfi' if k == 'if' else '\nod')
    if k == 'atomic':
        return 'atomic { ' + seq_text(s[1], end, True) + ' }'
    if k in '!?':
        label = ''
        if end[1].random() < .6 and not first:
            label = f'end{end[0]}: '
            end[2].append(id(s))
            end[0] += 1
        a = [text(x) for x in s[2]] if k == '!' else [text(x[1]) if x[0] == 'var' else f'eval({text(x[1])})' for x in s[2]]
        return label + f'{s[1]}{k}{", ".join(a)}'
    if k == 'assert':
        return f'assert ({text(s[1])})'
    if k == 'expr':
        return text(s[1])
    if k in ('++', '--'):
        return text(s[1]) + k
    if k == '=':
        return f'{text(s[1])} = {text(s[2])}'
    return k

def seq_text(b, end, first=False):
    return ';\n'.join(stmt_text(s, end, first and not i) for i, s in enumerate(b))

def decl(g):
    name, t, n, init = g
    d = f'unsigned {name} : {t[1:]}' if t[0] == 'u' and t[1:].isdigit() else f'{t} {name}'
    if n:
        d += f'[{n}]'
    return d + (f' = {init}' if init else '') + ';\n'

def model_text(g, seed):
    end = [0, random.Random(seed * 7 + 1), [], False]
    out = ''.join(decl(x) for x in g.globals)
    for name, cap, fields in g.chans:
        out += f'chan {name} = [{cap}] of {{ {", ".join(fields)} }};\n'
    for name, n, loc, body in g.procs:
        out += f'active [{n}] proctype {name} ()\n{{\n' + ''.join(decl(x) for x in loc) + seq_text(body, end) + '\n}\n'
    return out, set(end[2])
