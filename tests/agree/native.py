#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Native = model (DESIGN section 9): native.py [COUNT [MIX]]

Random scripts, compiled to C and checked, must have the counts that the model's
oracle has for them. test_oracle --emit writes them all into one program, which
runs the one it is given the number of, and their counts into its comments.

Those that await something are checked once more with loops that spin instead
(-DSPIN): what is left when executions are left out in which a loop waited for
what came later is the same.

That algorithms agree with one another on the same operations is test_oracle's to
say, of many more scripts. Here the operations are in question: a script is
searched by one algorithm with each dependence, by another one with the next, and
as many scripts by each. Where $MAZURKA_TEST_ALL is set, all are by all.
"""
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from in_turn import DOES_ALL, as_found, in_turn

MAZURKA = os.environ['MAZURKA']
TEST_ORACLE = os.path.join(os.path.dirname(MAZURKA),
                           'tests', 'model', 'test_oracle')
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 200
MIX = ['--mix', sys.argv[2]] if len(sys.argv) > 2 else []
NAIVE = 20000 if DOES_ALL else 3000  # interleavings; beyond, naive is not run
# The default: pop, or optimal where pop cannot treat a script.
ALWAYS = ['--checkpoints=always']
TRUST = ['--algorithm=trust'] # or source, where trust cannot treat a script
OPTIMAL = [['--algorithm=optimal'], ['--algorithm=qpor'], []]
FIELDS = ('executions', 'deadlocked', 'assume_blocked')
COUNTS = re.compile(r'^// (\d+): (\w+) executions (\d+) deadlocked (\d+) '
                    r'assume_blocked (\d+) naive (\d+) (\d+) (\d+)$', re.M)


def searches(source):
    """(number, options, counts) for each search that is to be made."""
    for match in COUNTS.finditer(source):
        turn = int(match[1]) + (match[2] == 'add')
        counts = [int(count) for count in match.groups()[2:]]
        dependence = f'--dependence={match[2]}'
        trust = [TRUST] * (match[2] == 'add')
        for algorithm in in_turn(
                [*trust, ['--algorithm=source'], *OPTIMAL], turn // 2):
            yield match[1], [*algorithm, dependence], counts[:3]
        if sum(counts[3:]) <= NAIVE and match[2] == 'add':
            plain = [(match[1], ['--algorithm=naive', '--sleep-sets=off'],
                      counts[3:])]
            # Who waits for a signal looks in vain before, and who joins one
            # that is sent some tells it: events of which traces know nothing.
            if re.search('send|kill', script_of(source, match[1])):
                plain = []
            yield from in_turn(plain + [
                (match[1], ['--algorithm=naive', '--sleep-sets=on', dependence],
                 counts[:3])], turn // len(OPTIMAL))


def spinning_searches(source):
    """The same for what is to be made of loops that spin."""
    for number, options, counts in searches(source):
        script = script_of(source, number)
        # In each round of a loop a thread looks for signals. And what is
        # awaited is not added to by what commutes; what a loop waits for is.
        if ('--dependence=add' in options and 'await' in script and
                'kill' not in script and 'plus' not in script):
            yield number, options, counts


def compares(number, options):
    """Some compare restored state with replayed state, in each execution."""
    return number // 16 % 4 == 0 and '--algorithm=naive' not in options


EXIT_STATUS = {'error': 42, 'incomplete': 3, 'safe': 0}


def verdict_of(executions, deadlocked, assume_blocked):
    """Where every execution stops at a false assumption nothing is shown."""
    if deadlocked:
        return 'error'
    return 'incomplete' if assume_blocked and not executions else 'safe'


def check(program, number, options, counts):
    """'', or what is wrong."""
    command = [MAZURKA, 'check', '--format=json', '--keep-going', '--quiet',
               *(ALWAYS if compares(int(number), options) else []),
               *as_found(int(number)),
               *options, program, '--', number]
    ran = subprocess.run(command, text=True, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    verdict = verdict_of(*counts)
    expected = dict(zip(FIELDS, counts), verdict=verdict)
    if options[:-1] in OPTIMAL:
        expected['blocked'] = 0
    try:
        result = json.loads(ran.stdout)
    except ValueError:
        result = {}
    if options[:-1] == TRUST and ran.returncode == 2:
        return check(program, number, ['--algorithm=source', *options[-1:]],
                     counts)
    told = {name: result.get(name) for name in expected}
    if told == expected and ran.returncode == EXIT_STATUS[verdict]:
        return ''
    return '\n'.join([f'script {number}: {told}, exit status {ran.returncode}',
                      f'  expected {expected}',
                      '  > ' + ' '.join(map(shlex.quote, command)),
                      ran.stderr])


def script_of(source, number):
    return re.search(rf'// {number}: .*\n/\*\n((?:.*\n)*?)\*/',
                     source)[1]


def main():
    source = subprocess.run([TEST_ORACLE, *MIX, '--emit', str(COUNT)],
                            check=True, text=True,
                            stdout=subprocess.PIPE).stdout
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, 'scripts')
        with open(program + '.c', 'w', encoding='utf-8') as file:
            file.write(source)
        made = {}
        for name in 'awaits', 'spins':
            made[name] = os.path.join(folder, name)
            subprocess.run([MAZURKA, 'cc', '-std=gnu11', '-O1', '-pthread',
                            *(['-DSPIN'] if name == 'spins' else []), '-o',
                            made[name], program + '.c'], check=True)
        todo = [(made['awaits'], *search) for search in searches(source)]
        todo += [(made['spins'], *search)
                 for search in spinning_searches(source)]
        with concurrent.futures.ThreadPoolExecutor(
                len(os.sched_getaffinity(0))) as pool:
            wrong = [(search[1], why) for search, why in zip(todo, pool.map(
                lambda search: check(*search), todo)) if why]
    for number, why in wrong[:10]:
        print(why + script_of(source, number))
    print(f'{COUNT} scripts, {len(todo)} searches, {len(wrong)} wrong')
    return 1 if wrong or not todo else 0


sys.exit(main())
