"""An interpreter of the models of width_gen.py: every interleaving, written from what the language's manual says.

A process is compiled to locations with edges: a statement and where it leads. Of an atomic sequence the states between are
passed. A guard that cannot be evaluated counts as enabled, and its step fails.
"""
from width_gen import Error, trunc, wrap


class Code:
    def __init__(self, body, ends):
        self.edges, self.end, self.ids = {}, set(), ends
        self.n = 0
        self.inside = set()          # locations inside atomic
        self.last = self.new()
        self.first = self.new()
        self.seq(body, self.first, self.last, None, False)
        self.end.add(self.last)

    def new(self):
        self.n += 1
        self.edges[self.n - 1] = []
        return self.n - 1

    def seq(self, body, a, b, brk, atomic, tail=True):
        """From a to b; tail: b is outside of the atomic."""
        if not body:
            self.edges[a].append((('expr', ('c', 1)), b))
            return
        for i, s in enumerate(body):
            c = b if i == len(body) - 1 else self.new()
            if atomic and c != b:
                self.inside.add(c)
            self.stmt(s, a, c, brk, atomic)
            a = c

    def stmt(self, s, a, b, brk, atomic):
        k = s[0]
        if id(s) in self.ids:
            self.end.add(a)
        if k in ('if', 'do'):
            target = b if k == 'if' else a
            for o in s[1]:
                body = o[1]
                if o[0] == 'else':
                    # else is a statement of its own
                    m = self.new()
                    if atomic:
                        self.inside.add(m)
                    if body == [('break',)]:
                        self.edges[a].append((('else',), b))
                        continue
                    if not body:
                        body = [('expr', ('c', 1))]
                    self.edges[a].append((('else',), m))
                    self.seqx(body, m, target, b if k == 'do' else brk, atomic)
                else:
                    self.seqx(body, a, target, b if k == 'do' else brk, atomic)
        elif k == 'atomic':
            self.seq_atomic(s[1], a, b)
        else:
            self.edges[a].append((s, b))

    def seqx(self, body, a, b, brk, atomic):
        if body[-1] == ('break',):
            body, b = body[:-1], brk
        for i, s in enumerate(body):
            c = b if i == len(body) - 1 else self.new()
            if atomic and c != b:
                self.inside.add(c)
            self.stmt(s, a, c, brk, atomic)
            a = c

    def seq_atomic(self, body, a, b):
        for i, s in enumerate(body):
            c = b if i == len(body) - 1 else self.new()
            if c != b:
                self.inside.add(c)
            self.stmt(s, a, c, None, True)
            a = c

