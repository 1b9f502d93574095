#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A search that its time limit interrupts again and again has the numbers of one
that was not interrupted: bench/scale/interrupted.py [TIMES]

By one process, by two workers and, where mpirun is, by three ranks, searches are
stopped by --timeout TIMES (50) times and gone on with; then they go on to the
end. Prints what each had counted, and fails if that differs, or if one came to
its end before it had been interrupted as often.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
MAZURKA = os.path.join(ROOT, os.environ.get('MAZURKA_BUILD', 'build'),
                       'mazurka')
# By pop, and by trust.
PROGRAMS = (('bench/programs/fib_bench.c', '-DN=6', []),
            ('bench/programs/lastzero.c', '-DN=20', []),
            ('bench/programs/fib_bench.c', '-DN=6', ['--memory-model=rc11']))
WAYS = {'-j 1': ([], ['-j', '1']), '-j 2': ([], ['-j', '2']),
        '-n 3': (['mpirun', '--oversubscribe', '-n', '3'], [])}
COUNTS = ('verdict executions blocked assume_blocked loop_blocked cut_short '
          'deadlocked events').split()
ENVIRONMENT = {**os.environ, 'OMPI_ALLOW_RUN_AS_ROOT': '1',
               'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'}


def run(words):
    """The exit status, what was counted, and the errors."""
    ran = subprocess.run(words, capture_output=True, text=True,
                         stdin=subprocess.DEVNULL, env=ENVIRONMENT)
    report = json.loads(ran.stdout)
    return (ran.returncode, [report[name] for name in COUNTS],
            [error['message'] for error in report['errors']])


def interrupted(way, options, times):
    """How often it was, and what it came to."""
    begin, jobs = WAYS[way]
    check = [*begin, MAZURKA, 'check', *jobs, *options, './program']
    resume = [*begin, MAZURKA, 'resume', *jobs, 'kept']
    limit = ['--format=json', '--timeout=0.05']
    status, *found = run([*check, '--checkpoint=kept', *limit])
    count = 0
    while status == 3 and os.path.exists('kept'):
        count += 1
        status, *found = run([*resume, *(limit if count < times
                                        else ['--format=json',
                                              '--timeout=9999'])])
    return count, (status, *found)


def main():
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for source, flag, options in PROGRAMS:
            subprocess.run([MAZURKA, 'cc', '-O1', '-g', '-pthread', flag,
                            f'{ROOT}/{source}', '-o', 'program'], check=True)
            alone = run([MAZURKA, 'check', '--format=json', *options,
                         './program'])
            for way in WAYS:
                if way == '-n 3' and not shutil.which('mpirun'):
                    continue
                count, found = interrupted(way, options, times)
                is_same = found == alone and count >= times
                wrong += not is_same
                print(source, flag, *options, way, f'interrupted {count} '
                      'times:', found, 'same' if is_same else f'NOT {alone}',
                      flush=True)
        os.chdir('/')
    return wrong != 0


if __name__ == '__main__':
    sys.exit(main())
