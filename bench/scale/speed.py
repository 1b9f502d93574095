#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much faster two ranks are than one: bench/scale/speed.py [TIMES]

On a machine with two cores that nothing else uses. So many times (5), by turns,
each program is checked by `mpirun -n 1` and `-n 2`; prints the least seconds of
both, as the report has them, and their quotient.
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
# The largest filesystem takes 0.07 s, in which nothing can be shared.
PROGRAMS = (('fib_bench', '-DN=6'), ('lastzero', '-DN=20'))


def seconds(n):
    ran = subprocess.run(
        ['mpirun', '-n', str(n), MAZURKA, 'check', '--format=json',
         './program'], capture_output=True, text=True, check=True,
        env={**os.environ, 'OMPI_ALLOW_RUN_AS_ROOT': '1',
             'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'})
    return json.loads(ran.stdout)['seconds']


def main():
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, flag in PROGRAMS:
            subprocess.run([MAZURKA, 'cc', '-O1', '-g', '-pthread', flag,
                            f'{ROOT}/bench/programs/{name}.c', '-o',
                            'program'], check=True)
            both = [(seconds(1), seconds(2)) for _ in range(times)]
            one, two = (min(each) for each in zip(*both))
            print(f'{name} {flag}: {one:.2f} s, {two:.2f} s: '
                  f'{one / two:.2f} times', flush=True)
        os.chdir('/')


if __name__ == '__main__':
    main()