class Machine:
    def __init__(self, g, ends):
        self.g = g
        self.procs = []
        for name, n, loc, body in g.procs:
            code = Code(body, ends)
            for _ in range(n):
                self.procs.append((code, loc))
        self.cell, self.types = {}, []
        values = []
        def place(scope, v):
            name, t, n, init = v
            self.cell[scope, name] = (len(values), max(n, 1), n > 0)
            for _ in range(max(n, 1)):
                values.append(trunc(init, t))
                self.types.append(t)
        for v in g.globals:
            place(None, v)
        for i, (code, loc) in enumerate(self.procs):
            for v in loc:
                place(i, v)
        self.chan = {name: (i, cap, fields) for i, (name, cap, fields) in enumerate(g.chans)}
        self.initial = (tuple(values), tuple(c.first for c, _ in self.procs), tuple(() for _ in g.chans), -1)

    def at(self, s, e, pid):
        i, n, array = self.cell.get((pid, e[1])) or self.cell[None, e[1]]
        if e[0] == 'a':
            k = self.ev(s, e[2], pid)
            if not 0 <= k < n:
                raise Error('index')
            i += k
        return i

    def ev(self, s, e, pid):
        k = e[0]
        if k == 'c':
            return e[1]
        if k in ('v', 'a'):
            return s[0][self.at(s, e, pid)]
        if k == 'pid':
            return pid
        if k == '&&':
            return int(self.ev(s, e[1], pid) != 0 and self.ev(s, e[2], pid) != 0)
        if k == '||':
            return int(self.ev(s, e[1], pid) != 0 or self.ev(s, e[2], pid) != 0)
        if k == '?':
            return self.ev(s, e[2] if self.ev(s, e[1], pid) else e[3], pid)
        a = self.ev(s, e[1], pid)
        if len(e) == 2:
            return {'neg': lambda: wrap(-a), '~': lambda: ~a, '!': lambda: int(a == 0)}[k]()
        b = self.ev(s, e[2], pid)
        if k in '/%':
            if b == 0:
                raise Error('division')
            q = abs(a) // abs(b)
            q = -q if (a < 0) != (b < 0) else q
            return wrap(q if k == '/' else a - q * b)
        return wrap({'+': lambda: a + b, '-': lambda: a - b, '*': lambda: a * b, '<<': lambda: a << (b & 31), '>>': lambda: a >> (b & 31),
                     '&': lambda: a & b, '|': lambda: a | b, '^': lambda: a ^ b, '<': lambda: int(a < b), '<=': lambda: int(a <= b),
                     '>': lambda: int(a > b), '>=': lambda: int(a >= b), '==': lambda: int(a == b), '!=': lambda: int(a != b)}[k]())

    def store(self, s, i, v):
        vals = list(s[0])
        vals[i] = trunc(v, self.types[i])
        return (tuple(vals),) + s[1:]

    def match(self, s, args, message, pid):
        """May raise. Every constant and eval equals its field."""
        return all(a[0] == 'var' or self.ev(s, a[1], pid) == m for a, m in zip(args, message))

    def take(self, s, args, message, pid):
        for a, m in zip(args, message):
            if a[0] == 'var':
                s = self.store(s, self.at(s, a[1], pid), m)
        return s

    def enabled(self, s, pid, st):
        """True, False; an error counts as enabled. For a rendezvous: the list of partners."""
        try:
            if st[0] == 'expr':
                return self.ev(s, st[1], pid) != 0
            if st[0] == '!':
                i, cap, fields = self.chan[st[1]]
                if cap:
                    return len(s[2][i]) < cap
                return bool(self.partners(s, pid, st))
            if st[0] == '?':
                i, cap, fields = self.chan[st[1]]
                return cap > 0 and len(s[2][i]) > 0 and self.match(s, st[2], s[2][i][0], pid)
            return True
        except Error:
            return True

    def message(self, s, pid, st):
        i, cap, fields = self.chan[st[1]]
        return tuple(trunc(self.ev(s, e, pid), f) for e, f in zip(st[2], fields))

    def partners(self, s, pid, st):
        out = []
        for other, (code, _) in enumerate(self.procs):
            if other != pid:
                for r, dst in code.edges[s[1][other]]:
                    if r[0] == '?' and r[1] == st[1]:
                        m = self.message(s, pid, st)     # raises
                        if self.match(s, r[2], m, other):
                            out.append((other, r, dst, m))
        return out

    def move(self, s, pid, dst):
        locs = list(s[1])
        locs[pid] = dst
        return (s[0], tuple(locs), s[2], pid if dst in self.procs[pid][0].inside else -1)

    def steps(self, s, pid):
        """Successors by a step of pid; raises Error or AssertionError."""
        code = self.procs[pid][0]
        out = []
        edges = code.edges[s[1][pid]]
        for st, dst in edges:
            k = st[0]
            if k == 'else':
                if any(self.enabled(s, pid, o) for o, _ in edges if o[0] != 'else'):
                    continue
                out.append(self.move(s, pid, dst))
                continue
            if k == '!' and self.chan[st[1]][1] == 0:
                for other, r, rdst, m in self.partners(s, pid, st):
                    t = self.move(s, pid, dst)
                    t = self.take(t, r[2], m, other)
                    out.append(self.move(t, other, rdst))
                continue
            if not self.enabled(s, pid, st):
                continue
            t = s
            if k == 'expr':
                self.ev(s, st[1], pid)
            elif k == 'assert':
                if not self.ev(s, st[1], pid):
                    raise AssertionError
            elif k in ('++', '--', '='):
                i = self.at(s, st[1], pid)
                v = self.ev(s, st[2], pid) if k == '=' else s[0][i] + (1 if k == '++' else -1)
                t = self.store(s, i, v)
            elif k == '!':
                i = self.chan[st[1]][0]
                q = list(s[2])
                q[i] = q[i] + (self.message(s, pid, st),)
                t = (s[0], s[1], tuple(q), s[3])
            elif k == '?':
                i = self.chan[st[1]][0]
                self.match(s, st[2], s[2][i][0], pid)
                t = self.take(s, st[2], s[2][i][0], pid)
                q = list(t[2])
                q[i] = q[i][1:]
                t = (t[0], t[1], tuple(q), t[3])
            out.append(self.move(t, pid, dst))
        return out

    def expand(self, s):
        """Observable successors. Errors raise. (Of an atomic sequence the states between are passed.)"""
        out, todo, seen = set(), [], set()
        for pid in range(len(self.procs)):
            todo += self.steps(s, pid)
        while todo:
            t = todo.pop()
            if t in seen:
                continue
            seen.add(t)
            if t[3] >= 0:
                more = self.steps(t, t[3])
                if more:
                    todo += more
                    continue
                t = t[:3] + (-1,)
            out.add(t)
        return out

