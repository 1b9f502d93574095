#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Loops that wait, where memory is weak: random programs (weak_waits.c) end in
an outcome, or have a data race, if and only if they do with their loops
unrolled a few times, a false assumption behind, where no thread is stopped for
having made a round. Those whose loops count their rounds, and give up after
many, have no error that is not there when they give up after some; and where
each loop is about one place none is missed by that only the first rounds are
explored. weak_waits.py [FIRST [COUNT]]
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
MOST = '--max-executions=10000'


def has_error(binary, seed, way, *options):
    """Has the program one, beside that a thread may wait for ever, where its
    loops are not left after some rounds? None: that was not found out."""
    command = [MAZURKA, 'check', '--memory-model=' + MODELS[seed % 3],
               '--keep-going', '--format=json', *options, binary, '--',
               str(seed), way, str(seed % OUTCOMES)]
    ran = subprocess.run(command, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True, check=False)
    report = json.loads(ran.stdout) if ran.stdout else {}
    limit = report.get('limit')
    if ran.returncode not in (0, 42) and limit not in (
            'nothing-shown', 'counted-rounds', 'max-executions'):
        sys.exit(f'exit status {ran.returncode}: {" ".join(command)}\n'
                 f'{ran.stderr}')
    waits = {'deadlock'} if way in '01' else set()
    if {error['kind'] for error in report['errors']} - waits:
        return True
    return None if limit == 'max-executions' else False


def check_counted(binary, seed):
    """What is wrong where rounds are counted, or nothing."""
    for about_one in ('', '1'):
        many = has_error(binary, seed, '2' + about_one, MOST, '--max-events=3000',
                         '--counted-rounds=first')
        some = has_error(binary, seed, '3' + about_one, MOST)
        if many and some is False:
            return 'has an error that is not there'
        if about_one and some and many is False:
            return 'has lost an error'
    return ''


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
                return [has_error(binary, seed, way) for way in '01']

            def check_counts(seed):
                return check_counted(binary, seed)
            seeds = range(first, first + count)
            for seed, found in zip(seeds, pool.map(check, seeds)):
                if found[0] != found[1]:
                    sys.exit(f'seed {seed}, {MODELS[seed % 3]}: with loops '
                             f'{found[0]}, unrolled {found[1]}')
            seeds = seeds[::2]
            for seed, wrong in zip(seeds, pool.map(check_counts, seeds)):
                if wrong:
                    sys.exit(f'seed {seed}, {MODELS[seed % 3]}: counted, it '
                             f'{wrong}')


main()
