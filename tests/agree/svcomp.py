#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tasks as SV-COMP has them: svcomp.py [NAME ...]

Each tests/svcomp/*.yml names a program, properties, and for each of these the
verdict that is expected, as the competition's task definitions do. `true` is a
verdict of `safe`, `false` an error of a kind that violates the property; what
else there is, is unknown, and wrong here. The optimal algorithms and source
take turns.
"""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys

MAZURKA = os.environ['MAZURKA']
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../svcomp')
ALGORITHMS = 'pop', 'optimal', 'source', 'qpor'
VIOLATIONS = {'unreach-call': {'assertion'}, 'no-data-race': {'data-race'},
              'valid-memsafety': {'memory', 'signal'},
              'no-overflow': {'undefined-behaviour'},
              'termination': {'deadlock', 'loop'}}
# gcc folds operations before they are checked: its verdict is never `safe`.
COMPILERS = {'no-overflow': 'clang'}
LEAST = 150 # tasks


def tasks(names):
    """(program, file of the property, expected)"""
    for file in sorted(os.listdir(FOLDER)):
        name, ending = os.path.splitext(file)
        if ending != '.yml' or names and name not in names:
            continue
        with open(os.path.join(FOLDER, file), encoding='utf-8') as definition:
            text = definition.read()
        program = re.search(r"^input_files: '(.*)'$", text, re.M)[1]
        found = re.findall(r'^  - property_file: (.*)\n'
                           r'    expected_verdict: (true|false)$', text, re.M)
        if not found:
            sys.exit(f'{file} asks for nothing')
        for path, expected in found:
            property_name = os.path.splitext(os.path.basename(path))[0]
            if shutil.which(COMPILERS.get(property_name, 'cc')):
                yield program, path, expected


def answer(program, path, algorithm):
    command = [MAZURKA, 'check', f'--property={os.path.join(FOLDER, path)}',
               f'--algorithm={algorithm}', '--format=json', '--quiet',
               os.path.join(FOLDER, program)]
    name = os.path.splitext(os.path.basename(path))[0]
    environment = os.environ | (
        {'MAZURKA_CC': COMPILERS[name]} if name in COMPILERS else {})
    ran = subprocess.run(command, stdin=subprocess.DEVNULL, text=True,
                         env=environment,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         check=False)
    try:
        result = json.loads(ran.stdout)
    except ValueError:
        return f'status {ran.returncode}: {ran.stderr.strip()}'
    if ran.returncode == 0:
        return 'true'
    kinds = {error['kind'] for error in result['errors']}
    if ran.returncode == 42 and kinds <= VIOLATIONS[name]:
        return 'false'
    return f'unknown: {result["verdict"]} {result.get("limit", "")} {kinds}'


def main():
    todo = list(tasks(sys.argv[1:]))
    with concurrent.futures.ThreadPoolExecutor(
            len(os.sched_getaffinity(0))) as pool:
        told = list(pool.map(
            lambda i: answer(*todo[i][:2], ALGORITHMS[i % len(ALGORITHMS)]),
            range(len(todo))))
    wrong = [f'{program}, {os.path.basename(path)}: {got}, not {expected}'
             for (program, path, expected), got in zip(todo, told)
             if got != expected]
    print(f'{len(todo)} tasks, {len(wrong)} wrong')
    if wrong or not sys.argv[1:] and len(todo) < LEAST:
        sys.exit('\n'.join(wrong) or 'too few')


main()
