#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Outcomes that programs have natively must be found: outcomes.py [OPTION...]

Makes small random programs of the calls in *.calls, of two or three threads with a
few calls each. The outcome of one is what all calls have returned. Each is run
natively, again and again, its calls in random orders by time, and then explored;
each outcome that was seen must be found, unless the program is refused, or the
verdict says that it is not whole. One that is missing where all was explored is an
unearned `safe`, and told, with the command that shows it again.

What is run natively is chance; so this is no part of `tests/run`. What it finds
becomes a program of tests/programs.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MAZURKA = os.environ.get('MAZURKA') or os.path.join(
    HERE, '../../build/mazurka')
THREADS, MOST = 3, 6  # of calls, in a thread
LIMIT = 60  # outcomes of a program that are looked for

# Each program is explored by the first, and one of the others in turn.
WAYS = [
    ('gcc', '-O1', []),
    ('gcc', '-O1', ['--plain=interleave']),
    ('gcc', '-O1', ['--algorithm=optimal']),
    ('gcc', '-O0', []),
    ('gcc', '-O2', ['--plain=interleave', '--algorithm=optimal']),
    ('clang', '-O1', []),
    ('clang', '-O2', ['--plain=interleave']),
    ('gcc', '-O1', ['--algorithm=source', '--dependence=object']),
]


class Family:
    def __init__(self, name, subjects):
        self.name, self.subjects = name, subjects.split()
        self.code, self.starts, self.ends, self.ops = [], [], [], []


def read_families(path):
    families = []
    with open(path, encoding='utf-8') as file:
        for line in file.read().splitlines():
            if line.startswith('== '):
                name, subjects = line[3:].split(':')
                families.append(Family(name, subjects))
            elif not families or line.startswith('# '):
                continue
            elif match := re.match(r'op (\w+): (.*)', line):
                families[-1].ops.append((match[1], match[2]))
            elif line.startswith('start '):
                families[-1].starts.append(line[6:])
            elif line.startswith('end '):
                families[-1].ends.append(line[4:])
            else:
                families[-1].code.append(line)
    return families


def source_of(families, head):
    ops = [(f'{f.name}.{name}', call) for f in families for name, call in f.ops]
    lines = [f'#include "{os.path.join(HERE, head)}"', '']
    for family in families:
        lines += family.code
    lines += ['', 'static int call(int number, int me)', '{', '    (void)me;',
              '    switch (number) {']
    for number, (_, call) in enumerate(ops):
        lines += [f'    case {number}:', f'        return {call};']
    lines += ['    }', '    return 0;', '}', '',
              'static void start(void)', '{']
    lines += ['    ' + s for f in families for s in f.starts]
    lines += ['}', '', 'static void end(void)', '{']
    lines += [f'    tell_end({e});' for f in families for e in f.ends]
    lines += ['}', '', f'#include "{os.path.join(HERE, "run.h")}"', '']
    return '\n'.join(lines), [name for name, _ in ops]


def code_of(choose, count):
    """A few calls of each thread, as numbers; often ones that were chosen before."""
    threads = choose.choice((2, 2, 2, 3))
    most = 3 if threads == 2 else 2
    few = [choose.randrange(count) for _ in range(choose.randrange(2, 6))]
    return ','.join(
        '-'.join(str(choose.choice(few) if choose.random() < 0.8 else
                     choose.randrange(count))
                 for _ in range(choose.randrange(1, most + 1)))
        for _ in range(threads))


def named(code, names):
    return ' | '.join(' '.join(names[int(n)] for n in part.split('-'))
                      for part in code.split(','))


def run(command, timeout, **how):
    return subprocess.run(command, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, errors='replace', timeout=timeout,
                          check=False, **how)


