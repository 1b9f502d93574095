#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Loops that wait, where memory is weak: random programs (weak_waits.c) end in
an outcome, or have a data race, if and only if they do with their loops
unrolled a few times, a false assumption behind, where no thread is stopped for
having made a round. weak_waits.py [FIRST [COUNT]]
"""
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

MAZURKA = os.environ['MAZURKA']
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                      'weak_waits.c')
MODELS = ('rc11', 'tso', 'ra')
OUTCOMES = 4


def has_error(binary, seed, unrolled):
    """Has the program one, beside that a thread may wait for ever?"""
    command = [MAZURKA, 'check', '--memory-model=' + MODELS[seed % 3],
               '--keep-going', '--format=json', binary, '--', str(seed),
               str(unrolled), str(seed % OUTCOMES)]
    ran = subprocess.run(command, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True, check=False)
    report = json.loads(ran.stdout) if ran.stdout else {}
    if ran.returncode not in (0, 42) and report.get('limit') != 'nothing-shown':
        sys.exit(f'exit status {ran.returncode}: {" ".join(command)}\n'
                 f'{ran.stderr}')
    kinds = {error['kind'] for error in report['errors']}
    return bool(kinds - {'deadlock'})


def main():
    first = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 24
    with tempfile.TemporaryDirectory() as folder:
        os.environ['XDG_STATE_HOME'] = folder
        binary = os.path.join(folder, 'weak_waits')
        subprocess.run([MAZURKA, 'cc', '-O2', '-w', '-pthread', '-o', binary,
                        SOURCE], check=True)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            def check(seed):
                return [has_error(binary, seed, u) for u in (0, 1)]
            seeds = range(first, first + count)
            for seed, found in zip(seeds, pool.map(check, seeds)):
                if found[0] != found[1]:
                    sys.exit(f'seed {seed}, {MODELS[seed % 3]}: with loops '
                             f'{found[0]}, unrolled {found[1]}')


main()
