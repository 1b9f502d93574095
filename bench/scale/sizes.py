#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What part of a task its gifts are: bench/scale/sizes.py oldest.txt second.txt

Programs of bench/ are stopped after some executions; what is left of each is
split, a task a part, and each is explored to its end: so many executions it
has. (The first is what was about to be run.) The oldest is what a worker gives
away first; writes, a line each, what part that was of all that it and those
behind it have, and to the second file what each second one would have been.
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
PARTS = 200
PROGRAMS = (('fib_bench', '-DN=4', (500, 3000, 9000)),
            ('lastzero', '-DN=10', (100, 1000)),
            ('filesystem', '-DN=22', (50, 200)))


def mazurka(*words):
    ran = subprocess.run([MAZURKA, *words], capture_output=True, text=True)
    return ran.stdout, ran.stderr


def executions(text):
    return json.loads(text)['executions']


def sizes(each):
    for name in os.listdir('.'):
        if name.startswith('kept'):
            os.remove(name)
    mazurka('check', '--checkpoint=kept', f'--max-executions={each}',
            './program')
    mazurka('split', str(PARTS), 'kept')
    found = []
    for part in range(1, PARTS + 1):
        text, _ = mazurka('resume', '--format=json',
                          '--max-executions=99999999', f'kept.{part}')
        found.append(executions(text) - (each if part == 1 else 0))
    while found and not found[-1]:
        found.pop()
    return found


def main():
    oldest, second = (open(path, 'w') for path in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, flag, stops in PROGRAMS:
            subprocess.run([MAZURKA, 'cc', '-O1', '-g', '-pthread', flag,
                            f'{ROOT}/bench/programs/{name}.c', '-o',
                            'program'], check=True)
            for each in stops:
                found = sizes(each)
                print(name, flag, each, found, file=sys.stderr)
                for i in range(1, len(found) - 1):
                    left = sum(found[i:])
                    print(f'{found[i] / left:.4f}', file=oldest)
                    print(f'{sum(found[i::2]) / left:.4f}', file=second)
        os.chdir('/')


if __name__ == '__main__':
    main()
