#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs whose threads send one another signals (handlers.c).

What each can end in is enumerated here, by a few lines that follow POSIX: a
signal that is sent waits until the thread that it is for takes it, which it may
do at any time unless it blocks it, and then runs the handler, with that signal
blocked. What a thread sends itself, what it lets in, and what others have sent
when it has joined them all, it takes at once. The tool must find the same, by
each algorithm; and the optimal ones, under each relation, as many executions.
Under each relation pop explores each program, and one of the others in turn; all
of them do where $MAZURKA_TEST_ALL is set.
"""
import collections
import functools
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from in_turn import wrong_with

MAZURKA = os.environ['MAZURKA']
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'handlers.c')
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 40
MOST = 800  # states; programs with more are not run
THREADS, SIGNALS, ALL = 3, 2, 0xffffffff
OPS = {'s': 'store', 'l': 'load', 'a': 'add', 'c': 'copy', 'k': 'send',
       'j': 'send the other', 'b': 'block', 'u': 'unblock', 'w': 'wait',
       'p': 'post'}


# --- the programs -------------------------------------------------------------

# A thread is sent signals by those that are joined before it; main by all.
RECEIVERS = (0, 1, 2), (0, 1), (0, 1)


def op_of(choose, t):
    op = choose.choices('slackjbuwp', (2, 3, 3, 1, 7, 2, 2, 1, 1, 1))[0]
    if op in 'kj':
        to = choose.choice([r for r in RECEIVERS[t] if r != t] * 3 + [t])
        return op + str(to)
    return op + str(choose.randrange(2))


def code_of(seed):
    choose = random.Random(seed)
    code = [''.join(op_of(choose, t) for _ in range(choose.randrange(1, 4)))
            for t in range(THREADS)]
    code += [''.join(choose.choice('aaclp') + str(choose.randrange(2))
                     for _ in range(choose.randrange(1, 3)))
             for _ in range(SIGNALS)]
    return code


# --- what they may do ---------------------------------------------------------

# Of a thread: what it is in the midst of, the innermost last, as [code, place,
# what it has loaded, what it blocked before]; what it blocks, what waits for it,
# what of that it takes at once; its result. Ended: it is in the midst of nothing.
Thread = collections.namedtuple('Thread', 'frames mask waits now result')
State = collections.namedtuple('State', 'words tokens threads')


def with_thread(state, t, **changes):
    threads = list(state.threads)
    threads[t] = threads[t]._replace(**changes)
    return state._replace(threads=tuple(threads))


def taken(state, t, signal):
    me, bit = state.threads[t], 1 << signal
    frame = THREADS + signal, 0, None, me.mask
    return with_thread(state, t, frames=me.frames + (frame,),
                       mask=me.mask | bit, waits=me.waits & ~bit,
                       now=me.now & ~bit)


def sent(state, sender, to, signal):
    them = state.threads[to]
    if not them.frames:
        return state
    bit = 1 << signal
    now = bit & ~them.mask if sender == to else 0
    return with_thread(state, to, waits=them.waits | bit, now=them.now | now)


def let_in(state, t, mask):
    me = state.threads[t]
    return with_thread(state, t, mask=mask, now=me.now | me.waits & ~mask)


def with_word(state, word, value):
    words = list(state.words)
    words[word] = value
    return state._replace(words=tuple(words))


def passed(state, t, answer=0):
    me = state.threads[t]
    code, place, _, before = me.frames[-1]
    result = me.result
    if len(me.frames) == 1 and answer is not None:
        result = (result * 7 + answer) & ALL
    return with_thread(
        state, t, result=result,
        frames=me.frames[:-1] + ((code, place + 2, None, before),))


def ended(state, t):
    me = state.threads[t]
    if len(me.frames) > 1:
        state = with_thread(state, t, frames=me.frames[:-1])
        return let_in(state, t, me.frames[-1][3])
    return with_thread(state, t, frames=(), waits=0, now=0)


def executed(state, t, op, number):
    """None: it has to wait."""
    me = state.threads[t]
    if op == 's':
        return passed(with_word(state, number, 3), t)
    if op == 'l':
        return passed(state, t, state.words[number])
    if op == 'a':
        old = state.words[number]
        return passed(with_word(state, number, old + 1), t, old)
    if op == 'c':
        code, place, loaded, before = me.frames[-1]
        if loaded is None:
            frame = code, place, state.words[number], before
            return with_thread(state, t, frames=me.frames[:-1] + (frame,))
        old = state.words[not number]
        return passed(with_word(state, not number, old + loaded), t, old)
    if op in 'kj':
        return sent(passed(state, t), t, number, op == 'j')
    if op == 'b':
        return with_thread(passed(state, t), t, mask=me.mask | 1 << number)
    if op == 'u':
        return let_in(passed(state, t), t, me.mask & ~(1 << number))
    if op == 'w':
        if state.tokens:
            return passed(state._replace(tokens=state.tokens - 1), t)
        return None
    if op == 'p':
        return passed(state._replace(tokens=state.tokens + 1), t)
    if state.threads[number].frames:  # to be joined
        return None
    state = passed(state, t, None)
    return let_in(state, t, me.mask) if number == 1 else state


def steps(code, state):
    for t, me in enumerate(state.threads):
        if not me.frames:
            continue
        for signal in range(SIGNALS):
            if me.waits & ~me.mask & 1 << signal:
                yield taken(state, t, signal)
        which, place = me.frames[-1][:2]
        if me.now & ~me.mask:
            continue
        if place == len(code[which]):
            yield ended(state, t)
            continue
        after = executed(state, t, code[which][place],
                         int(code[which][place + 1]))
        if after:
            yield after


def end_of(state):
    if any(t.frames for t in state.threads):
        return 'deadlock'
    total = 0
    for t, thread in enumerate(state.threads):
        result = thread.result
        total = (total * 31 + result) & ALL
    total = (total * 31 + state.words[0] * 5 + state.words[1]) & ALL
    return f'exit with status {1 + total % 61}'


def ends_of(code):
    """None: there are too many states."""
    idle = Thread(((0, 0, None, 0),), 0, 0, 0, 0)
    first = State((0, 0), 0, tuple(
        idle._replace(frames=((t, 0, None, 0),)) for t in range(THREADS)))
    seen, left, ends = {first}, [first], set()
    while left:
        if len(seen) > MOST:
            return None
        state = left.pop()
        after = list(steps(code, state))
        for s in after:
            if s not in seen:
                seen.add(s)
                left.append(s)
        if not after:
            ends.add(end_of(state))
    return ends


def programs():
    """Each with what it can end in."""
    for seed in itertools.count():
        code = code_of(seed)
        ends = ends_of([code[0] + 'J2J1'] + code[1:])
        if ends:
            yield code, ends


# --- the tool -----------------------------------------------------------------

def run(program, code, *options):
    result = subprocess.run(
        [MAZURKA, 'check', '--keep-going', '--format=json', '--audit=off',
         *options, program, '--', ','.join(code) + ','],
        capture_output=True, text=True)
    return json.loads(result.stdout)


def main():
    failed, occurred = False, collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, 'handlers')
        subprocess.run([MAZURKA, 'cc', '-g', '-O1', '-pthread', SOURCE, '-o',
                        program], check=True)
        for number, (code, ends) in enumerate(
                itertools.islice(programs(), COUNT)):
            occurred.update({op for part in code for op in part[::2]})
            wrong = wrong_with(functools.partial(run, program, code),
                               number, ends)
            if wrong:
                print(f'handlers.c {",".join(code)},: {wrong}')
                failed = True
    for op, name in OPS.items():
        print(f'# {name}: in {occurred[op]} programs')
    sys.exit(failed)


main()