class Program:
    """A source with all calls of some families; which are called is its
    argument."""

    def __init__(self, families, args, place):
        self.args, self.place = args, place
        self.head, self.suffix, self.standard = (
            ('cxx.h', '.cc', '-std=gnu++20') if args.cxx else
            ('c.h', '.c', '-std=gnu11'))
        text, self.names = source_of(families, self.head)
        self.source = os.path.join(place, 'program' + self.suffix)
        with open(self.source, 'w', encoding='utf-8') as file:
            file.write(text)
        self.made = {}

    def words(self):
        return [self.standard, '-pthread', '-w', self.source, '-lrt', '-lm']

    def native(self):
        path = os.path.join(self.place, 'native')
        if path not in self.made:
            made = run(['g++' if self.args.cxx else 'gcc', '-O1', '-DNATIVE',
                        '-o', path, *self.words()], 300)
            self.made[path] = made.returncode == 0
            if made.returncode:
                raise RuntimeError(made.stderr)
        return path

    def checked(self, compiler, level):
        """None: it cannot be compiled so."""
        path = os.path.join(self.place, compiler + level)
        if path not in self.made:
            env = dict(os.environ)
            name = {'gcc': 'g++', 'clang': 'clang++'}[compiler] \
                if self.args.cxx else compiler
            env['MAZURKA_CXX' if self.args.cxx else 'MAZURKA_CC'] = name
            made = run([MAZURKA, 'c++' if self.args.cxx else 'cc', '-g', level,
                        '-o', path, *self.words()], 300, env=env)
            self.made[path] = made.returncode == 0
            if made.returncode:
                print(f'# {compiler} {level}: {made.stderr[:400]}')
        return path if self.made[path] else None


def outcomes_of(program, code, args, seed):
    """As often as they were seen."""
    ran = run([program.native(), code, str(args.runs), str(seed)], 600)
    return collections.Counter(dict(
        (line.split(' ', 1)[1], int(line.split(' ', 1)[0]))
        for line in ran.stdout.splitlines()))


FOUND = re.compile(r'exit with status (\d+)')


def explored(path, code, outcomes, options, args):
    """(what came of it, statuses that were found, the report)"""
    command = [MAZURKA, 'check', '--keep-going', '--format=json', '--quiet',
               '--critical=off', '--simplest=off', '--explain=1',
               f'--timeout={args.timeout}', *options, path, '--', code,
               *outcomes]
    with tempfile.TemporaryDirectory(dir=args.place) as folder:
        folder = os.path.join(folder, 'here')
        os.mkdir(folder)
        try:
            ran = run(command, args.timeout * 4 + 60, cwd=folder)
        except subprocess.TimeoutExpired:
            return 'hangs', set(), {}, command
    try:
        report = json.loads(ran.stdout)
    except ValueError:
        return f'status {ran.returncode}', set(), {'said': ran.stderr}, command
    found, kinds = set(), set()
    for error in report['errors']:
        match = FOUND.search(error.get('message') or '')
        if match:
            found.add(int(match[1]))
        else:
            kinds.add(error['kind'])
    verdict = report['verdict']
    if report.get('unsupported'):
        verdict = 'unsupported'
    elif verdict == 'error':
        verdict = 'limited' if report.get('limits') or report.get('limit') \
            else 'whole'
    report['kinds'] = kinds
    return verdict, found, report, command


def is_found_alone(path, code, outcome, options, args):
    """After an execution with an error, whatever it would have done then is not
    explored: so one is looked for in which all other outcomes are none."""
    verdict, found, _, _ = explored(path, code, [outcome], options, args)
    return bool(found) or verdict not in ('safe', 'whole')


