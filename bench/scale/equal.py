#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Several ranks find what one process finds: bench/scale/equal.py [MOST]

Each program of bench/counts.txt that has at most MOST executions (all) is
checked alone and by 2, 4 and 8 ranks on this machine, and the whole reports, of
which what is said in MAY_DIFFER is left out, and the exit statuses are compared.
(Where much else runs a rank may have no processor for long: that is no hang.)
Prints a line for each, and fails if one differs.
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
MAY_DIFFER = 'seconds', 'max_rss_kb'


def lines(most):
    with open(os.path.join(ROOT, 'bench/counts.txt')) as table:
        for line in table:
            fields = line.rstrip('\n').split('|')
            if line[0] in '#\n' or int(fields[3]) > most:
                continue
            yield fields[0], os.path.join(ROOT, 'bench', fields[1]), fields[2]


def check(words, program):
    ran = subprocess.run(
        [*words, MAZURKA, 'check', '--format=json', '--critical=off',
         '--watchdog=0', program],
        capture_output=True, text=True,
        env={**os.environ, 'OMPI_ALLOW_RUN_AS_ROOT': '1',
             'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'})
    try:
        report = json.loads(ran.stdout)
    except ValueError:
        return ran.returncode, ran.stderr[:300]
    for name in MAY_DIFFER:
        del report[name]
    return ran.returncode, report


def difference(one, other):
    """Of two answers: the fields of the reports, or all."""
    if one[0] != other[0] or not isinstance(other[1], dict):
        return one, other
    return {name: (one[1].get(name), other[1].get(name))
            for name in one[1].keys() | other[1].keys()
            if one[1].get(name) != other[1].get(name)}


def main():
    most = int(sys.argv[1]) if len(sys.argv) > 1 else float('inf')
    different = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, source, flags in lines(most):
            subprocess.run([MAZURKA, 'cc', '-O1', '-g', '-pthread', source,
                            *flags.split(), '-o', 'program'], check=True)
            alone = check([], './program')
            found = {}
            for n in RANKS:
                other = check(['mpirun', '--oversubscribe', '-n', str(n)],
                              './program')
                if other != alone:
                    found[n] = difference(alone, other)
            different += bool(found)
            print(name, alone[1]['verdict'], alone[1]['executions'],
                  f'NOT: {found}' if found else 'same', flush=True)
    print(f'{different} differ')
    return different != 0


if __name__ == '__main__':
    sys.exit(main())
