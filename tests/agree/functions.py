#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs of tests/programs, whose main a test program explores by mz_check:
functions.py [NAME ...]

Verdict, executions, deadlocks and the kind of the error must be those that
`mazurka check` has of the whole program. Without names each 24th program is
taken; MAZURKA_TEST_ALL: all.

What is different, and left out, is what comes at the end of a process but not of
a function (handlers of exit), and what exists before it: more than 64 threads
need another library, barriers of before are refused.
"""
import concurrent.futures
import glob
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

MAZURKA = os.environ['MAZURKA']
HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, '../programs')
STEP = 1 if os.environ.get('MAZURKA_TEST_ALL') else 24
MOST = 500 # executions
LEAST = 25 # programs
ALWAYS = 'frame_await_left', 'invalid_free_stack'
DIFFERENT = re.compile(r'exit_|many_threads|barrier_before_main|signal_exit|'
                       r'unsupported_(many_threads|stream_at_exit)|.*_at_exit')


def run(*command, **how):
    return subprocess.run(command, capture_output=True, text=True, check=False,
                          errors='replace', stdin=subprocess.DEVNULL, **how)


def build(*words):
    made = run(MAZURKA, 'cc', '-O1', *words)
    if made.returncode:
        sys.exit(f'{shlex.join(words)}\n{made.stderr}')


def options_of(path):
    """Of the compiler, and of the check, as its first comment has them; None: it
    wants what a function cannot have."""
    with open(path, encoding='utf-8', errors='replace') as file:
        head = file.read(2000)
    found = re.search(r'^(?:/\*| \*) mazurka:(.*?)(?:\*/)?$', head, re.M)
    words = shlex.split(found[1]) if found else []
    if '--' in words or re.search(r'^ \* isolation:', head, re.M):
        return None
    is_for_check = re.compile('--(?!asm)')
    return ([word for word in words if not is_for_check.match(word)],
            [word for word in words if is_for_check.match(word)])


def outcome(text):
    report = json.loads(text)
    kinds = [error['kind'] for error in report['errors']][:1]
    return {'verdict': report['verdict'], 'executions': report['executions'],
            'deadlocked': report['deadlocked'], 'kinds': kinds,
            'message': report.get('message')}


def check(path, options, place):
    """What is wrong, or None."""
    base = os.path.join(place, os.path.basename(path))
    for_compiler, options = options
    options = options + [f'--max-executions={MOST}', '--format=json']
    build('-c', *for_compiler, path, '-o', f'{base}.o')
    build(f'{base}.o', *for_compiler, '-o', f'{base}.whole')
    subprocess.run(['objcopy', '--redefine-sym', 'main=program_main',
                    f'{base}.o'], check=True)
    build(f'{base}.o', os.path.join(place, 'driver.o'), *for_compiler,
          '-o', f'{base}.test')
    whole = run(MAZURKA, 'check', '--quiet', *options, f'{base}.whole')
    test = run(f'{base}.test', env=dict(
        os.environ, MORE=shlex.join(options + [f'--output={base}.json'])))
    if not os.path.exists(f'{base}.json'):
        return f'{path}: no report\n{test.stderr}'
    with open(f'{base}.json', encoding='utf-8') as file:
        found = outcome(file.read())
    expected = outcome(whole.stdout)
    if found != expected or test.returncode != whole.returncode:
        return f'{path}: {found}, not {expected}\n{test.stderr}'
    return None


def main():
    paths = sorted(glob.glob(os.path.join(PROGRAMS, '*.c')))
    if len(sys.argv) > 1:
        paths = [os.path.join(PROGRAMS, name + '.c') for name in sys.argv[1:]]
    else:
        paths = [path for i, path in enumerate(paths)
                 if i % STEP == 0 or
                 os.path.basename(path).removesuffix('.c') in ALWAYS]
    chosen = [(path, options_of(path)) for path in paths
              if not DIFFERENT.match(os.path.basename(path))]
    chosen = [(path, options) for path, options in chosen
              if options is not None]
    with tempfile.TemporaryDirectory() as place, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        build('-c', os.path.join(HERE, 'functions.c'), '-o',
              os.path.join(place, 'driver.o'))
        wrong = [said for said in pool.map(
            lambda item: check(*item, place), chosen) if said]
    if wrong:
        sys.exit('\n'.join(wrong))
    if len(sys.argv) == 1 and len(chosen) < LEAST:
        sys.exit(f'{len(chosen)} programs are too few')
    print(f'{len(chosen)} programs')


main()
