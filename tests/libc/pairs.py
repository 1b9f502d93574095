#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes each pair of calls (pairs.h) in both orders, and looks for what they
return then among what two threads may see, where plain accesses are checked for
races and where they interleave: tests/libc/pairs.py PROGRAM

The program's calls change nothing but files in a folder of this test's own.
"""
import os
import subprocess
import sys
import tempfile

MAZURKA = os.environ['MAZURKA']
ERROR = 42
ASSERTIONS = 'argv[3]', 'argv[5]'

# The program is the same each time: it is audited in one of both.
MODES = (), ('--plain=interleave', '--audit=off')

failures = 0


def failed(text):
    global failures
    failures += 1
    print(text)


def run(arguments):
    """In a folder that is empty."""
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(arguments, cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)


def returned(program, name, order, file):
    if run([program, name, order, file]).returncode:
        return None
    with open(file, encoding='utf-8') as text:
        return text.read().split()


def check(program, name, values, is_refused, options):
    """Both are to be found. (What is refused may depend on more, natively.)"""
    ran = run([MAZURKA, 'check', '--keep-going', '--explain=1',
               '--critical=off', '--simplest=off', *options, program, '--',
               name, 'both', *values[0], *values[1]])
    found = [text in ran.stdout for text in ASSERTIONS]
    if is_refused:
        if 'unsupported' not in ran.stdout:
            failed(f'{name} {options}: is not refused: {ran.stdout}')
    elif ran.returncode != ERROR or not all(found):
        failed(f'{name} {options}: of {values} {found} were found: '
               f'{ran.stdout}')


def main():
    program = os.path.abspath(sys.argv[1])
    rows = run([program]).stdout.splitlines()
    with tempfile.TemporaryDirectory() as folder:
        for row in rows:
            name, *refused = row.split()
            values = [returned(program, name, order, f'{folder}/values')
                      for order in ('first', 'second')]
            if None in values or values[0] == values[1]:
                failed(f'{name}: {values}')
                continue
            for options in MODES:
                check(program, name, values, bool(refused), options)
    print(f'{len(rows)} pairs, {failures} failures')
    return 1 if failures or not rows else 0


sys.exit(main())
