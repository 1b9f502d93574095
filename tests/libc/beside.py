#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes each call of beside.h before, amid and after what another thread does with
its memory, and looks for what is seen then among what there is to be seen with
--plain=interleave: tests/libc/beside.py PROGRAM [WAYS [NAME...]]

WAYS are letters, as in beside.cc. The program's calls change nothing but files in
a folder of this test's own.
"""
import os
import subprocess
import sys
import tempfile

MAZURKA = os.environ['MAZURKA']
ERROR = 42


def run(arguments):
    """In a folder that is empty."""
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(arguments, cwd=folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True)


def outcome(program, name, way, place, file):
    ran = run([program, name, way, place, file])
    if ran.returncode:
        sys.exit(f'{name} {way} {place}: {ran.returncode} {ran.stdout}')
    with open(file, encoding='utf-8') as text:
        return text.read()


def is_complete(program, name, way, outcomes, options):
    ran = run([MAZURKA, 'check', '--plain=interleave', '--keep-going',
               '--explain=1', '--critical=off', '--simplest=off', *options,
               program, '--', name, way, 'both', *outcomes])
    missing = [o for i, o in enumerate(outcomes)
               if f'argv[{i + 4}]' not in ran.stdout]
    if ran.returncode == ERROR and not missing:
        return True
    print(f'{name} {way}: of {outcomes} {missing} were not found: {ran.stdout}')
    return False


def main():
    program, ways = os.path.abspath(sys.argv[1]), (sys.argv[2:] or ['rwR'])[0]
    names = sys.argv[3:] or run([program]).stdout.split()
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            for way in ways:
                outcomes = sorted({outcome(program, name, way, place,
                                           f'{folder}/outcome')
                                   for place in '012'})
                # The call is the same in each way: it is audited in one.
                options = [] if way == ways[0] else ['--audit=off']
                failures += not is_complete(program, name, way, outcomes,
                                            options)
    print(f'{len(names)} calls, {failures} failures')
    return 1 if failures or not names else 0


sys.exit(main())
