#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Said = derived: derived.py [--rest]

How many executions a program of tests/programs says that it has must be what
the model's oracle enumerates of its script (tests/model/programs.txt). --rest
prints the programs with more executions than one that have no script.
"""
import concurrent.futures
import glob
import os
import re
import subprocess
import sys

MAZURKA = os.environ['MAZURKA']
TEST_ORACLE = os.path.join(os.path.dirname(MAZURKA),
                           'tests', 'model', 'test_oracle')
TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COUNTS = re.compile(r'// 0: \w+ executions (\d+) deadlocked (\d+) '
                    r'assume_blocked \d+ naive (\d+) ')
NOT_NAIVE = ' not naive'


def said_by(program):
    """What the program says of itself (see Expectation in tests/run)."""
    with open(program, encoding='utf-8') as source:
        comments = re.findall(r'/\*(.*?)\*/', source.read(), re.S)
    key = re.compile(r'^[ *]*(verdict|error|executions|naive): *(.*?) *$', re.M)
    return next((dict(said) for said in map(key.findall, comments) if said),
                {})


def path_of(name):
    return next(iter(glob.glob(f'{TESTS}/programs/{name}.c*')), None)


def scripts():
    """(names, is naive alike, script) of each paragraph."""
    with open(f'{TESTS}/model/programs.txt', encoding='utf-8') as file:
        text = re.sub(r'^#.*\n', '', file.read(), flags=re.M)
    for paragraph in filter(None, map(str.strip, text.split('\n\n'))):
        lines = paragraph.split('\n')
        heads = [line for line in lines if not re.match(r'\d', line)]
        head, script = ' '.join(heads), []
        for line in lines[len(heads):]:
            threads, code = line.split(':', 1)
            script += [f'{t}:{code}\n' for t in threads.split(', ')]
        yield (head.removesuffix(NOT_NAIVE).split(),
               not head.endswith(NOT_NAIVE), ''.join(script))


def derive(script):
    """The executions, deadlocks and interleavings of the script."""
    ran = subprocess.run([TEST_ORACLE, '--counts', '-'], text=True,
                         input=script, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT)
    found = COUNTS.match(ran.stdout)
    return found.groups() if found else (ran.stdout.strip(),) * 3


def check(name, is_alike, derived):
    """'', or what is wrong."""
    path = path_of(name)
    if not path:
        return f'{name}: there is no such program'
    said = said_by(path)
    executions, deadlocked, naive = derived
    if said.get('executions') != executions:
        return f'{name}: says {said.get("executions")}, not {executions}'
    if is_alike and said.get('naive', naive) != naive:
        return f'{name}: says naive {said["naive"]}, not {naive}'
    if (said.get('error') == 'deadlock') != (deadlocked != '0'):
        return f'{name}: {deadlocked} executions end in a deadlock'
    return ''


def rest(known):
    """Programs with several executions that are not derived here."""
    for path in sorted(glob.glob(f'{TESTS}/programs/*.c*')):
        name = os.path.splitext(os.path.basename(path))[0]
        executions = said_by(path).get('executions', '1')
        if name not in known and executions != '1':
            yield f'{name} {executions}'


def main():
    paragraphs = list(scripts())
    with concurrent.futures.ThreadPoolExecutor(
            len(os.sched_getaffinity(0))) as pool:
        derived = list(pool.map(derive, (script for *_, script in paragraphs)))
    todo = [(name, is_alike, counts) for (names, is_alike, _), counts
            in zip(paragraphs, derived) for name in names]
    known = [name for name, *_ in todo]
    wrong = list(filter(None, (check(*one) for one in todo)))
    wrong += [f'{name}: has two scripts' for name in sorted(set(known))
              if known.count(name) > 1]
    if '--rest' in sys.argv[1:]:
        print('\n'.join(rest(known)))
    print('\n'.join(wrong[:20] + [f'{len(known)} programs, {len(paragraphs)} '
                                  f'scripts, {len(wrong)} wrong']))
    return 1 if wrong or not todo else 0


sys.exit(main())
