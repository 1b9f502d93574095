#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tables of libstdc++'s functions against the library that is installed:
each row is about a function that it exports, and each pattern of what is
harmless fits a name, none of which has a row. A library newer than the tables
may have more."""
import fnmatch
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
RUNTIME = os.path.join(ROOT, 'src', 'runtime')


def exported():
    path = subprocess.run(['g++', '-print-file-name=libstdc++.so.6'],
                          check=True, text=True,
                          stdout=subprocess.PIPE).stdout.strip()
    listed = subprocess.run(['nm', '-D', '--defined-only', path], check=True,
                            text=True, stdout=subprocess.PIPE).stdout
    return {re.sub('@.*', '', line.split()[2])
            for line in listed.splitlines()}


def rows():
    with open(os.path.join(RUNTIME, 'interposed.txt'),
              encoding='utf-8') as text:
        for part in text.read().split('\n# ')[1:]:
            title, *names = part.splitlines()
            if title.startswith('libstdcxx'):
                yield from filter(None, names)


def patterns():
    with open(os.path.join(RUNTIME, 'libstdcxx_known.c'),
              encoding='utf-8') as text:
        return re.findall(r'"([^" ]+\w[^" ]*)"',
                          re.sub(r'#include.*', '', text.read()))


def main():
    there = exported()
    told = set(rows())
    wrong = [f'{name}: libstdc++ does not export it' for name in told - there]
    for pattern in patterns():
        if not fnmatch.filter(there - told, pattern):
            wrong.append(f'{pattern}: fits nothing')
    print('\n'.join(sorted(wrong)))
    sys.exit(bool(wrong))


main()
