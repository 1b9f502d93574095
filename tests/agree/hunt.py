#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Errors of known depth, and who finds them: hunt.py [--table [SEEDS]] [NAME ...]

The programs are in tests/hunt/; each says how deep its error is. By the theorem of
probabilistic concurrency testing an execution of n threads and k steps that is drawn
for depth d has an error of that depth with a probability p of at least
1 / (n k^(d - 1)). Here so many are drawn that some 40 have it, and it is counted
which have: far fewer (five standard deviations) is wrong. Where that would take too
many, the program is left out.

With --table: how many executions each search needs, the median of SEEDS seeds
(20), in Markdown.
"""
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

MAZURKA = os.environ['MAZURKA']
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../hunt')
ENOUGH = 40     # executions that are to have the error, at worst
MOST = 150000   # executions drawn, else the theorem is not tried
LONGEST = 30000 # of the table: then the error counts as not found


def programs(names):
    """(name, path, depth)"""
    for file in sorted(os.listdir(FOLDER)):
        name = os.path.splitext(file)[0]
        path = os.path.join(FOLDER, file)
        with open(path, encoding='utf-8') as source:
            depth = re.search(r'^/\* depth: (\d) \*/$', source.read(), re.M)
        if not depth:
            sys.exit(f'{path} does not say how deep its error is')
        if not names or name in names:
            yield name, path, int(depth[1])


def compiled(path, folder):
    program = os.path.join(folder, os.path.basename(path)[:-2])
    subprocess.run([MAZURKA, 'cc', '-O1', '-pthread', '-o', program, path],
                   check=True)
    return program


def check(program, *options):
    command = [MAZURKA, 'check', '--format=json', '--audit=off', *options, program]
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                         stderr=subprocess.PIPE, check=False)
    try:
        result = json.loads(ran.stdout)
    except ValueError:
        sys.exit(f'{" ".join(command)}: status {ran.returncode}\n{ran.stderr}')
    assert ran.returncode in (0, 3, 42), ran
    return ran.returncode == 42, result


def promise(program, depth):
    """After how many executions on average an error of that depth is found, at
    worst; and n and k."""
    _, result = check(program, '--algorithm=pct', '--max-executions=200',
                      '--keep-going')
    told = result['sampled']
    return told['threads'] * told['steps'] ** (depth - 1), told


# --- the theorem --------------------------------------------------------------

def try_theorem(name, program, depth):
    """None, or what is wrong; and whether it could be tried."""
    worst, _ = promise(program, depth)
    most = 64 + depth * ENOUGH * worst
    if most > MOST:
        return None, False
    _, result = check(program, '--algorithm=pct', f'--depth={depth}',
                      '--keep-going', f'--max-executions={most}')
    told = result['sampled']
    if told['cut']:
        return f'{name}: a thread that waited in a loop did not go on', True
    drawn = told['depths'][depth - 1]
    least = 1 / (told['threads'] * told['steps'] ** (depth - 1))
    expected = drawn['executions'] * least
    if drawn['failed'] >= expected - 5 * math.sqrt(expected):
        return None, True
    return (f'{name}: {drawn["failed"]} of {drawn["executions"]} executions drawn '
            f'for depth {depth} have the error, not {expected:.0f}: '
            f'{told["threads"]} threads, {told["steps"]} steps'), True


# --- what races draws again ----------------------------------------------------

# In these threads race again and again, or a random walk hardly ever comes there;
# pos does: (program, executions).
BY_POS = {'three_hands': 2000, 'turns_5': 500}


def try_pos(name, program):
    """The same for pos."""
    if name not in BY_POS:
        return None
    found, _ = check(program, '--algorithm=pos',
                     f'--max-executions={BY_POS[name]}')
    return None if found else f'{name}: pos does not find it'


# --- the table ----------------------------------------------------------------

SEARCHES = {
    'random': ['--algorithm=random'], 'pct': ['--algorithm=pct'],
    'pos': ['--algorithm=pos'], 'iterative': ['--algorithm=iterative'],
    'pop': [],
}


def needed(program, options, seeds):
    """The median, those included after which the search has begun anew;
    infinity if most seeds do not find it."""
    if '--seed=1' in options:
        seeds = 1
    counts = []
    for seed in range(1, seeds + 1):
        seeded = [f'--seed={seed}'] if seeds > 1 else []
        found, result = check(program, *options, *seeded,
                              f'--max-executions={LONGEST}')
        counts.append(result['errors'][0]['execution'] +
                      result.get('begun_anew_after', 0) if found else math.inf)
    return statistics.median(counts)


def row(name, program, depth, seeds):
    worst, told = promise(program, depth)
    cells = [name, depth, told['threads'], told['steps'], f'{worst:,}']
    for search, options in SEARCHES.items():
        draws = search in ('random', 'pct', 'pos')
        count = needed(program, options, seeds if draws else 1)
        cells.append(f'> {LONGEST:,}' if count == math.inf else f'{count:,.0f}')
    print('| ' + ' | '.join(map(str, cells)) + ' |', flush=True)


def main():
    words = sys.argv[1:]
    has_table = words[:1] == ['--table']
    seeds = 20
    if has_table:
        words.pop(0)
        if words and words[0].isdigit():
            seeds = int(words.pop(0))
        print('| program | depth | threads | steps | n k^(d-1) | ' +
              ' | '.join(SEARCHES) + ' |')
        print('| --- |' + ' ---: |' * (4 + len(SEARCHES)))
    wrong, tried, count = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, path, depth in programs(words):
            program = compiled(path, folder)
            count += 1
            if has_table:
                row(name, program, depth, seeds)
                continue
            problem, was_tried = try_theorem(name, program, depth)
            tried += was_tried
            wrong += filter(None, [problem, try_pos(name, program)])
    if has_table:
        return
    print(f'{count} programs, {tried} of them with as many errors as there must be, '
          f'{len(wrong)} wrong')
    if wrong or not words and tried < 12:
        sys.exit('\n'.join(wrong) or 'too few could be tried')


main()
