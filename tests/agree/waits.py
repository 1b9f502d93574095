#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs of what waits in C++20 (waits.cc): waits.py [COUNT [SEED]]

What each can end in, and whether it may wait for ever, is enumerated here:
latches and barriers as the standard has them, semaphores as libstdc++ has, which
can sleep for ever, notify_one of what is no int as notify_all. The headers that
stand in place of libstdc++'s must make the same of it, by each algorithm in turn.
"""
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile

MAZURKA = os.environ['MAZURKA']
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'waits.cc')
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 60
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
MOST = 8000  # states of a program
WAYS = [['--algorithm=pop'], ['--algorithm=optimal'], ['--algorithm=source'],
        ['--algorithm=qpor'], ['--algorithm=trust'], ['--dependence=add'],
        ['--dependence=object']]


def put(values, at, value):
    return values[:at] + (value,) + values[at + 1:]


# A state: threads of (place, r, result, what it is about, its phase), the two
# cells, the semaphore, the latch, the barrier of (phase, lacks, expected).

def steps(programs, state, t):
    threads, cells, semaphore, latch, barrier = state
    place, r, result, about, phase = threads[t]
    kind, what, v = programs[t][place]

    def stay(now, **of):
        return after(place, now, **of)

    def goes_on(**of):
        return after(place + 1, None, **of)

    def after(place, about, r=r, result=result, phase=phase, cells=cells,
              semaphore=semaphore, latch=latch, barrier=barrier):
        return (put(threads, t, (place, r, result, about, phase)), cells,
                semaphore, latch, barrier)
    if kind == 'E':
        return []
    if kind == 'O':
        return [goes_on(result=result * 4 + r % 4)]
    if kind == 'N':
        return [after(place + 1 + (0 if r == int(what) else v), None)]
    if what in 'ik':
        return steps_of_cell(state, t, kind, 'ik'.index(what), v, stay, goes_on)
    if kind == 'a':
        return steps_of_acquire(about, semaphore, stay, goes_on)
    if kind == 't':
        if about is None:
            return [stay(semaphore) if semaphore else goes_on(r=0)]
        return [goes_on(r=1, semaphore=semaphore - 1) if about == semaphore
                else stay(None)]
    if kind == 'r':
        if about is None:
            now = dict(semaphore=semaphore + v)
            return [goes_on(**now) if semaphore else stay('notifies', **now)]
        return [woken(goes_on(), lambda about: about == 'sleeps', 'looks')]
    if kind == 'd':
        return [goes_on(latch=latch - 1)]
    if kind == 'f':
        return [goes_on(r=int(latch == 0))]
    if kind == 'g' and about is None:
        return [stay('waits', latch=latch - 1)]
    if kind in 'eg':
        return [goes_on()] if latch == 0 else []
    return steps_of_barrier(kind, about, phase, barrier, stay, goes_on)


def woken(state, is_one, about):
    threads = tuple(t[:3] + (about,) + t[4:] if is_one(t[3]) else t
                    for t in state[0])
    return (threads,) + state[1:]


def steps_of_cell(state, t, kind, cell, v, stay, goes_on):
    cells, about, x = state[1], state[0][t][3], state[1][cell]
    asleep = 'asleep', cell
    if kind == 'R':
        return [goes_on(r=x)]
    if kind in 'WAF':
        now = put(cells, cell, v if kind == 'W' else x + v)
        return [goes_on(cells=now, r=x) if kind == 'F' else goes_on(cells=now)]
    if kind == 'p':
        return [goes_on()] if x == v else []
    if kind == 'w':
        if about == asleep:
            return []
        return [goes_on() if x != v else stay(asleep)]
    sleepers = [u for u, one in enumerate(state[0]) if one[3] == asleep]
    if kind == '*' or cell == 1 or not sleepers:
        return [woken(goes_on(), lambda about: about == asleep, None)]
    return [(put(goes_on()[0], u, state[0][u][:3] + (None,) + state[0][u][4:]),)
            + goes_on()[1:] for u in sleepers]


def steps_of_acquire(about, count, stay, goes_on):
    """It has read a number at first, which it sleeps with; looks, and takes."""
    if about == 'sleeps':
        return []
    if about is None:
        return [stay(('first', count))]
    if about == 'looks':  # woken up, or the number was another
        return [stay(('again', count)) if count else stay(None)]
    if about[0] == 'first':
        return [stay(('takes', about[1], count) if count
                     else ('is to sleep', about[1]))]
    if about[0] == 'is to sleep':
        return [stay('sleeps' if count == about[1] else 'looks')]
    if about[-1] == count:
        return [goes_on(semaphore=count - 1)]
    return [stay(('first', about[1]) if about[0] == 'takes' else None)]


def steps_of_barrier(kind, about, phase, barrier, stay, goes_on):
    now, lacks, expected = barrier
    if kind == 'y' or about:
        return [goes_on()] if phase < now else []
    expected -= kind == 'z'
    if lacks == 1:
        return [goes_on(phase=now, barrier=(now + 1, expected, expected))]
    of = dict(phase=now, barrier=(now, lacks - 1, expected))
    return [stay('waits', **of) if kind == 'h' else goes_on(**of)]


def status(state):
    total = 0
    for thread in state[0]:
        total = total * 13 + thread[2]
    return 1 + ((total * 5 + state[1][0]) * 5 + state[1][1]) % 97


def enumerate_states(programs, numbers):
    """(statuses, may it wait for ever?); None: too many states."""
    semaphore, latch, expected = numbers
    begin = (((0, 0, 0, None, None),) * len(programs), (0, 0), semaphore, latch,
             (0, expected, expected))
    seen, todo, outcomes, waits = {begin}, [begin], set(), False
    while todo:
        state = todo.pop()
        after = [one for t in range(len(programs))
                 for one in steps(programs, state, t)]
        if not after:
            if all(programs[t][one[0]][0] == 'E'
                   for t, one in enumerate(state[0])):
                outcomes.add(status(state))
            else:
                waits = True
        for one in after:
            if one not in seen:
                seen.add(one)
                todo.append(one)
        if len(seen) > MOST:
            return None
    return outcomes, waits


def draw_op(rng, feature, about, is_together):
    """Instructions, which are about the same object."""
    cell = rng.choice('ik')
    if feature == 'cell':
        kind = rng.choice('WWAFRRp')
        return [(kind, cell, rng.choice([0, 1, 2]) if kind in 'Wp' else 1)]
    if feature == 'wait':
        return rng.choice([[('w', cell, 0)], [('w', cell, rng.choice([0, 1]))],
                           [('1', cell, 0)],
                           [(rng.choice('WA'), cell, 1),
                            (rng.choice('11*'), cell, 0)]])
    if feature == 'semaphore':
        kind = rng.choice('aaatrr')
        return [(kind, 's', rng.choice([1, 1, 2]))] + [('O', '.', 0)] * (
            kind == 't')
    if feature == 'latch':
        kind = rng.choice('ddefgg')
        about['downs'] += kind in 'dg'
        return [(kind, '.', 0)] + [('O', '.', 0)] * (kind == 'f')
    if not about['arrives']:
        return []
    kind = 'h' if is_together else rng.choice('hhxz')
    about['arrives'] = kind != 'z'
    return [(kind, '.', 0)] + [('R', cell, 0), ('y', '.', 0)] * (kind == 'x')


def draw(rng, is_together):
    count = rng.choice([2, 2, 3])
    features = ['barrier'] * is_together + rng.sample(
        ['wait', 'semaphore', 'latch', 'barrier'], rng.choice([1, 2]))
    about, programs = {'downs': 0}, []
    for _ in range(count):
        code, about['arrives'] = [], True
        for _ in range(rng.choice([2, 3]) if count == 3 else
                       rng.choice([2, 3, 4])):
            feature = 'cell' if rng.random() < 0.3 else rng.choice(features)
            part = draw_op(rng, feature, about, is_together)
            if feature == 'cell' and rng.random() < 0.3:
                code += [('R', 'i', 0), ('N', rng.choice('01'), len(part))]
            code += part
        programs.append(code + [('O', '.', 0), ('E', '.', 0)])
    return programs, (rng.choice([0, 0, 1]),
                      about['downs'] + (rng.random() < 0.2), count)


def check(program, programs, numbers, expected, options):
    """What is wrong, and whether all was explored."""
    words = [''.join(f'{kind}{what}{v}' for kind, what, v in code)
             for code in programs]
    command = [MAZURKA, 'check', '--format=json', '--keep-going', '--quiet',
               '--max-executions=2000', '--max-events=300', '--timeout=3',
               '--critical=off', '--simplest=off', '--explain=1', *options,
               program, '--', ''.join(map(str, numbers)), *words]
    ran = subprocess.run(command, text=True, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    again = ' '.join(map(shlex.quote, command))
    try:
        report = json.loads(ran.stdout)
    except ValueError:
        return ran.stderr + again, False
    found, waits, other = set(), False, []
    for error in report['errors']:
        match = re.search(r'status (\d+)', error['message'])
        if error['kind'] == 'exit' and match:
            found.add(int(match[1]))
        elif error['kind'] in ('deadlock', 'loop'):
            waits = True
        else:
            other.append(error['message'])
    is_complete = not {'limit', 'message'} & set(report)
    if not other and (found, waits) == expected or not is_complete and not (
            other or found - expected[0] or waits > expected[1]):
        return '', is_complete
    return (f'found {sorted(found)}, waits for ever: {waits}, {other}; '
            f'expected {sorted(expected[0])}, {expected[1]}\n'
            f'  > {again}'), is_complete


def main():
    rng, wrong, complete, waiting = random.Random(SEED), [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ('any', 'together')]
        for path, options in zip(paths, ([], ['-DTOGETHER'])):
            subprocess.run([MAZURKA, 'c++', '-std=gnu++20', '-O0', '-pthread',
                            *options, '-o', path, SOURCE], check=True)
        done = 0
        while done < COUNT:
            programs, numbers = draw(rng, done % 3 == 2)
            expected = enumerate_states(programs, numbers)
            if not expected or not expected[0] and rng.random() < 0.7:
                continue  # it only waits
            why, is_complete = check(paths[done % 3 == 2], programs, numbers,
                                     expected, WAYS[done % len(WAYS)])
            wrong += [why] * bool(why)
            complete += is_complete
            waiting += expected[1]
            done += 1
    for why in wrong[:6]:
        print(why)
    print(f'{COUNT} programs, {complete} explored completely, {waiting} may '
          f'wait for ever; {len(wrong)} wrong')
    return 1 if wrong or complete < COUNT * 9 // 10 else 0


sys.exit(main())
