#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compilers tell of every access: matrix.py

Each form of access that forms.c and forms.cc list (see form.h), compiled by
each compiler at each level, must race with an opponent's plain access, and must
be interleaved with it. Alone, all of them run without an error.
"""
import concurrent.futures
import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

MAZURKA = os.environ['MAZURKA']
HERE = os.path.dirname(os.path.abspath(__file__))
LANGUAGES = {'forms.c': ('cc', 'CC', ['gcc', 'clang']),
             'forms.cc': ('c++', 'CXX', ['g++', 'clang++'])}
STANDARDS = {'forms.c': 'gnu17', 'forms.cc': 'gnu++17'}
LEVELS = ['-O0', '-O1', '-O2', '-O3', '-Os']

# Outcomes that must be seen: before and after the opponent's accesses; and
# between them, of forms that other threads can get into.
OUTCOMES = {'read': ({0, 3}, 2), 'write': ({0, 3}, 1), 'copy': ({0, 1}, 2),
            'change': ({0, 1}, 2), 'touch': (set(), None)}
SIDES = {'read': ['both'], 'write': ['both'], 'copy': ['source', 'target'],
         'change': ['both'], 'touch': ['source']}


def has_avx2():
    with open('/proc/cpuinfo', encoding='ascii', errors='replace') as told:
        return re.search(r'\bavx2\b', told.read())


def ways():
    """(source, compiler, options) for each program."""
    for source, (_, _, compilers) in LANGUAGES.items():
        present = [name for name in compilers if shutil.which(name)]
        for compiler, level in itertools.product(present, LEVELS):
            yield source, compiler, [level]
        if has_avx2():
            for compiler in present:
                yield source, compiler, ['-O3', '-mavx2']


def compiled(folder, way):
    source, compiler, options = way
    driver, variable, _ = LANGUAGES[source]
    program = os.path.join(folder, '-'.join([source, compiler, *options]))
    subprocess.run([MAZURKA, driver, '-w', '-g1', *options, '-o', program,
                    f'-std={STANDARDS[source]}', os.path.join(HERE, source)], check=True,
                   env={**os.environ, variable: compiler})
    return program


def checked(program, plain, *arguments):
    """The command, and what it has found."""
    command = [MAZURKA, 'check', '--format=json', '--keep-going', '--quiet',
               '--share-files', '--critical=off', '--explain=1',
               f'--plain={plain}', program, '--', *arguments]
    ran = subprocess.run(command, text=True, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        result = json.loads(ran.stdout)
    except ValueError:
        result = {'verdict': ran.stderr}
    return shlex.join(command), result


def all_forms(program, plain, opponent):
    """The command, what it has found, and the outcomes of each form: empty
    for one that always ends in an error."""
    told = f'{program}-{plain}-{opponent}'
    with open(told, 'w', encoding='ascii'):
        pass
    command, result = checked(program, plain, '', opponent, told)
    outcomes = {}
    with open(told, encoding='ascii') as lines:
        for name, what, number in map(str.split, lines):
            seen = outcomes.setdefault(name, set())
            if what == 'ends':
                seen.add(int(number))
    return command, result, outcomes


def races(program, forms):
    for side in 'both', 'source', 'target':
        command, result, outcomes = all_forms(program, 'check', side)
        kinds = {error['kind'] for error in result.get('errors', [])}
        if result['verdict'] != 'error' or kinds != {'data-race'}:
            yield f'{result["verdict"]}, {kinds}: {command}'
        for form, kind, _ in forms:
            if side in SIDES[kind] and outcomes.get(form) != set():
                yield f'{form}: no race ({side}): {command}'


def interleavings(program, forms):
    command, result, outcomes = all_forms(program, 'interleave', 'both')
    if result['verdict'] != 'safe':
        yield f'{result["verdict"]}: {command}'
    for form, kind, torn in forms:
        must, between = OUTCOMES[kind]
        must = must | ({between} if torn == 'torn' else set())
        seen = outcomes.get(form, set())
        if must - seen:
            yield (f'{form}: outcomes {sorted(seen)}, not {sorted(must - seen)}'
                   f': {command}')


def alone(program):
    for plain in 'check', 'interleave':
        command, result = checked(program, plain, 'alone')
        if result['verdict'] != 'safe':
            yield f'{result["verdict"]} alone: {command}'


def forms_of(program):
    listed = subprocess.run([program], check=True, text=True,
                            stdout=subprocess.PIPE).stdout
    return [line.split() for line in listed.splitlines()]


def check_way(folder, way):
    """How many forms there are, and what is wrong."""
    program = compiled(folder, way)
    forms = forms_of(program)
    wrong = itertools.chain(alone(program), races(program, forms),
                            interleavings(program, forms))
    return len(forms), [f'{" ".join([way[1], *way[2]])}: {why}'
                        for why in wrong]


def main():
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(
                len(os.sched_getaffinity(0))) as pool:
        done = list(pool.map(lambda way: check_way(folder, way), ways()))
    wrong = [why for _, whys in done for why in whys]
    print('\n'.join(wrong))
    print(f'{sum(count for count, _ in done)} forms compiled, '
          f'{len(wrong)} findings missing')
    return 1 if wrong or not done else 0


sys.exit(main())
