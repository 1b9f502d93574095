#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Loops that look under a lock = no loops: weak_locks.py [COUNT [SEED]]

Random programs of two or three threads, explored under each model of memory, and by pop, that
wait for variables in loops, which they look at under one mutex or two, by an
atomic, or by both, or after a wait for a condition with a time limit; besides they
set these, signal, wait without a limit, use relaxed atomics, and access a plain
variable. Each is compared with itself where a look that finds nothing ends
the execution (__VERIFIER_assume), so that there are no rounds: there must be the
same outcomes, and the same data race or none. And as no thread does one thing or
another by what it finds in an atomic, some thread waits for ever in one model if
it does by pop under sc.

Outcomes are statuses; races end executions, so with one they are not compared.
"""
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile

MAZURKA = os.environ['MAZURKA']
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 40
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
POP = ['--memory-model=sc', '--algorithm=pop']
MODELS = [['--memory-model=rc11'], ['--memory-model=tso'],
          ['--memory-model=ra'], ['--memory-model=sc', '--algorithm=trust'],
          POP]

BEGINNING = '''
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_assume(int);
static pthread_mutex_t m[] = {PTHREAD_MUTEX_INITIALIZER,
                              PTHREAD_MUTEX_INITIALIZER};
static int f[2], z, results[3];
static atomic_int x[2];
static pthread_cond_t c[] = {PTHREAD_COND_INITIALIZER,
                             PTHREAD_COND_INITIALIZER};
static const struct timespec end = {1, 0};
'''
LOOK = ('pthread_mutex_lock(&m[{i}]); g = f[{i}]; '
        'pthread_mutex_unlock(&m[{i}]);')
LOAD = 'atomic_load_explicit(&x[{j}], memory_order_{order})'
# What is done in a round, and what it waits for.
ROUNDS = [
    (LOOK, 'g'),
    ('pthread_mutex_lock(&m[0]); pthread_mutex_lock(&m[1]); g = f[{i}]; '
     'pthread_mutex_unlock(&m[1]); pthread_mutex_unlock(&m[0]);', 'g'),
    (f'g = {LOAD};', 'g'),
    (f'{LOOK} h = {LOAD};', 'g && h'),
    ('pthread_mutex_lock(&m[{i}]); if (!f[{i}]) '
     'pthread_cond_timedwait(&c[{i}], &m[{i}], &end); '
     'g = f[{i}]; pthread_mutex_unlock(&m[{i}]);', 'g'),
]
OTHERS = [
    'pthread_mutex_lock(&m[{i}]); f[{i}] = 1; pthread_mutex_unlock(&m[{i}]);',
    'atomic_store_explicit(&x[{i}], {j} + 1, memory_order_relaxed);',
    f'r = r * 3 + {LOAD};',
    'h = 0; r = r * 2 + atomic_compare_exchange_strong_explicit(&x[{i}], &h, 2,'
    ' memory_order_relaxed, memory_order_relaxed);',
    'z = 1;',
    'r += z;',
    'pthread_mutex_lock(&m[{i}]); f[{i}] = 1; pthread_cond_signal(&c[{i}]); '
    'pthread_mutex_unlock(&m[{i}]);',
    'pthread_cond_signal(&c[{i}]);',
    'pthread_mutex_lock(&m[{i}]); while (!f[{i}]) '
    'pthread_cond_wait(&c[{i}], &m[{i}]); pthread_mutex_unlock(&m[{i}]);',
]


def random_program(rng):
    """Of each thread: operations, with what they are about."""
    weights = [3, 1, 1, 1, 3, 4, 2, 3, 1, 1, 1, 3, 1, 1]
    return [[(rng.choices(ROUNDS + OTHERS, weights)[0], {
        'i': rng.randrange(2), 'j': rng.randrange(2),
        'order': rng.choice(['relaxed', 'acquire'])})
             for _ in range(rng.randint(1, 4))]
            for _ in range(rng.choice([2, 2, 3]))]


def statement(operation, numbers, has_rounds):
    if isinstance(operation, str):
        return operation.format(**numbers)
    look, wanted = operation
    look = look.format(**numbers)
    return (f'do {{ {look} }} while (!({wanted}));' if has_rounds
            else f'{look} __VERIFIER_assume({wanted});')


def to_c(program, has_rounds):
    text = BEGINNING
    for t, operations in enumerate(program):
        text += f'static void *t{t}(void *u)\n{{\n    int r = 0, g, h;\n'
        for operation, numbers in operations:
            text += f'    {statement(operation, numbers, has_rounds)}\n'
        text += f'    (void)g, (void)h;\n    results[{t}] = r;\n    return u;\n}}\n'
    text += 'int main(void)\n{\n    pthread_t p[3];\n'
    for t in range(len(program)):
        text += f'    pthread_create(&p[{t}], NULL, t{t}, NULL);\n'
    for t in range(len(program)):
        text += f'    pthread_join(p[{t}], NULL);\n'
    return text + ('    return 1 + (results[0] * 49 + results[1] * 7 + '
                   'results[2]) % 97;\n}\n')


class Explored:
    """What a search has found."""
    def __init__(self, program, options):
        command = [MAZURKA, 'check', '--format=json', '--keep-going', '--quiet',
                   '--critical=off', '--simplest=off', '--explain=1',
                   '--max-executions=20000', *options, program]
        ran = subprocess.run(command, text=True, capture_output=True)
        said = json.loads(ran.stdout)
        self.is_complete = not {'limit', 'message'} & set(said)
        self.outcomes, self.others = set(), []
        self.waits = self.races = False
        for error in said['errors']:
            status = re.search(r'status (\d+)', error['message'])
            if error['kind'] == 'exit' and status:
                self.outcomes.add(int(status[1]))
            elif error['kind'] in ('deadlock', 'loop'):
                self.waits = True
            elif error['kind'] == 'data-race':
                self.races = True
            else:
                self.others.append(error['message'])

    def __str__(self):
        return (f'{sorted(self.outcomes)}, waits for ever: {self.waits}, '
                f'races: {self.races}, complete: {self.is_complete}, '
                f'{self.others}')


def difference(looping, straight, by_pop):
    if looping.others or straight.others:
        return True
    if not straight.is_complete:
        return False
    if not looping.is_complete:
        return (not straight.races and not looping.races and
                not looping.outcomes <= straight.outcomes)
    if looping.races or straight.races:
        return looping.races != straight.races
    return (looping.outcomes != straight.outcomes or
            (by_pop.is_complete and looping.waits != by_pop.waits))


def compare(folder, number, program):
    """(searches that were complete, what is wrong)"""
    paths = []
    for has_rounds in True, False:
        paths.append(f'{folder}/{number}-{has_rounds}')
        with open(f'{paths[-1]}.c', 'w', encoding='utf-8') as file:
            file.write(to_c(program, has_rounds))
        # (An optimiser may leave out what comes before an endless loop.)
        subprocess.run([MAZURKA, 'cc', '-O0', '-pthread', '-o', paths[-1],
                        f'{paths[-1]}.c'], check=True)
    by_pop = Explored(paths[0], POP)
    complete, wrong = 0, []
    for model in MODELS:
        looping, straight = (Explored(path, model) for path in paths)
        complete += looping.is_complete
        if difference(looping, straight, by_pop):
            wrong.append(f'{to_c(program, True)}{" ".join(model)}\n'
                         f'  loops:    {looping}\n  no loops: {straight}\n'
                         f'  pop:      {by_pop}')
    return complete, wrong


def main():
    rng = random.Random(SEED)
    programs = [random_program(rng) for _ in range(COUNT)]
    with (tempfile.TemporaryDirectory() as folder,
          concurrent.futures.ThreadPoolExecutor(
              len(os.sched_getaffinity(0))) as pool):
        told = list(pool.map(lambda i: compare(folder, i, programs[i]),
                             range(COUNT)))
    wrong = [text for _, texts in told for text in texts]
    for text in wrong[:3]:
        print(text)
    complete = sum(some for some, _ in told)
    print(f'{COUNT} programs, {complete} of {COUNT * len(MODELS)} searches '
          f'complete, {len(wrong)} wrong')
    return 1 if wrong or complete < COUNT * len(MODELS) * 3 // 4 else 0


sys.exit(main())
