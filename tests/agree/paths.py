#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs on Unix sockets with paths (paths.c).

What each can end in is enumerated here, by a kernel of a few lines, in each order
of what its system calls do; who connects finds the socket that a path leads to,
and connects to that, at once (docs/semantics.md). The tool must find the same, by
each algorithm; and the optimal ones, under each relation, as many executions.
Under each relation pop explores each program, and one of the others in turn; all
of them do where $MAZURKA_TEST_ALL is set.
"""
import collections
import errno
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
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'paths.c')
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 20
MOST = 90  # states; programs with more are not run
THREADS, ALL, ROOM = 3, 0xffffffff, 1
OPS = {'b': 'bind', 'n': 'listen', 'c': 'connect', 'C': 'connect, and wait',
       'a': 'accept', 'A': 'accept, and wait', 's': 'send', 'u': 'unlink',
       'x': 'close', 'l': 'look'}


def code_of(seed):
    choose = random.Random(seed)
    serves = 'b0n0', 'b0n0', 'b1n0', 'b0', 'n0'
    code = []
    for t in range(THREADS):
        accept = choose.choice('aA')
        part = choose.choice(serves) if choose.random() < (0.9, 0.3, 0.2)[t] \
            else ''
        ops = accept * 2 + 'uxlbn' if part else 'ccCsulx'
        for _ in range(choose.randrange(1, 4 if not part else 3)):
            op = choose.choice(ops)
            path = choose.randrange(4) == 0 if op in 'bcCul' else 0
            part += op + str(int(path))
            if op == 'c' and choose.random() < 0.6:
                part += 's0'
        code.append(part)
    return code


# --- the kernel ---------------------------------------------------------------

# A socket: where it is bound, whether it listens, who has connected and is not
# accepted, as numbers of connections. A connection: who has made it, if that has
# said so.
Socket = collections.namedtuple('Socket', 'path listens queue is_open')
Worker = collections.namedtuple('Worker', 'place result found connection')
State = collections.namedtuple('State', 'paths sockets said workers')


def replaced(tuple_, i, value):
    return tuple_[:i] + (value,) + tuple_[i + 1:]


def answered(state, t, answer):
    me = state.workers[t]
    me = me._replace(place=me.place + 2, found=None,
                     result=(me.result * 7 + answer) & ALL)
    return state._replace(workers=replaced(state.workers, t, me))


def with_socket(state, t, **changes):
    return state._replace(sockets=replaced(
        state.sockets, t, state.sockets[t]._replace(**changes)))


def with_worker(state, t, **changes):
    return state._replace(workers=replaced(
        state.workers, t, state.workers[t]._replace(**changes)))


def bound(state, t, path):
    mine = state.sockets[t]
    if mine.path is not None:
        return answered(state, t, errno.EINVAL)
    if state.paths[path] is not None:
        return answered(state, t, errno.EADDRINUSE)
    state = with_socket(state, t, path=path)
    return answered(state._replace(paths=replaced(state.paths, path, t)), t, 0)


def connected(state, t, to, waits):
    them = state.sockets[to]
    if not them.is_open or not them.listens:
        return answered(state, t, errno.ECONNREFUSED)
    if len(them.queue) >= ROOM:
        return None if waits else answered(state, t, errno.EAGAIN)
    number = len(state.said)
    state = state._replace(said=state.said + (None,))
    state = with_socket(state, to, queue=them.queue + (number,))
    return answered(with_worker(state, t, connection=number), t, 0)


def accepted(state, t, waits):
    mine = state.sockets[t]
    if not mine.listens:
        return answered(state, t, errno.EINVAL)
    if not mine.queue:
        return None if waits else answered(state, t, errno.EAGAIN)
    number = mine.queue[0]
    state = with_socket(state, t, queue=mine.queue[1:])
    return with_worker(state, t, found=number)


class Refused(Exception):
    """The tool says that it is unsupported."""


def closed(state, t):
    if state.sockets[t].queue:
        raise Refused
    state = with_socket(state, t, is_open=False, listens=False)
    return answered(state, t, 0)


def executed(state, t, op, path):
    """Each state after it; none: it has to wait."""
    me, mine = state.workers[t], state.sockets[t]
    if op in 'cC':
        to = state.paths[path] if me.found is None else me.found
        if to is None:
            return [answered(state, t, errno.ENOENT)]
        after = connected(state, t, to, op == 'C')
        if me.found is not None:  # there has been no room: it tries again
            return [with_worker(state, t, found=None)] if after else []
        return [after or with_worker(state, t, found=to)]
    if op in 'aA':
        if me.found is not None:
            said = state.said[me.found]
            return [answered(state, t, 40 if said is None else 41 + said)]
        if not mine.is_open:
            return [answered(state, t, errno.EBADF)]
        after = accepted(state, t, op == 'A')
        return [after] if after else []
    if op == 's':
        if me.connection is None:
            return [answered(state, t, errno.EBADF)]
        said = replaced(state.said, me.connection, t)
        return [answered(state._replace(said=said), t, 0)]
    if op == 'l':
        return [answered(state, t, 0 if state.paths[path] is not None
                         else errno.ENOENT)]
    if op == 'u':
        if state.paths[path] is None:
            return [answered(state, t, errno.ENOENT)]
        return [answered(state._replace(
            paths=replaced(state.paths, path, None)), t, 0)]
    if not mine.is_open:
        return [answered(state, t, errno.EBADF)]
    if op == 'b':
        return [bound(state, t, path)]
    if op == 'n':
        if mine.path is None:
            return [answered(state, t, errno.EINVAL)]
        return [answered(with_socket(state, t, listens=True), t, 0)]
    return [closed(state, t)]


def steps(code, state):
    for t, me in enumerate(state.workers):
        if me.place < len(code[t]):
            yield from executed(state, t, code[t][me.place],
                                int(code[t][me.place + 1]))


def end_of(code, state):
    if any(w.place < len(c) for w, c in zip(state.workers, code)):
        return 'deadlock'
    total = 0
    for worker in state.workers:
        total = (total * 31 + worker.result) & ALL
    return f'exit with status {1 + total % 61}'


def ends_of(code):
    """None: there are too many states."""
    first = State((None, None), (Socket(None, False, (), True),) * THREADS,
                  (), (Worker(0, 0, None, None),) * THREADS)
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
            ends.add(end_of(code, state))
    return ends


def programs():
    """Each with what it can end in."""
    for seed in itertools.count():
        code = code_of(seed)
        try:
            ends = ends_of(code)
        except Refused:
            continue
        if ends:
            yield code, ends


# --- the tool -----------------------------------------------------------------

def run(program, code, *options):
    result = subprocess.run(
        [MAZURKA, 'check', '--keep-going', '--format=json', '--audit=off',
         *options, program, '--', ','.join(code) + ','],
        capture_output=True, text=True, cwd=os.path.dirname(program))
    return json.loads(result.stdout)


def main():
    failed, occurred = False, collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, 'paths')
        subprocess.run([MAZURKA, 'cc', '-g', '-O1', '-pthread', SOURCE, '-o',
                        program], check=True)
        for number, (code, ends) in enumerate(
                itertools.islice(programs(), COUNT)):
            occurred.update({op for part in code for op in part[::2]})
            wrong = wrong_with(functools.partial(run, program, code),
                               number, ends)
            if wrong:
                print(f'paths.c {",".join(code)},: {wrong}', flush=True)
                failed = True
    for op, name in OPS.items():
        print(f'# {name}: in {occurred[op]} programs')
    sys.exit(failed)


main()
