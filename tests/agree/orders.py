#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--suggest-orders and --relax against all choices of orders: litmus tests,
some of whose accesses are updates, and an outcome that they have if all are
relaxed, not if all are seq_cst. Each choice is checked by itself. What is told
must be verified, and nothing else that is may have fewer changes, or as many
and fewer steps (--relax: fewer steps). orders.py [FIRST [COUNT]]
"""
import concurrent.futures
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

MAZURKA = os.environ['MAZURKA']
# Threads of accesses; what a store writes; what is final counts, too.
SHAPES = ('Wx1 Wy1|Ry Rx', 'Wx1 Ry|Wy1 Rx', 'Wx1 Wy2|Wy1 Wx2',
          'Wx2 Wy1|Ry Wx1', 'Wx1 Wy1|Wy2 Rx', 'Wx1|Rx Wy1|Ry Rx')
ORDERS = {'load': ('relaxed', 'acquire', 'seq_cst'),
          'store': ('relaxed', 'release', 'seq_cst'),
          'update': ('relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst')}
SECONDS = 60  # for one check


def steps(kind, order):
    return {'relaxed': 0, 'acquire': 1, 'release': 1, 'acq_rel': 2,
            'seq_cst': 3 if kind == 'update' else 2}[order]


def draw(seed):
    """Threads of accesses: kind, place, value."""
    rng = random.Random(seed)
    threads = [[('store' if a[0] == 'W' else 'load', a[1], int(a[2:] or 1))
                for a in thread.split()]
               for thread in SHAPES[seed % len(SHAPES)].split('|')]
    if seed >= len(SHAPES):
        t = rng.randrange(len(threads))
        i = rng.randrange(len(threads[t]))
        threads[t][i] = ('update',) + threads[t][i][1:]
    return threads


def access(number, kind, place, value, order):
    order = 'memory_order_' + order
    if kind == 'store':
        return f'atomic_store_explicit(&{place}, {value}, {order});'
    call = (f'atomic_load_explicit(&{place}, {order})' if kind == 'load' else
            f'atomic_fetch_add_explicit(&{place}, {value}, {order})')
    return f'seen[{number}] = {call};'


class Program:
    """Its source: the same accesses by a constant order, and by an argument."""

    def __init__(self, folder, seed):
        self.accesses = [a for thread in draw(seed) for a in thread]
        self.lines, self.folder, self.seed = {}, folder, seed
        text = ['#include <assert.h>', '#include <pthread.h>',
                '#include <stdatomic.h>', '#include <stdlib.h>',
                'static atomic_int x, y; static int seen[8], forbidden;',
                'static const char *orders;']
        number = 0
        for t, thread in enumerate(draw(seed)):
            text += [f'static void *thread{t}(void *p)', '{']
            for kind, place, value in thread:
                text += ['#ifdef ORDER']
                text += [access(number, kind, place, value, 'ORDER')
                         .replace('memory_order_ORDER', 'ORDER')]
                self.lines[len(text)] = number
                text += ['#else', f'switch (orders[{number}]) {{']
                for i, order in enumerate(ORDERS[kind]):
                    call = access(number, kind, place, value, order)
                    text += [f"case '{i}': {call} break;"]
                text += ['}', '#endif']
                number += 1
            text += ['return p;', '}']
        count = len(draw(seed))
        text += ['int main(int argc, char **argv) {', f'pthread_t t[{count}];',
                 'forbidden = argc > 1 ? atoi(argv[1]) : -1;',
                 'orders = argc > 2 ? argv[2] : "";']
        text += [f'pthread_create(&t[{t}], 0, thread{t}, 0);'
                 for t in range(count)]
        text += [f'pthread_join(t[{t}], 0);' for t in range(count)]
        # Plain reads of what is last: they have no orders to be changed.
        text += ['int met = *(int *)&x + 4 * *(int *)&y;']
        text += [f'met = 4 * met + seen[{i}];' for i in range(number)]
        text += ['assert(met != forbidden);', 'return 0;', '}']
        self.source = os.path.join(folder, f'{seed}.c')
        with open(self.source, 'w', encoding='ascii') as file:
            file.write('\n'.join(text) + '\n')

    def compile(self, name, *options):
        binary = os.path.join(self.folder, f'{self.seed}-{name}')
        subprocess.run([MAZURKA, 'cc', '-g', '-O1', '-w', '-pthread', *options,
                        '-o', binary, self.source], check=True)
        return binary

    def all_outcomes(self):
        """Those that might be, of small digits: of what was read, and last."""
        digits = [range(3) if a[0] != 'store' else (0,) for a in self.accesses]
        for final in itertools.product(range(4), range(4)):
            for seen in itertools.product(*digits):
                met = final[0] + 4 * final[1]
                for digit in seen:
                    met = 4 * met + digit
                yield met


def check(binary, *arguments, options=()):
    command = [MAZURKA, 'check', '--memory-model=rc11', '--format=json',
               f'--timeout={SECONDS}', *options, binary, '--', *arguments]
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                         stderr=subprocess.PIPE, check=False)
    if ran.returncode not in (0, 42):
        sys.exit(f'exit status {ran.returncode}: {" ".join(command)}\n'
                 f'{ran.stderr}')
    return json.loads(ran.stdout)


def told(program, binary, outcome, option, start):
    """The choice that the option tells, as indices."""
    orders = check(binary, outcome, options=[option])['orders']
    kinds = [a[0] for a in program.accesses]
    choice = [ORDERS[kind].index(start) for kind in kinds]
    if orders['outcome'] != 'verified' or not orders['is_least']:
        sys.exit(f'{program.source} {outcome} {option}: {orders}')
    for change in orders['changes']:
        number = program.lines[change['line']]
        choice[number] = ORDERS[kinds[number]].index(change['to'])
    return tuple(choice)


def compare(folder, seed, pool):
    program = Program(folder, seed)
    weak = program.compile('weak', '-DORDER=memory_order_relaxed')
    strong = program.compile('strong', '-DORDER=memory_order_seq_cst')
    any_order = program.compile('any')
    kinds = [a[0] for a in program.accesses]

    def is_forbidden_by_order(met):
        return (check(weak, str(met))['verdict'] == 'error' and
                check(strong, str(met))['verdict'] == 'safe')

    outcomes = list(program.all_outcomes())
    random.Random(seed).shuffle(outcomes)
    outcome = str(next(filter(is_forbidden_by_order, outcomes)))
    choices = list(itertools.product(*(range(len(ORDERS[k])) for k in kinds)))
    verdicts = pool.map(
        lambda c: check(any_order, outcome, ''.join(map(str, c)))['verdict'],
        choices)
    verified = [c for c, v in zip(choices, verdicts) if v == 'safe']

    def cost(choice):
        return sum(steps(k, ORDERS[k][o]) for k, o in zip(kinds, choice))

    def changes(choice):
        return sum(o > 0 for o in choice), cost(choice)

    repair = told(program, weak, outcome, '--suggest-orders', 'relaxed')
    relaxed = told(program, strong, outcome, '--relax', 'seq_cst')
    for choice, measure in ((repair, changes), (relaxed, cost)):
        least = min(map(measure, verified))
        if choice not in verified or measure(choice) != least:
            sys.exit(f'{program.source} {outcome}: {choice} is told, of '
                     f'{measure(choice)}, not {least}; verified: '
                     f'{choice in verified}')
    print(f'# {seed}: {len(choices)} choices, {len(verified)} verified, '
          f'{changes(repair)}, {cost(relaxed)}')


def main():
    first = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as folder:
        os.environ['XDG_STATE_HOME'] = folder
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for seed in range(first, first + count):
                compare(folder, seed, pool)


main()
