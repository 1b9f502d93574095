#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Publishing under models of memory = relations: publishing.py [COUNT [SEED]]

Random programs of two or three threads that write a plain variable, tell of it
by atomics of all orders, fences, updates and a mutex, and look at it where they
have read something. Here all execution graphs are enumerated as the papers
have them, by relations, plain accesses included, and nothing is known of the
tool's own code. A program has a data race in one of them, or there are so many,
and an outcome is in one of them or in none. Mazurka must say the same.
(tests/model/test_weak has no plain accesses, and litmus.py few programs.)

A graph: which store each read reads (`rf`), in which order each variable was
modified (`mo`). Relations are rows of bits: r[a] >> b & 1 is a r b.
"""
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile

MAZURKA = os.environ['MAZURKA']
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 60
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
MOST = 1500 # graphs and parts of graphs; larger programs are left out

ORDERS = {'rlx': 'relaxed', 'acq': 'acquire', 'rel': 'release',
          'ar': 'acq_rel', 'sc': 'seq_cst'}
ACQUIRES, RELEASES = {'acq', 'ar', 'sc'}, {'rel', 'ar', 'sc'}

# ---- programs ----------------------------------------------------------------
# A thread is a list of instructions: (kind, register, variable, ...), and
# ('if', register, value, [instruction, ...]), where None is all but 0.


class Drawing:
    def __init__(self, rng):
        self.rng = rng
        self.registers = 0

    def register(self):
        self.registers += 1
        return f'r{self.registers}'

    def update(self, var):
        """An update or a compare-exchange."""
        order = self.rng.choice(list(ORDERS))
        if self.rng.random() < .6:
            return ('add', self.register(), var, self.rng.choice([0, 1]), order)
        return ('cas', self.register(), var, self.rng.choice([0, 1]),
                self.rng.choice([2, 3]), order,
                self.rng.choice(['rlx', 'acq', 'sc']))

    def fence(self):
        return ('fence', self.rng.choice(['acq', 'rel', 'ar', 'sc']))

    def tells(self):
        code = [('pwrite', 7)]
        for _ in range(self.rng.choice([1, 2, 2])):
            var = self.rng.choice('xxxxy')
            store = ('store', var, self.rng.choice([1, 2]),
                     self.rng.choice(['rlx', 'rel', 'sc']))
            code += self.rng.choice([
                [store], [store], [store], [self.update(var)], [self.fence()],
                [('lock',), ('unlock',)]])
        return code

    def looks(self):
        var, reg = self.rng.choice('xxxxy'), self.register()
        read = ('load', reg, var, self.rng.choice(['rlx', 'acq', 'acq', 'sc']))
        if self.rng.random() < .2:
            read = self.update(var)
            reg = read[1]
        between = self.rng.choice([[], [], [], [self.fence()],
                                   [('lock',), ('unlock',)]])
        access = (('pread', self.register()) if self.rng.random() < .6
                  else ('pwrite', 5))
        return [read, *between,
                ('if', reg, self.rng.choice([None, 1, 2]), [access])]

    def relays(self):
        reg, (var, other) = self.register(), self.rng.sample('xy', 2)
        return [('load', reg, var, self.rng.choice(['rlx', 'acq', 'sc'])),
                ('if', reg, 1, [('store', other, self.rng.choice([1, 2]),
                                 self.rng.choice(['rlx', 'rel']))])]

    def program(self):
        threads = [self.tells(), self.looks()]
        if self.rng.random() < .5:
            threads.append(self.rng.choice([self.relays, self.looks])())
        self.rng.shuffle(threads)
        return threads


def registers_of(code):
    for i in code:
        if i[0] == 'if':
            yield from registers_of(i[3])
        elif i[0] in ('load', 'add', 'cas', 'pread'):
            yield i[1]


def in_c(code):
    def order(name):
        return 'memory_order_' + ORDERS[name]

    for i in code:
        if i[0] == 'if':
            yield f'if ({i[1]} {"!= 0" if i[2] is None else f"== {i[2]}"}) {{'
            yield from in_c(i[3])
            yield '}'
        elif i[0] == 'cas':
            yield (f'{i[1]} = {i[3]}; atomic_compare_exchange_strong_explicit('
                   f'&{i[2]}, &{i[1]}, {i[4]}, {order(i[5])}, {order(i[6])});')
        else:
            yield {
                'load': lambda: f'{i[1]} = atomic_load_explicit(&{i[2]}, '
                                f'{order(i[3])});',
                'store': lambda: f'atomic_store_explicit(&{i[1]}, {i[2]}, '
                                 f'{order(i[3])});',
                'add': lambda: f'{i[1]} = atomic_fetch_add_explicit(&{i[2]}, '
                               f'{i[3]}, {order(i[4])});',
                'fence': lambda: f'atomic_thread_fence({order(i[1])});',
                'lock': lambda: 'pthread_mutex_lock(&m);',
                'unlock': lambda: 'pthread_mutex_unlock(&m);',
                'pread': lambda: f'{i[1]} = plain;',
                'pwrite': lambda: f'plain = {i[1]};',
            }[i[0]]()


# ---- what a thread does next -------------------------------------------------


def behaviour(code, regs):
    """Yields (kind, variable, order, ...) and is sent what was read."""
    for i in code:
        if i[0] == 'if':
            value = regs.get(i[1], 0)
            if value != 0 if i[2] is None else value == i[2]:
                yield from behaviour(i[3], regs)
        elif i[0] == 'load':
            regs[i[1]] = yield 'read', i[2], i[3]
        elif i[0] == 'store':
            yield 'write', i[1], i[3], i[2]
        elif i[0] == 'add':
            regs[i[1]] = yield 'add', i[2], i[4], i[3]
        elif i[0] == 'cas':
            regs[i[1]] = yield 'cas', i[2], i[5], i[3], i[4], i[6]
        elif i[0] == 'fence':
            yield 'fence', None, i[1]
        elif i[0] == 'lock':
            yield 'cas', 'm', 'acq', 0, 1, None
        elif i[0] == 'unlock':
            yield 'write', 'm', 'rel', 0
        elif i[0] == 'pread':
            regs[i[1]] = yield 'read', 'plain', 'plain'
        else:
            yield 'write', 'plain', 'plain', i[1]


def advance(code, values):
    regs = {}
    steps = behaviour(code, regs)
    try:
        step = next(steps)
        for value in values:
            step = steps.send(value)
        return step, regs
    except StopIteration:
        return None, regs


class Event:
    def __init__(self, thread, index, var, order, source=None, read=None,
                 written=None, is_failed=False):
        self.thread, self.index, self.var, self.order = \
            thread, index, var, order
        self.source = source   # -1: what was there at first; None: no read
        self.read, self.written = read, written
        self.is_failed = is_failed # a compare-exchange

    def reads(self):
        return self.source is not None

    def writes(self):
        return self.written is not None


# ---- relations ---------------------------------------------------------------


def bits(row):
    while row:
        yield (row & -row).bit_length() - 1
        row &= row - 1


def union(*relations):
    rows = [0] * len(relations[0])
    for relation in relations:
        for a, row in enumerate(relation):
            rows[a] |= row
    return rows


def then(first, second):
    rows = [0] * len(first)
    for a, row in enumerate(first):
        for b in bits(row):
            rows[a] |= second[b]
    return rows


def closure(relation):
    rows = relation[:]
    for b in range(len(rows)):
        for a in range(len(rows)):
            if rows[a] >> b & 1:
                rows[a] |= rows[b]
    return rows


def is_acyclic(relation):
    return not any(row >> a & 1 for a, row in enumerate(closure(relation)))


def where(events, holds):
    return [1 << a if holds(e) else 0 for a, e in enumerate(events)]


class Graph:
    def __init__(self, events, mo):
        self.events, self.mo = events, mo
        everything = range(len(events))
        self.sb = [sum(1 << b for b in everything if b > a and
                       events[b].thread == events[a].thread)
                   for a in everything]
        self.rf = [sum(1 << b for b in everything if events[b].source == a)
                   for a in everything]
        self.same = [sum(1 << b for b in everything if events[a].var and
                         events[b].var == events[a].var) for a in everything]

    def key(self):
        name = [(e.thread, e.index) for e in self.events] + [None]
        return (frozenset((e.thread, e.index,
                           name[e.source] if e.reads() else 0)
                          for e in self.events),
                tuple(sorted((v, tuple(name[w] for w in order))
                             for v, order in self.mo.items())))

    def before(self):
        """mo and fr of all variables; None: an update is not at its place."""
        mo, fr = [0] * len(self.events), [0] * len(self.events)
        for order in self.mo.values():
            for i, w in enumerate(order):
                mo[w] = sum(1 << x for x in order[i + 1:])
        for r, e in enumerate(self.events):
            if not e.reads():
                continue
            order = self.mo.get(e.var, [])
            at = order.index(e.source) + 1 if e.source >= 0 else 0
            if e.writes() and order[at] != r:
                return None
            fr[r] = sum(1 << w for w in order[at:] if w != r)
        return mo, fr

    def c11_happens_before(self):
        """[LVKHD17], and release sequences of C++20."""
        e = self.events
        atomic = where(e, lambda e: e.var and e.order != 'plain')
        updates = where(e, lambda e: e.reads() and e.writes())
        after_release = union(
            where(e, lambda e: e.writes() and e.order in RELEASES),
            then(where(e, lambda e: not e.var and e.order in RELEASES),
                 then(self.sb, where(e, Event.writes))))
        sequence = closure(union(where(e, Event.writes),
                                 then(self.rf, updates)))
        to_acquire = union(
            where(e, lambda e: e.reads() and e.order in ACQUIRES),
            then(where(e, Event.reads),
                 then(self.sb, where(e, lambda e: not e.var and
                                     e.order in ACQUIRES))))
        sw = then(after_release,
                  then(atomic, then(sequence, then(
                      self.rf, then(atomic, to_acquire)))))
        return closure(union(self.sb, sw))

    def psc(self, hb, mo, fr, eco):
        e = self.events
        sc = where(e, lambda e: e.order == 'sc')
        fences = where(e, lambda e: e.order == 'sc' and not e.var)
        strong_fences = then(fences, then(
            union(hb, then(hb, then(eco, hb))), fences))
        elsewhere = [row & ~self.same[a] for a, row in enumerate(self.sb)]
        on_place = [row & self.same[a] for a, row in enumerate(hb)]
        scb = union(self.sb, then(elsewhere, then(hb, elsewhere)), on_place,
                    mo, fr)
        base = then(union(sc, then(fences, hb)),
                    then(scb, union(sc, then(hb, fences))))
        return base, strong_fences

    def is_consistent(self, model):
        orders = self.before()
        if not orders:
            return False
        mo, fr = orders
        eco = closure(union(self.rf, mo, fr))
        if model == 'tso':
            return self.is_tso(mo, fr, eco)
        hb = self.c11_happens_before() if model == 'rc11' \
            else closure(union(self.sb, self.rf))
        if not is_acyclic(hb) or not is_acyclic(eco) or \
                any(row >> a & 1 for a, row in enumerate(then(hb, eco))):
            return False
        base, fences = self.psc(hb, mo, fr, eco)
        return is_acyclic(union(base, fences) if model == 'rc11' else fences)

    def is_tso(self, mo, fr, eco):
        e = self.events
        if any(row >> a & 1 for a, row in enumerate(then(self.sb, eco))):
            return False
        rfe = [sum(1 << b for b in bits(row) if e[b].thread != e[a].thread)
               for a, row in enumerate(self.rf)]

        def stays(a, b):
            if any(not x.var and x.order != 'sc' for x in (e[a], e[b])):
                return False
            is_mov = e[a].writes() and not e[a].reads() and e[a].order != 'sc'
            is_load = e[b].reads() and not e[b].writes() and not e[b].is_failed
            return not (is_mov and is_load)

        ppo = [sum(1 << b for b in bits(row) if stays(a, b))
               for a, row in enumerate(self.sb)]
        return is_acyclic(union(ppo, rfe, mo, fr))

    def last_races(self):
        """The last event, with one before it? (Under each model as C11 has
        it.)"""
        last, hb = self.events[-1], self.c11_happens_before()
        return any(
            e.var and e.var == last.var and (e.writes() or last.writes()) and
            'plain' in (e.order, last.order) and
            not hb[a] >> (len(self.events) - 1) & 1
            for a, e in enumerate(self.events[:-1]))


def additions(graph, thread, index, step):
    """The graphs that have the step, too."""
    kind, var, order = step[:3]
    writes, new = graph.mo.get(var, []), len(graph.events)

    def add(event, behind=None):
        mo = dict(graph.mo)
        if event.writes():
            mo[var] = writes[:behind] + [new] + writes[behind:]
        return Graph(graph.events + [event], mo)

    if kind == 'fence':
        yield add(Event(thread, index, None, order))
    elif kind == 'write':
        for behind in range(len(writes) + 1):
            yield add(Event(thread, index, var, order, written=step[3]), behind)
    else:
        for behind, source in enumerate([-1] + writes):
            value = graph.events[source].written if source >= 0 else 0
            event = Event(thread, index, var, order, source, value)
            if kind == 'add':
                event.written = value + step[3]
            elif kind == 'cas' and value == step[3]:
                event.written = step[4]
            elif kind == 'cas':
                if not step[5]:
                    continue # a lock waits
                event.order, event.is_failed = step[5], True
            yield add(event, behind)


def enumerate_graphs(threads, model):
    """('race',), or (how many, the outcomes); None: too many."""
    seen, whole, outcomes = set(), 0, set()
    rest = [Graph([], {})]
    while rest:
        graph = rest.pop()
        if len(seen) > MOST:
            return None
        states = [advance(code, [e.read for e in graph.events
                                 if e.thread == t])
                  for t, code in enumerate(threads)]
        if not any(step for step, _ in states):
            whole += 1
            outcomes.add(tuple(sorted(
                pair for _, regs in states for pair in regs.items())))
        for t, (step, _) in enumerate(states):
            if not step:
                continue
            index = sum(e.thread == t for e in graph.events)
            for other in additions(graph, t, index, step):
                key = other.key()
                if key in seen or not other.is_consistent(model):
                    continue
                seen.add(key)
                if other.last_races():
                    return ('race',)
                rest.append(other)
    return whole, outcomes


# ---- comparing ---------------------------------------------------------------


def draw(seed):
    """A program, a model, what is expected, and the outcome asked of."""
    rng = random.Random(seed)
    threads = Drawing(rng).program()
    model = rng.choice(['rc11', 'rc11', 'ra', 'tso'])
    expected = enumerate_graphs(threads, model)
    asked = []
    if expected and expected[0] != 'race':
        names = [r for code in threads for r in registers_of(code)]
        values = {r: sorted({dict(o).get(r, 0) for o in expected[1]})
                  for r in names}
        asked = [(r, rng.choice(values[r])) for r in
                 rng.sample(names, min(3, len(names)))]
    return threads, model, expected, asked


def translate(number, threads, asked):
    names = [r for code in threads for r in registers_of(code)]
    for t, code in enumerate(threads):
        own = list(registers_of(code))
        yield f'static void *p{number}_{t}(void *a)\n{{'
        if own:
            yield 'int ' + ', '.join(f'{r} = 0' for r in own) + ';'
        yield from in_c(code)
        yield from (f'result[{names.index(r)}] = {r};' for r in own)
        yield 'return a;\n}'
    run = ', '.join(f'p{number}_{t}' for t in range(len(threads)))
    yield f'static void p{number}(void)\n{{\nrun((start *[]){{{run}, 0}});'
    if asked:
        yield 'assert(!(' + ' && '.join(
            f'result[{names.index(r)}] == {v}' for r, v in asked) + '));'
    yield '}'


HEAD = '''#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x, y;
static int plain, result[32];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
typedef void *start(void *);
static void run(start **f)
{
    pthread_t t[3];
    int n = 0;
    for (; f[n]; n++)
        pthread_create(&t[n], 0, f[n], 0);
    while (n--)
        pthread_join(t[n], 0);
}
'''


def check(binary, number, model):
    ran = subprocess.run(
        [MAZURKA, 'check', '--memory-model=' + model, '--keep-going',
         '--critical=off', '--format=json', binary, '--', str(number)],
        capture_output=True, check=False)
    report = json.loads(ran.stdout)
    kinds = {e['kind'] for e in report['errors']}
    return ran.returncode, kinds, report['executions']


def is_right(expected, asked, got):
    status, kinds, executions = got
    if expected[0] == 'race':
        return status == 42 and 'data-race' in kinds
    is_met = bool(asked) and any(
        all(dict(o).get(r, 0) == v for r, v in asked) for o in expected[1])
    return status == (42 if is_met else 0) and executions == expected[0] and \
        kinds == ({'assertion'} if is_met else set())


def main():
    cases = [(n, *draw(SEED + n)) for n in range(COUNT)]
    cases = [case for case in cases if case[3]]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, 'programs.c')
        binary = os.path.join(folder, 'programs')
        with open(source, 'w', encoding='utf-8') as file:
            file.write(HEAD)
            for n, threads, _, _, asked in cases:
                file.write('\n'.join(translate(n, threads, asked)) + '\n')
            file.write('int main(int c, char **v)\n{\n'
                       'switch (atoi(v[c - 1])) {\n')
            for n, *_ in cases:
                file.write(f'case {n}: p{n}(); break;\n')
            file.write('}\n}\n')
        subprocess.run([MAZURKA, 'cc', '-w', '-pthread', '-o', binary, source],
                       check=True)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = pool.map(lambda c: check(binary, c[0], c[2]), cases)
            for (n, threads, model, expected, asked), got in zip(cases,
                                                                 results):
                if not is_right(expected, asked, got):
                    wrong += 1
                    print(f'seed {SEED + n} under {model}: {got}, expected '
                          f'{expected[0]}, asked of {asked}\n'
                          + '\n'.join(translate(n, threads, asked)))
    races = sum(case[3][0] == 'race' for case in cases)
    print(f'{len(cases)} programs, {races} with a race, {wrong} wrong')
    return wrong > 0 or not 0 < races < len(cases)


sys.exit(main())