def judge(program, names, code, seed, args, number):
    """Yields (kind, text)."""
    seen = outcomes_of(program, code, args, seed)
    hang = seen.pop('hang', 0)
    crashed = [o for o in seen if o.startswith('signal')]
    for outcome in crashed:
        del seen[outcome]
    outcomes = [o for o, _ in seen.most_common(LIMIT)]
    ways = WAYS if args.all else [WAYS[0],
                                  WAYS[1 + number % (len(WAYS) - 1)]]
    for compiler, level, options in ways:
        path = program.checked(compiler, level)
        if not path:
            continue
        verdict, found, report, command = explored(
            path, code, outcomes, options, args)
        missing = [o for i, o in enumerate(outcomes, 1) if i not in found]
        if verdict in ('safe', 'whole') and not report['kinds']:
            missing = [o for o in missing if not is_found_alone(
                path, code, o, options, args)]
        how = ' '.join([compiler, level, *options])
        tell = (f'{named(code, names)}\n    {how}: {verdict} '
                f'{report.get("message") or ""} '
                f'kinds={sorted(report.get("kinds", []))} '
                f'not_seen={[n.get("name") for n in report.get("not_seen", [])]}'
                f' limit={report.get("limit")}\n'
                f'    {len(outcomes)} outcomes, missing '
                f'{[(o, seen[o]) for o in missing]} hang={hang} '
                f'crashed={crashed}\n    > {shlex.join(command[:-len(outcomes)] if outcomes else command)} ...')
        others = report.get('kinds', set())
        if verdict == 'unsupported':
            yield 'refused: ' + re.sub(r'\d+', 'N', report['message']), tell
        elif verdict in ('safe', 'whole'):
            if missing and not others:
                yield 'MISSING', tell
            elif hang > 2 and 'deadlock' not in others and not others:
                yield 'HANG MISSING', tell
            elif crashed and not others:
                yield 'CRASH MISSING', tell
            elif others - {'deadlock'}:
                yield 'error: ' + ','.join(sorted(others)), tell
            elif others and missing:
                yield 'MISSING beside deadlock', tell
            elif others and not hang:
                yield 'deadlock found only', tell
            else:
                yield 'agrees', tell
        elif verdict in ('incomplete', 'limited'):
            limit = report.get('limit') or report.get('limits')
            yield f'incomplete: {limit} ' + ','.join(
                str(n.get('name')) for n in report.get('not_seen', [])), tell
        else:
            yield 'FAILS: ' + verdict, tell + '\n' + report.get('said', '')[:600]


def mix_of(choose, families, only, each, seed):
    if only:
        return [f for f in families if f.name in only]
    one = choose.choice(families)
    if each:
        return [families[seed % len(families)]]
    chosen = [one]
    for _ in range(choose.choice((0, 0, 1, 1, 2))):
        near = [f for f in families if set(f.subjects) & set(one.subjects)]
        other = choose.choice(near if choose.random() < 0.6 else families)
        if other not in chosen:
            chosen.append(other)
    return chosen


def one_mix(args, families, seed):
    choose = random.Random(seed)
    mix = mix_of(choose, families, args.only, args.each, seed)
    said = []
    with tempfile.TemporaryDirectory(dir=args.place) as place:
        program = Program(mix, args, place)
        try:
            program.native()
        except RuntimeError as why:
            return [('DOES NOT COMPILE', str(why)[:2000])]
        codes = args.code or [code_of(choose, len(program.names))
                              for _ in range(args.codes)]
        for number, code in enumerate(codes):
            for kind, text in judge(program, program.names, code,
                                    seed * 1000 + number, args, seed + number):
                said.append((kind, f'seed {seed}, {"+".join(f.name for f in mix)}'
                                   f', {code}: {text}'))
    return said


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--cxx', action='store_true', help='programs in C++')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--mixes', type=int, default=10)
    parser.add_argument('--codes', type=int, default=20, help='of each mix')
    parser.add_argument('--runs', type=int, default=150, help='natively')
    parser.add_argument('--each', action='store_true',
                        help='one family after the other')
    parser.add_argument('--only', action='append', help='this family')
    parser.add_argument('--code', action='append', help='this program')
    parser.add_argument('--all', action='store_true', help='in all ways')
    parser.add_argument('--timeout', type=int, default=20)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--log', default='/dev/stdout')
    parser.add_argument('--verbose', action='store_true')
    args = parser.parse_args()
    families = read_families(os.path.join(
        HERE, 'cxx.calls' if args.cxx else 'c.calls'))
    counts, bad = collections.Counter(), 0
    with tempfile.TemporaryDirectory(dir='/dev/shm') as args.place, \
            open(args.log, 'a', encoding='utf-8') as log, \
            concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        mixes = [pool.submit(one_mix, args, families, seed)
                 for seed in range(args.seed, args.seed + args.mixes)]
        for mix in concurrent.futures.as_completed(mixes):
            for kind, text in mix.result():
                if counts[kind] < 4 or kind[:4].isupper() or args.verbose:
                    print(f'{kind}\n  {text}', file=log, flush=True)
                counts[kind] += 1
                bad += kind[:4].isupper()
        for kind, count in counts.most_common():
            print(f'# {count} {kind}', file=log, flush=True)
    sys.exit(bad > 0)


main()
