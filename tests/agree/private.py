#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs on plain memory, atomics and mutexes that one thread, or
several, use: private.py [COUNT [SEED]]

Whether accesses to private memory are operations changes which events there are,
and no trace: with --private=off and on each algorithm must find as many
executions, deadlocks and kinds of errors, as many executions as there are traces
by definition (--count-traces), and plain enumeration what the others find.

Each thread has variables of its own, which others use, too, if they read this or
that first: so that much of what is shared turns out to be late, in few
executions.
"""
import concurrent.futures
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile

MAZURKA = os.environ['MAZURKA']
DOES_ALL = os.environ.get('MAZURKA_TEST_ALL')
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 60
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
MOST = 4000  # executions; a program with more is left out
ALGORITHMS = [[], ['--algorithm=optimal'], ['--algorithm=qpor'],
              ['--algorithm=source'], ['--isolation=fork'], ['--jobs=2'],
              ['--checkpoints=always'], ['--preemptions=1']]

HEAD = '''\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static long v[8];
static char bytes[8];
static atomic_long a, b, c[6];
static long *lent;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n[6];

static void lock(int i)
{
    pthread_mutex_lock(&n[i]);
}

static void unlock(int i)
{
    pthread_mutex_unlock(&n[i]);
}
'''

MAIN = '''
typedef void *routine(void *);
static routine *const programs[][3] = {%s};

int main(int count, char **arguments)
{
    routine *const *program = programs[atoi(arguments[count - 1])];
    pthread_t threads[3];
    pthread_mutexattr_t checking;

    pthread_mutexattr_init(&checking);
    pthread_mutexattr_settype(&checking, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&n[5], &checking);
    v[7] = 1;
    for (int t = 0; t < 3; t++)
        if (program[t])
            pthread_create(&threads[t], NULL, program[t], NULL);
    for (int t = 0; t < 3; t++)
        if (program[t])
            pthread_join(threads[t], NULL);
    v[7] = v[0] + v[1] + v[2];
    return 0;
}
'''


def statement(rng, t, depth=0):
    """One of thread t: mostly on v[t], which is its own."""
    own = f'v[{t}]'
    any_one = f'v[{rng.choice([t, t, 4, rng.randrange(7)])}]'
    atomic = f'c[{rng.choice([t, t, t, 3, rng.randrange(6)])}]'
    lock = rng.choice([t, t, t, 3, rng.randrange(6)])
    guard = rng.choice([f'a == {rng.randrange(3)}', 'v[4]', 'b', 'lent',
                        f'v[{rng.randrange(7)}] == {rng.randrange(1, 3)}',
                        f'bytes[{rng.randrange(3)}]',
                        f'c[{rng.choice([t, rng.randrange(6)])}]'])
    choices = [
        f'{own}++;', f'{own} = {any_one};', f'{any_one} = {t + 1};',
        f'x += {any_one};', 'x += v[7];', 'atomic_fetch_add(&a, 1);',
        f'b = {t + 1};', f'bytes[{rng.choice([t, t, 3])}]++;',
        'pthread_mutex_lock(&m); v[5]++; pthread_mutex_unlock(&m);',
        f'h[0] = {t + 1}; h[1]++;', 'x += h[0];',
        f'{atomic}++;', f'{atomic} = {t + 1};', f'x += {atomic};',
        f'if (atomic_compare_exchange_strong(&{atomic}, &x, {t + 1})) '
        f'{own}++;',
        f'lock({lock}); {any_one}++; unlock({lock});',
        f'if (!pthread_mutex_trylock(&n[{lock}])) {{ b = 1; unlock({lock}); }}',
        f'lock({t}); lock({lock % 3 + 3}); unlock({lock % 3 + 3}); '
        f'unlock({t});',
    ]
    rare = [
        'lent = h; given = 1;', 'if (lent) lent[1] = 5;',
        'if (lent) x += lent[0];',
        f'memcpy(&v[{t}], &v[4], 2 * sizeof v[0]);',
        'memset(h, 0, 16);',
        f'if (!pthread_mutex_trylock(&n[{lock}])) x++;', # and keeps it
        f'lock({t});', 'pthread_mutex_lock(&n[5]);',
        '{ pthread_mutex_t *k = malloc(sizeof *k); '
        'pthread_mutex_init(k, NULL); pthread_mutex_lock(k); '
        'pthread_mutex_unlock(k); pthread_mutex_destroy(k); free(k); }',
        f'pthread_mutex_destroy(&n[{t}]); pthread_mutex_init(&n[{t}], NULL); '
        f'lock({t}); v[4] = 2; unlock({t});',
        f'if (pthread_mutex_trylock(&n[{t}])) {{ {any_one} = 1; unlock({t}); }}',
        f'__atomic_fetch_add(&v[{rng.choice([t, 6])}], 1, 5);',
        f'x += *(volatile long *)&{atomic};',
        f'__atomic_store_n((char *)&{atomic} + 1, 1, 5);',
        f'assert(v[{rng.randrange(7)}] < 4);',
    ]
    if rng.random() < 0.3:
        choices = rare
    text = rng.choice(choices)
    if depth == 0 and rng.random() < 0.3:
        inner = statement(rng, rng.randrange(3) if rng.random() < 0.5 else t, 1)
        text = f'if ({guard}) {{ {inner} }}'
    return text


def routine(rng, number, t):
    lines = [statement(rng, t) for _ in range(rng.randrange(2, 5))]
    body = '\n    '.join(lines)
    return f'''
static void *p{number}_{t}(void *unused)
{{
    long x = 0, given = 0, *h = calloc(2, sizeof *h);

    {body}
    if (!given)
        free(h);
    return (void)x, unused;
}}
'''


def source_of(count):
    parts, table = [HEAD], []
    for number in range(count):
        rng = random.Random(SEED * 1000003 + number)
        threads = 3 if rng.random() < 0.3 else 2
        parts += [routine(rng, number, t) for t in range(threads)]
        names = [f'p{number}_{t}' if t < threads else 'NULL' for t in range(3)]
        table.append('{' + ', '.join(names) + '}')
    return ''.join(parts) + MAIN % ',\n    '.join(table)


def check(program, number, options):
    command = [MAZURKA, 'check', '--format=json', '--keep-going', '--quiet',
               '--critical=off', '--explain=1',
               '--plain=interleave', f'--max-executions={MOST}', *options,
               *([] if '--jobs=2' in options else ['--count-traces']),
               program, '--', str(number)]
    ran = subprocess.run(command, text=True, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        result = json.loads(ran.stdout)
    except ValueError:
        result = {'verdict': ran.stderr}
    shown = ' '.join(map(shlex.quote, command))
    return result, shown


def told(result, with_counts, is_bounded=False):
    kinds = sorted({error.get('kind') for error in result.get('errors', [])})
    traces = result.get('traces', result.get('executions'))
    counts = (traces, result.get('deadlocked')) if with_counts else ()
    verdict = result.get('verdict')
    if is_bounded:  # as far as it went: less may be left out, less often run
        return verdict == 'error' or bool(kinds), kinds, counts[:1]
    return verdict, kinds, counts


def compare(program, number):
    """(how many searches were compared, what is wrong)"""
    wanted, shown = check(program, number, ['--private=off'])
    if result_is_cut(wanted):
        return 0, ''
    searches = [[*options, '--private=on'] for options in some_of(number)]
    # An execution that fails ends early, in one order or another.
    has_errors = bool(told(wanted, False)[1])
    wrong = []
    for options in searches:
        reference = wanted
        bounded = '--preemptions=1' in options
        if bounded:
            reference, _ = check(program, number,
                                 ['--private=off', '--preemptions=1'])
        got, how = check(program, number, options)
        if (told(got, not has_errors, bounded) !=
                told(reference, not has_errors, bounded)):
            wrong.append(f'program {number}: {told(got, True)}\n  expected '
                         f'{told(reference, True)}\n  > {how}\n  > {shown}')
    return len(searches), '\n'.join(wrong)


def result_is_cut(result):
    return result.get('verdict') not in ('safe', 'error') or bool(
        result.get('limit'))


def some_of(number):
    naive = [['--algorithm=naive', '--sleep-sets=on']]
    everything = [*ALGORITHMS, *naive]
    if DOES_ALL:
        return everything
    return [[], everything[1 + number % (len(everything) - 1)]]


def main():
    source = source_of(COUNT)
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, 'programs')
        with open(program + '.c', 'w', encoding='utf-8') as file:
            file.write(source)
        subprocess.run([MAZURKA, 'cc', '-std=gnu11', '-O0', '-pthread', '-o',
                        program, program + '.c'], check=True)
        with concurrent.futures.ThreadPoolExecutor(
                len(os.sched_getaffinity(0))) as pool:
            results = list(pool.map(lambda number: compare(program, number),
                                    range(COUNT)))
    wrong = [(number, why) for number, (_, why) in enumerate(results) if why]
    for number, why in wrong[:10]:
        print(why)
        print(*re.findall(rf'static void \*p{number}_.*?\n}}\n', source,
                          re.S), sep='')
    searches = sum(count for count, _ in results)
    print(f'{COUNT} programs, {searches} searches, {len(wrong)} wrong')
    return 1 if wrong or searches < COUNT else 0


sys.exit(main())
