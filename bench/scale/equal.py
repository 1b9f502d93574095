#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Several ranks find what one process finds: bench/scale/equal.py [MOST]

Each program of bench/counts.txt that has at most MOST (100,000) executions is
checked alone and by 2, 4 and 8 ranks on this machine, and everything that is
counted, the verdict and the errors are compared. Prints a line for each, and
fails if one differs.
"""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
MAZURKA = os.path.join(ROOT, os.environ.get('MAZURKA_BUILD', 'build'),
                       'mazurka')
RANKS = 2, 4, 8
COUNTS = ('verdict executions blocked assume_blocked loop_blocked cut_short '
          'deadlocked events threads').split()


def lines(most):
    with open(os.path.join(ROOT, 'bench/counts.txt')) as table:
        for line in table:
            fields = line.rstrip('\n').split('|')
            if line[0] in '#\n' or int(fields[3]) > most:
                continue
            yield fields[0], os.path.join(ROOT, 'bench', fields[1]), fields[2]


def check(words, program):
    ran = subprocess.run(
        [*words, MAZURKA, 'check', '--format=json', '--critical=off', program],
        capture_output=True, text=True,
        env={**os.environ, 'OMPI_ALLOW_RUN_AS_ROOT': '1',
             'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'})
    try:
        report = json.loads(ran.stdout)
    except ValueError:
        return ran.returncode, ran.stderr[:300]
    return (ran.returncode, [report[name] for name in COUNTS],
            sorted(e['message'] for e in report['errors']))


def main():
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
    different = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, source, flags in lines(most):
            subprocess.run([MAZURKA, 'cc', '-O1', '-g', '-pthread', source,
                            *flags.split(), '-o', 'program'], check=True)
            alone = check([], './program')
            others = [check(['mpirun', '--oversubscribe', '-n', str(n)],
                            './program') for n in RANKS]
            is_same = all(other == alone for other in others)
            different += not is_same
            print(name, alone[1], 'same' if is_same else f'NOT: {others}',
                  flush=True)
    print(f'{different} differ')
    return different != 0


if __name__ == '__main__':
    sys.exit(main())