class TooLarge(Exception):
    pass

def explore(m, most):
    """(violations, graph): graph is None after an error."""
    todo, graph, found = [m.initial], {m.initial: None}, set()
    while todo:
        s = todo.pop()
        try:
            next_ = m.expand(s)
        except AssertionError:
            return {'assertion'}, None
        except Error as e:
            return {'error'}, None
        graph[s] = next_
        if not next_ and not all(l in m.procs[p][0].end for p, l in enumerate(s[1])):
            found.add('end')
        for t in next_:
            if t not in graph:
                graph[t] = None
                todo.append(t)
        if len(graph) > most:
            raise TooLarge
    return found, graph

def holds(m, graph, e):
    return {s: m.ev(s, e, -1) != 0 for s in graph}

def stays(graph, inside, starts):
    """Is there an infinite path (ends repeat) within `inside` from one of starts?"""
    todo, part = [s for s in starts if inside(s)], set()
    while todo:
        s = todo.pop()
        if s in part:
            continue
        part.add(s)
        todo += [t for t in graph[s] if inside(t)]
    left = {s: sum(t in part for t in graph[s]) for s in part}
    if any(not graph[s] for s in part):
        return True
    back = {}
    for s in part:
        for t in graph[s]:
            if t in part:
                back.setdefault(t, []).append(s)
    dead = [s for s in part if left[s] == 0]
    gone = set(dead)
    while dead:
        t = dead.pop()
        for s in back.get(t, ()):
            left[s] -= 1
            if left[s] == 0 and s not in gone:
                gone.add(s)
                dead.append(s)
    return len(gone) < len(part)

def ltl_violated(m, graph, f, p, q):
    P, Q = holds(m, graph, p), holds(m, graph, q)
    init = [m.initial]
    if f == '[] p':
        return not all(P.values())
    if f == '<> p':
        return stays(graph, lambda s: not P[s], init)
    if f == '[] <> p':
        return stays(graph, lambda s: not P[s], list(graph))
    if f == '[] (p -> <> q)':
        return stays(graph, lambda s: not Q[s], [s for s in graph if P[s]])
    if f == 'p U q':
        if stays(graph, lambda s: not Q[s], init):
            return True
        todo, seen = list(init), set()
        while todo:
            s = todo.pop()
            if s in seen or Q[s]:
                continue
            seen.add(s)
            if not P[s]:
                return True
            todo += graph[s]
        return False
    raise ValueError(f)
FORMULAS = ['[] p', '<> p', '[] <> p', '[] (p -> <> q)', 'p U q']
