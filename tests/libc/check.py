#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs table.c for one compiler: tests/libc/check.py COMPILER

Each case must race with each of its two bytes; then all together with what they
leave alone, and be safe. With gcc, both orders are explored if plain accesses
are interleaved. And each row of the table has a case, but for those
that say the same as another, and those in without_case.txt.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, 'table.c')
TABLE = os.path.join(HERE, '../../src/runtime/libc_table.h')
WITHOUT = os.path.join(HERE, 'without_case.txt')
MAZURKA = os.environ['MAZURKA']
BATCH = 30 # of two races each; reports hold 64

cases = []
with open(os.path.join(HERE, 'cases.h'), encoding='utf-8') as text:
    for line, row in enumerate(text.read().split('\n'), 1):
        if found := re.match(r'(READS|READS_PART|WRITES|UNSAFE|UNSAFE_WITH)\((\w+)', row):
            cases.append((line, found[1], found[2]))

failures = []


def failed(text):
    failures.append(text)
    print(text)


def check(program, *arguments, options=()):
    ran = subprocess.run(
        [MAZURKA, 'check', '--format=json', '--keep-going', '--explain=1',
         '--timeout=60', *options, program, '--', *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        return json.loads(ran.stdout)
    except ValueError:
        failed(f'{arguments}: {ran.stdout}{ran.stderr}')
        return {'errors': [], 'verdict': 'none', 'executions': 0}


def lines_of(error):
    """The lines of cases.h that an error is about."""
    return set(map(int, re.findall(r'cases\.h", "line": (\d+)',
                                   json.dumps(error))))


def check_races(program, start):
    """Each of a batch, with its first byte and its last."""
    batch = cases[start:start + BATCH]
    result = check(program, 'race', start, start + len(batch))
    seen = {line: 0 for line, _, _ in batch}
    for error in result['errors']:
        if (error['kind'] != 'data-race' and
                'heap-use-after-free' not in error['message']): # of a stream
            failed(f'{error["kind"]}: {error["message"]}')
        for line in lines_of(error) & set(seen):
            seen[line] += 1
    for line, kind, name in batch:
        expected = 1 if kind.startswith('UNSAFE') else 2
        if seen[line] < expected:
            failed(f'cases.h:{line}: {kind} {name}: {seen[line]} races')


def check_clean(program):
    result = check(program, 'clean', 0, len(cases))
    if result['verdict'] != 'safe':
        failed(f'what is left alone: {result["verdict"]}')
    for error in result['errors']:
        failed(f'cases.h:{sorted(lines_of(error))}: {error["message"]}')


def check_interleaved(program, start):
    """Both orders of each call and what the other thread does are explored:
    two choices, two orders."""
    batch = cases[start:start + BATCH]
    result = check(program, 'race', start, start + len(batch),
                   options=['--plain=interleave'])
    if result['executions'] < 4 * len(batch):
        failed(f'cases {start}...: {result["executions"]} executions '
               f'of {4 * len(batch)} at least')
    for error in result['errors']:
        if 'heap-use-after-free' not in error['message']: # of a stream
            failed(f'{error["kind"]}: {error["message"]}')


def rows():
    """The rules of each function in the table, as they are written there."""
    with open(TABLE, encoding='utf-8') as text:
        joined = re.sub(r'\\\n', ' ', text.read())
    found = {}
    for row in re.split(r'(?<=\))\s+X\(|(?<=\))\s*(?=#define|/\*)', joined):
        if match := re.match(r'(\w+),?\s*(.*)\)\s*$', row, re.S):
            found[match[1]] = re.sub(r'\s+', ' ', match[2])
    return found


def check_cover():
    table, called = rows(), {name for _, _, name in cases}
    covered = {table.get(name) for name in called}
    with open(WITHOUT, encoding='utf-8') as text:
        without = set(re.sub(r'#.*', '', text.read()).split())
    for name in called - set(table):
        failed(f'cases.h: no row is called {name}')
    for name, rules in table.items():
        has_case = name in called or rules in covered
        if has_case == (name in without):
            failed(f'{name}: ' + ('has a case, but is in without_case.txt'
                                  if has_case else 'has no case'))


def main():
    compiler = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, 'table')
        subprocess.run([MAZURKA, 'cc', '-w', '-g', '-fno-builtin', SOURCE,
                        '-o', program, '-lm'], check=True,
                       env={**os.environ, 'CC': compiler})
        for start in range(0, len(cases), BATCH):
            check_races(program, start)
            if compiler == 'gcc':
                check_interleaved(program, start)
        check_clean(program)
    check_cover()
    print(f'{compiler}: {len(cases)} cases, {len(failures)} failures')
    return 1 if failures else 0


sys.exit(main())
