"""Protocols for symmetric_protocols.py, and an interpreter of them, written from docs/protocols.md.

A state: (fuel, x, y, who) of each process, who crashed, the messages (type, from, to, n, w), sorted.
"""
import itertools
import random


class P:
    """A protocol: text and rules."""
    def __init__(self, seed):
        r = self.r = random.Random(seed)
        self.types = []                 # count, symmetric, crashes, start, may_end
        n = r.choice([1, 1, 2])
        self.breaks = r.choice([0, 0, .12, .25])       # how often something tells processes apart
        for t in range(n):
            count = r.choice([2, 3, 3, 4]) if n == 1 else r.choice([1, 2, 2, 3])
            self.types.append(dict(count=count, symmetric=r.random() < .85, crashes=r.choice([0, 0, 0, 1]), start=r.choice(['none', 'none', 'index', 'first']),
                                   end=r.choice([None, None, None, ('x', '!=', r.randrange(3)), ('who', '==', 0), ('who', '!=', 0)])))
        self.first = [sum(t['count'] for t in self.types[:i]) for i in range(n)]
        self.n = sum(t['count'] for t in self.types)
        self.msgs = [dict(lossy=r.random() < .1) for _ in range(r.choice([1, 2]))]
        self.rules = [self.rule(i) for i in range(r.randrange(2, 5))]
        self.invariant = self.prop() if r.random() < .7 else None
        self.p = self.prop(True)

    def apart(self):
        return self.r.random() < self.breaks

    # conditions over local x, y, who, message value n, w, from
    def local_cond(self):
        r = self.r
        if self.apart():
            return ('index', r.choice(['<', '==', '>=']), r.randrange(1, 3))
        k = r.random()
        if k < .6:
            return (r.choice(['x', 'y']), r.choice(['==', '!=', '<']), r.randrange(0, 3))
        if k < .8:
            return ('who', r.choice(['==', '!=']), 0)
        return ('who', r.choice(['==', '!=']), 'self')

    def msg_cond(self):
        r = self.r
        if self.apart():
            return r.choice([('from', '<', 'self0'), ('w', '<', 'who'), ('from', '==', 0), ('who', '>', 'x')])
        return r.choice([('n', '==', r.randrange(2)), ('n', '!=', 'x'), ('w', '==', 'self'), ('w', '!=', 'who'), ('fromname', '==', 'who'), ('fromname', '!=', 'self')])

    def rule(self, i):
        r = self.r
        t = r.randrange(len(self.types))
        consumes = 0 if i == 0 else r.choice([0, 1, 1, 1, 2])
        m, one = r.randrange(len(self.msgs)), consumes == 1      # of a quorum nobody is first but by number
        when = [('fuel', '<', r.choice([1, 1, 2]))] if consumes == 0 else []
        if r.random() < .5:
            when.append(self.local_cond())
        guard = [self.msg_cond()] if consumes == 1 and r.random() < .5 else []
        effect = [('inc', 'fuel')] if consumes == 0 else []
        for _ in range(r.randrange(0, 3)):
            k = r.random()
            if self.apart():
                effect.append(r.choice([('set', 'x', 'index'), ('set', 'y', 'index<1'), ('set', 'x', 'who')]))
            elif k < .3:
                effect.append(('set', r.choice('xy'), r.randrange(3)))
            elif k < .45:
                effect.append(('cap', r.choice('xy')))
            elif k < .6:
                effect.append(('set', 'x', 'y'))
            elif one and k < .9:
                effect.append(('set', 'who', r.choice(['fromname', 'w', 'w'])) if r.random() < .7 else ('set', 'y', 'n'))
            else:
                effect.append(('set', 'who', r.choice(['self', 0])))
        if r.random() < .12:
            effect.append(('assert', self.local_cond()))
        sends = 0
        for _ in range(r.randrange(1 if i == 0 else 0, 2) if consumes == 0 or r.random() < .6 else 0):
            value = r.choice([0, 1, 'x'])
            w = r.choice([0, 'who', 'self'] + (['fromname'] if one else []))
            mm = r.randrange(len(self.msgs))
            k = r.random()
            if self.apart():
                effect.append(('send', ('proc', r.randrange(self.n)), mm, value, w))
            elif one and k < .6:
                effect.append(('send', ('from',), mm, value, w))
            elif one and k < .8:
                effect.append(('send', ('who',), mm, value, w))
            elif consumes == 0:
                effect.append(('cast', r.randrange(len(self.types)), mm, value, w))
        return dict(type=t, consumes=consumes, m=m, when=when, guard=guard, effect=effect)

    def prop(self, free=False):
        r = self.r
        t = r.randrange(len(self.types))
        v, op, k = r.choice([('x', '==', r.randrange(3)), ('y', '<', r.randrange(1, 3)), ('who', '!=', 0), ('x', '!=', r.randrange(1, 3))])
        kind = r.choice(['all', 'some', 'atmost'])
        if self.apart() or free and r.random() < .5:
            kind = 'one'
        return (kind, t, r.randrange(self.types[t]['count']), v, op, k)

    # ---- C ----
    def value(self, v):
        return {'self': 's->self + 1', 'self0': 's->self', 'index': 's->index', 'index<1': 's->index < 1', 'n': 's->message[0].value[0]', 'w': 's->message[0].value[1]',
                'from': 's->message[0].from', 'fromname': 's->message[0].from + 1'}.get(v, f'x->{v}' if isinstance(v, str) else str(v))

    def conds(self, l):
        return ' && '.join(f'({self.value(a)} {op} {self.value(b)})' for a, op, b in l) or 'true'

    def text(self):
        o = '#include <mazurka/protocol.h>\nstruct l { int8_t fuel, x, y, who; };\nstatic const struct mz_variable v[] = {MZ_VARIABLE (struct l, fuel), MZ_VARIABLE (struct l, x), MZ_VARIABLE (struct l, y), MZ_NAME (struct l, who), {0}};\n'
        for i, u in enumerate(self.rules):
            h = 'const struct l *x = s->local; (void) x; '
            o += f'static bool when{i} (const struct mz_step *s) {{ {h}return {self.conds(u["when"])}; }}\n'
            o += f'static bool guard{i} (const struct mz_step *s) {{ {h}return {self.conds(u["guard"])}; }}\n'
            o += f'static void effect{i} (struct mz_step *s) {{ struct l *x = s->local; (void) x; '
            for e in u['effect']:
                if e[0] == 'inc':
                    o += f'x->{e[1]}++; '
                elif e[0] == 'cap':
                    o += f'if (x->{e[1]} < 2) x->{e[1]}++; '
                elif e[0] == 'set':
                    o += f'x->{e[1]} = (int8_t) ({self.value(e[2])}); '
                elif e[0] == 'assert':
                    o += f'mz_assert (s, {self.conds([e[1]])}); '
                elif e[0] == 'cast':
                    o += f'mz_broadcast (s, {e[1]}, {e[2]}, {self.value(e[3])}, {self.value(e[4])}); '
                else:
                    to = {'proc': lambda: str(e[1][1]), 'from': lambda: 's->message[0].from', 'who': lambda: 'x->who - 1'}[e[1][0]]()
                    o += (f'if (x->who > 0) ' if e[1][0] == 'who' else '') + f'mz_send (s, {to}, {e[2]}, {self.value(e[3])}, {self.value(e[4])}); '
            o += '}\n'
        for i, t in enumerate(self.types):
            if t['start'] != 'none':
                o += f'static void start{i} (int index, void *l) {{ ((struct l *) l)->x = (int8_t) ({"index % 3" if t["start"] == "index" else "index == 0"}); }}\n'
            if t['end']:
                o += f'static bool end{i} (const void *l) {{ const struct l *x = l; return {self.conds([t["end"]])}; }}\n'
        for name, q in (('inv', self.invariant), ('p', self.p)):
            if q:
                kind, t, i, v, op, k = q
                one = lambda j: f'((const struct l *) mz_local (v, {t}, {j}))->{v} {op} {k}'
                body = f'return {one(i)};' if kind == 'one' else f'int n = 0; for (int i = 0; i < v->count[{t}]; i++) n += {one("i")}; return ' + {'all': f'n == v->count[{t}];', 'some': 'n > 0;', 'atmost': 'n <= 1;'}[kind]
                o += f'static bool {name} (const struct mz_view *v) {{ {body} }}\n'
        rows = ',\n  '.join(f'{{MZ_HERE = "r{i}", .process = {u["type"]}, .consumes = {u["consumes"]}, .input = {u["m"]}, .effect = effect{i}' + (f', .when = when{i}' if u['when'] else '') + (f', .guard = guard{i}' if u['guard'] else '') + '}' for i, u in enumerate(self.rules))
        procs = ', '.join(f'{{"t{i}", {t["count"]}, sizeof (struct l), v, .crashes = {t["crashes"]}' + (', .symmetric = true' if t['symmetric'] else '') + (f', .start = start{i}' if t['start'] != 'none' else '') + (f', .may_end = end{i}' if t['end'] else '') + '}' for i, t in enumerate(self.types))
        msgs = ', '.join(f'{{"M{i}", "n @w", .lossy = {int(m["lossy"])}}}' for i, m in enumerate(self.msgs))
        inv = '.invariants = (const struct mz_property []) {{MZ_HERE = "inv", .holds = inv}, {0}}, ' if self.invariant else ''
        return o + f'static const struct mz_transition transitions[] = {{\n  {rows}, {{0}}}};\nconst struct mz_protocol mz_protocol = {{.processes = (const struct mz_process []) {{{procs}, {{0}}}},\n  .messages = (const struct mz_message_type []) {{{msgs}, {{0}}}}, .transitions = transitions, {inv}\n  .propositions = (const struct mz_property []) {{{{MZ_HERE = "p", .holds = p}}, {{0}}}}, .most_messages = 40}};\n'

    # ---- the interpreter: a state is (locals, crashed, sorted messages (type, from, to, n, w)) ----
    def type_of(self, pid):
        return max(i for i, f in enumerate(self.first) if f <= pid)

    def initial(self):
        loc = []
        for i, t in enumerate(self.types):
            for k in range(t['count']):
                loc.append((0, {'none': 0, 'index': k % 3, 'first': int(k == 0)}[t['start']], 0, 0))
        return (tuple(loc), (0,) * self.n, ())

    def val(self, v, l, pid, ms):
        if not isinstance(v, str):
            return v
        if v in ('fuel', 'x', 'y', 'who'):
            return l[('fuel', 'x', 'y', 'who').index(v)]
        return {'self': lambda: pid + 1, 'self0': lambda: pid, 'index': lambda: pid - self.first[self.type_of(pid)], 'index<1': lambda: int(pid == self.first[self.type_of(pid)]),
                'n': lambda: ms[0][3], 'w': lambda: ms[0][4], 'from': lambda: ms[0][1], 'fromname': lambda: ms[0][1] + 1}[v]()

    def holds(self, conds, l, pid, ms):
        for a, op, b in conds:
            a, b = self.val(a, l, pid, ms), self.val(b, l, pid, ms)
            if not {'==': a == b, '!=': a != b, '<': a < b, '>': a > b, '>=': a >= b}[op]:
                return False
        return True

    def run(self, u, l, pid, ms):
        """(locals, sent, failed)"""
        l, sent = list(l), []
        at = ('fuel', 'x', 'y', 'who').index
        failed = False
        for e in u['effect']:
            g = lambda v: self.val(v, tuple(l), pid, ms)
            if e[0] == 'inc':
                l[at(e[1])] += 1
            elif e[0] == 'cap':
                l[at(e[1])] += l[at(e[1])] < 2
            elif e[0] == 'set':
                l[at(e[1])] = g(e[2])
            elif e[0] == 'assert':
                failed |= not self.holds([e[1]], tuple(l), pid, ms)
            elif e[0] == 'cast':
                for k in range(self.types[e[1]]['count']):
                    sent.append((e[2], pid, self.first[e[1]] + k, g(e[3]), g(e[4])))
            else:
                to = {'proc': lambda: e[1][1], 'from': lambda: ms[0][1], 'who': lambda: l[3] - 1}[e[1][0]]()
                if e[1][0] != 'who' or l[3] > 0:
                    sent.append((e[2], pid, to, g(e[3]), g(e[4])))
        return tuple(l), sent, failed

    def steps(self, s):
        """(successor or None, is it a fault)"""
        loc, crashed, msgs = s
        for pid in range(self.n):
            if crashed[pid]:
                continue
            t = self.type_of(pid)
            if sum(crashed[self.first[t] + k] for k in range(self.types[t]['count'])) < self.types[t]['crashes']:
                yield (loc, crashed[:pid] + (1,) + crashed[pid + 1:], msgs), True
            mine = sorted(set(m for m in msgs if m[2] == pid))
            for m in mine:
                if self.msgs[m[0]]['lossy']:
                    rest = list(msgs)
                    rest.remove(m)
                    yield (loc, crashed, tuple(rest)), True
            for u in self.rules:
                if u['type'] != t or not self.holds(u['when'], loc[pid], pid, None):
                    continue
                if u['consumes']:
                    can = [m for m in mine if m[0] == u['m']]
                    choices = [sorted(c, key=lambda m: m[1]) for c in itertools.combinations(can, u['consumes']) if len(set(m[1] for m in c)) == u['consumes']]
                else:
                    choices = [[]]
                for c in choices:
                    if not self.holds(u['guard'], loc[pid], pid, c):
                        continue
                    l, sent, failed = self.run(u, loc[pid], pid, c)
                    if failed:
                        yield None, False
                        continue
                    rest = list(msgs)
                    for m in c:
                        rest.remove(m)
                    yield (loc[:pid] + (l,) + loc[pid + 1:], crashed, tuple(sorted(rest + sent))), False

    def observe(self, q, s):
        kind, t, i, v, op, k = q
        f = lambda j: self.holds([(v, op, k)], s[0][self.first[t] + j], 0, None)
        n = sum(f(j) for j in range(self.types[t]['count']))
        return f(i) if kind == 'one' else {'all': n == self.types[t]['count'], 'some': n > 0, 'atmost': n <= 1}[kind]

    def may_end(self, s):
        for pid in range(self.n):
            e = self.types[self.type_of(pid)]['end']
            if e and not s[1][pid] and not self.holds([e], s[0][pid], pid, None):
                return False
        return True

    def explore(self, most):
        init = self.initial()
        graph, todo, found = {init: None}, [init], set()
        while todo:
            s = todo.pop()
            out, faults = [], []
            if self.invariant and not self.observe(self.invariant, s):
                found.add('inv')
            for t, fault in self.steps(s):
                if t is None:
                    found.add('assert')
                    continue
                if len(t[2]) > 10:
                    return None, None
                (faults if fault else out).append(t)
                if t not in graph:
                    graph[t] = None
                    todo.append(t)
            if not out and not any(t is None for t, _ in self.steps(s)) and not self.may_end(s):
                found.add('end')
            graph[s] = (out, faults)
            if len(graph) > most:
                return None, None
        return found, graph

    def orbits(self, graph):
        groups = [range(f, f + t['count']) if t['symmetric'] else None for f, t in zip(self.first, self.types)]
        perms = []
        for parts in itertools.product(*[list(itertools.permutations(g)) if g else [tuple(range(f, f + t['count']))] for g, f, t in zip(groups, self.first, self.types)]):
            perms.append(sum(parts, ()))
        seen = set()
        for s in graph:
            best = None
            for g in perms:                # place i holds process g[i]
                where = {p: i for i, p in enumerate(g)}
                ren = lambda w: where[w - 1] + 1 if 0 < w <= self.n else w
                c = (tuple(s[0][p][:3] + (ren(s[0][p][3]),) for p in g), tuple(s[1][p] for p in g), tuple(sorted((m[0], where[m[1]], where[m[2]], m[3], ren(m[4])) for m in s[2])))
                best = c if best is None or c < best else best
            seen.add(best)
        return len(seen)
