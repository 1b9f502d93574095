#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""trust under sc = pop: trust.py [--all] [--list] [NAME...]

Programs of tests/programs, as their first comments have them checked, and lines
of bench/counts.txt are searched by both. Where trust is not told to be
unsupported they must come to the same verdict, with as many executions if all
are explored, or with an error of a kind that pop finds, too. Some are searched
every day, those whose graphs have to tell who has noticed a round among them;
--all: each that both end in some seconds. --list tells of each what came of it.
Beside them there are programs drawn by chance: whose threads do all in
atomic blocks, some of which stop at an assumption; and whose threads wait in loops,
where they are cancelled, or sent signals with a handler.
"""
import collections
import concurrent.futures
import glob
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from covering import number_of
from in_turn import DOES_ALL

MAZURKA = os.environ['MAZURKA']
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
NAMES = [a for a in sys.argv[1:] if not a.startswith('--')]
IS_ALL = DOES_ALL or NAMES or '--all' in sys.argv
SECONDS = 60 # that a search may take
# Every day one program of so many is searched, and one line of so many that
# have few executions: the ones of that number, which all end soon.
PROGRAMS, LINES, NUMBER = 40, 8, 9
FEW = 1000
BLOCKS, WAITS = 8, 4 # programs drawn by chance, of every day

# Of every day, too: programs whose graphs must tell who has noticed a round.
NOTICED = {'futex_timed_loop.c', 'spin_backs_off.c', 'spin_dead_slots.c',
           'spin_lends_stack.c', 'spin_meets.c', 'spin_reads_locked.c',
           'spin_undone_hazard.c',
           'spin_undone_is_met.c', 'spin_undone_locks_by_hand.c',
           'spin_undone_midst.c', 'spin_undone_midst_of_later.c',
           'spin_undone_seen_by_two.c', 'spin_undone_swaps.c'}

# Programs that read plain data in a race of which nothing is said
# (--plain=ignore): what they read is told by the order of a run, and not by the
# graph, which trust needs.
RACY = {'tagged_pointer.c'}

Program = collections.namedtuple('Program', 'name source compiler checker')


def options_of(source):
    """For the compiler, and for the check; None: they choose an algorithm."""
    with open(source, encoding='utf-8') as file:
        said = re.search(r'^[/ *]*mazurka: *(.*?) *$', file.read(), re.M)
    options = shlex.split(said[1]) if said else []
    end = options.index('--') if '--' in options else len(options)
    compiler = [o for o in options[:end]
                if re.match(r'-[DIOgslLfWp]|--asm', o)]
    checker = [o for o in options[:end] if o not in compiler]
    if any(o.startswith(('--algorithm', '--dependence', '--memory-model',
                         '--timeout')) and o != '--dependence=rw'
           for o in checker):
        return None
    return compiler, (checker, options[end:])


def programs():
    for source in sorted(glob.glob(f'{ROOT}/tests/programs/*.c*')):
        name, options = os.path.basename(source), options_of(source)
        if options and name not in RACY and (
                IS_ALL or name in NOTICED or
                number_of(name) % PROGRAMS == NUMBER):
            yield Program(name, source, *options)


def lines():
    with open(f'{ROOT}/bench/counts.txt', encoding='utf-8') as file:
        for line in file:
            if line.strip() and not line.startswith('#'):
                name, path, options, executions = line.split('|')[:4]
                if IS_ALL or (int(executions) <= FEW and
                              number_of(name) % LINES == NUMBER % LINES):
                    yield Program(name.strip(), f'{ROOT}/bench/{path.strip()}',
                                  shlex.split(options), ([], []))


def told(program, path, algorithm, *more):
    options, arguments = program.checker
    ran = subprocess.run(
        [MAZURKA, 'check', '--format=json', '--critical=off', '--simplest=off',
         '--explain=1', f'--timeout={SECONDS}', f'--algorithm={algorithm}',
         *more, *options, path, *arguments], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, errors='replace',
        cwd=os.path.dirname(path))
    try:
        return json.loads(ran.stdout)
    except ValueError:
        return {'verdict': ran.stderr.strip() or str(ran.returncode)}


def is_limit(report):
    """Of time, or of memory: the search had no end."""
    return report['verdict'] == 'incomplete' and report.get('limit') in (
        'timeout', 'memory')


def kinds_of(report):
    """Whether a freed block is seen to be freed, or to be so beside an access,
    is for the order of steps that do not depend on one another. And who waits in
    a loop for ever is in an endless one where its rounds are not left out, as
    those that undo what they wrote are not by trust."""
    return {error['kind'].replace('memory', 'data-race')
            .replace('loop', 'deadlock')
            for error in report.get('errors', ())}


def compared(pop, trust, all_of_pop):
    """What came of it; 'same', or it begins with '!'. all_of_pop() goes on
    after errors: which is the first is for an algorithm to choose."""
    if is_limit(pop):
        return 'pop has no end'
    if pop['verdict'] == 'unsupported' or 'errors' not in pop:
        return 'pop: ' + str(pop.get('message') or pop['verdict'])
    if trust['verdict'] == 'unsupported':
        return 'unsupported: ' + str(
            trust.get('message') or trust.get('unsupported'))
    if is_limit(trust) or (pop['verdict'] != 'incomplete' and
                           trust.get('limit') == 'max-events'):
        return 'trust has no end'
    if 'errors' not in trust:
        is_wrong = trust['verdict'] == 'failed'
        return '!' * is_wrong + 'trust: ' + trust['verdict']
    if pop['verdict'] != trust['verdict']:
        return f'!verdict {trust["verdict"]}, not {pop["verdict"]}'
    if (not kinds_of(trust) <= kinds_of(pop) and
            not kinds_of(trust) <= kinds_of(all_of_pop())):
        return f'!{sorted(kinds_of(trust))}, not {sorted(kinds_of(pop))}'
    if (pop['verdict'] == 'safe' and
            trust['executions'] != pop['executions']):
        return f'!executions {trust["executions"]}, not {pop["executions"]}'
    return 'same'


def search(program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'program')
        ran = subprocess.run(
            [MAZURKA, 'c++' if program.source.endswith(('cc', 'cpp')) else 'cc',
             '-O1', '-g1', '-pthread', program.source, '-o', path,
             *program.compiler], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        if ran.returncode:
            return 'not compiled: ' + ran.stdout.strip().split('\n')[-1]
        return compared(told(program, path, 'pop'),
                        told(program, path, 'trust'),
                        lambda: told(program, path, 'pop', '--keep-going'))


# ---- atomic blocks -------------------------------------------------------

def block(rng):
    """What is read, `r`, decides what its thread does later."""
    text = '__VERIFIER_atomic_begin(); '
    if rng.random() < 0.2:
        text += f'r = {rng.choice("xyz")}; if (r > {rng.randrange(2)}) '
        return text + '__VERIFIER_assume(0); __VERIFIER_atomic_end(); '
    for _ in range(rng.randrange(1, 4)):
        a, b = rng.choice('xyz'), rng.choice('xyz')
        text += rng.choice([
            f'r = {a}; ', f'r += {a}; ', f'{a}++; ',
            f'{a} = {rng.randrange(3)}; ',
            f'if ({a} == {rng.randrange(2)}) {b} = {rng.randrange(3)}; '])
    return text + '__VERIFIER_atomic_end(); '


def thread(rng, number):
    text = f'static void *run{number}(void *unused) {{ int r = 0; '
    for _ in range(rng.randrange(1, 3)):
        text += block(rng)
        if rng.random() < 0.5:
            text += f'if (r == {rng.randrange(3)}) {{ {block(rng)}}} '
    return text + 'return r ? unused : 0; }\n'


def blocks(folder, seed):
    rng, count = random.Random(seed), 2 + seed % 2
    text = ('#include <pthread.h>\n'
            'void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n'
            'void __VERIFIER_assume(int);\nstatic int x, y, z;\n')
    text += ''.join(thread(rng, i) for i in range(count))
    text += 'int main(void) { pthread_t t[3]; '
    for i in range(count):
        text += f'pthread_create(&t[{i}], 0, run{i}, 0); '
    for i in range(count):
        text += f'pthread_join(t[{i}], 0); '
    source = os.path.join(folder, f'{seed}.c')
    with open(source, 'w', encoding='utf-8') as file:
        file.write(text + 'return 0; }\n')
    return Program(f'blocks {seed}', source, [], (['--plain=ignore'], []))


# ---- threads that wait, and are cancelled or interrupted ----------------

def waiting_step(rng):
    flag = rng.choice('ab')
    return rng.choice([
        f'while (!{flag}) {rng.choice(["", "pthread_testcancel()"])}; ',
        f'{flag} = 1; ', f'if (!{flag}) n++; ', 'n++; '])


def waits(folder, seed):
    rng, count = random.Random(seed), 2 + seed % 2
    text = ('#include <pthread.h>\n#include <signal.h>\n'
            '#include <stdatomic.h>\nstatic atomic_int a, b, n;\n'
            f'static void handle(int s) {{ {rng.choice("ab")} = s; n++; }}\n')
    for i in range(count):
        steps = ''.join(waiting_step(rng) for _ in range(rng.randrange(1, 3)))
        text += f'static void *run{i}(void *p) {{ {steps}return p; }}\n'
    text += ('int main(void) { pthread_t t[3]; signal(SIGUSR1, handle); '
             if seed % 4 < 2 else 'int main(void) { pthread_t t[3]; ')
    for i in range(count):
        text += f'pthread_create(&t[{i}], 0, run{i}, 0); '
    for i in range(rng.randrange(1, 3)):
        to = rng.randrange(count)
        text += (f'pthread_kill(t[{to}], SIGUSR1); ' if seed % 4 < 2
                 else f'pthread_cancel(t[{to}]); ')
    for i in range(count):
        text += f'pthread_join(t[{i}], 0); '
    source = os.path.join(folder, f'waits{seed}.c')
    with open(source, 'w', encoding='utf-8') as file:
        file.write(text + 'return 0; }\n')
    return Program(f'waits {seed}', source, [], ([], []))


def main():
    with tempfile.TemporaryDirectory() as folder:
        return search_all([p for p in [
            *lines(), *programs(),
            *(blocks(folder, seed)
              for seed in range(20 * BLOCKS if IS_ALL else BLOCKS)),
            *(waits(folder, seed)
              for seed in range(20 * WAITS if IS_ALL else WAITS))]
            if not NAMES or p.name in NAMES])


def search_all(todo):
    results = []
    with concurrent.futures.ThreadPoolExecutor(
            1 if '--all' in sys.argv else len(os.sched_getaffinity(0))) as pool:
        for program, what in zip(todo, pool.map(search, todo)):
            results.append((program, what))
            if '--list' in sys.argv:
                print(f'{program.name}: {what}', flush=True)
    wrong = [f'{program.name}: {what[1:]}' for program, what in results
             if what.startswith('!')]
    same = sum(what == 'same' for _, what in results)
    print('\n'.join(wrong[:20] + [f'{len(todo)} programs, {same} same, '
                                  f'{len(wrong)} wrong']))
    return 1 if wrong or not same else 0


sys.exit(main())
