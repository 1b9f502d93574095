#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Loops that wait = all of their states: rounds.py [COUNT [SEED [FORM]]]

Random programs of loops whose rounds take locks, try them, read and exchange.
Here all of their states are enumerated, round by round as the program has it,
which knows nothing of loops: the outcomes that it may have, whether it may come
to a state from which it cannot end, and to one in which two threads are about
to access a plain variable, one of them to write. Mazurka must find just these
outcomes, a deadlock where there is the former state, and a data race where
there is the latter; what it cuts short may lack some, but never has others. (A
lock that is not to be had orders nothing: who tries may race in no such state.
After a race the execution is over, so that outcomes are then not compared.)

Some of the programs have atomic blocks, `{` to `}`, in their rounds and beside
them: they are one step, and what they do to the plain variable races with what
is done to it outside of blocks only. They take no locks. With
--plain=interleave nothing races; there programs are translated to C, since the
interpreter's own accesses would be operations.

Others wait for condition variables, one for each mutex: with a time limit, which
may be over whenever nobody has woken the thread up, or without. A signal is for
one of those that wait at that moment, whichever. Others do so at futexes, which
are the cells; with masks in some.

In others they wait for bytes in pipes, by epoll with a limit of time: the pipes
are in one set as they are, in another by their edges; and read without waiting.

In others rounds write to cells, and back: a thread takes a lock that is a cell,
sets a bit and takes it away, or the like; others see that in the midst, or wait
for it.

Some are explored by graphs, too (--algorithm=trust), which have to tell who has
noticed a round.

Some are explored once more with loops that count their rounds, for nothing
(--counted-rounds=first), and some as they are, whose rounds count in cells. That
is no proof of anything, and may lack outcomes: most are to be found even so, and
no others.

An outcome is the status that the program exits with. One interpreter runs all
programs: an instruction is a letter, an object and a number. What it shares is
on main's stack in every other program, where threads write what main has not
looked at since.
"""
import concurrent.futures
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile

MAZURKA = os.environ['MAZURKA']
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 40
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
FORM = int(sys.argv[3]) if len(sys.argv) > 3 else None # of all programs
LOCKS, CELLS, OUTCOMES = 2, 2, 60  # mutexes, and as many spin locks
MOST = 4000  # states of a program
SAMPLING = 'random', 'pct', 'pos'  # by turns: what they draw is the program's

INTERPRETER = r'''
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
enum { THREADS = 3, LOCKS = 2, CELLS = 2, OUTCOMES = 60 };
/* Locks a and b are mutexes, c and d spin locks, e and f one reader-writer lock,
 * to write and to read; cells are x and y, and z,
 * which is plain. A number that is a target counts instructions. */
static struct shared {
    pthread_mutex_t mutexes[LOCKS];
    pthread_cond_t conds[LOCKS];
    pthread_spinlock_t spins[LOCKS];
    pthread_rwlock_t rwlock;
    atomic_int cells[CELLS];
    int plain; /* the cell z */
    int results[THREADS];
} *shared; /* on main's stack, unless IN_MAIN says static */
static char **programs;
static int pipes[2][2], sets[2]; /* p and q; by level, by edge */

static void open_pipes(void)
{
    for (int p = 0; p < 2; p++)
        if (pipe2(pipes[p], O_NONBLOCK))
            abort();
    for (int s = 0; s < 2; s++) {
        struct epoll_event event = {.events = EPOLLIN | (s ? EPOLLET : 0)};
        sets[s] = epoll_create1(0);
        for (int p = 0; p < 2; p++)
            epoll_ctl(sets[s], EPOLL_CTL_ADD, pipes[p][0], &event);
    }
}

static int waits_in_vain(int set)
{
    struct epoll_event events[2];
    return epoll_wait(sets[set], events, 2, 10) == 0;
}

static int byte_to(int p)
{
    return write(pipes[p][1], "", 1) != 1;
}

static int byte_from(int p)
{
    char byte;
    return read(pipes[p][0], &byte, 1) != 1;
}

static int is_spin(const char *i)
{
    return i[1] >= 'a' + LOCKS;
}

static void take(const char *i)
{
    if (i[1] == 'e')
        pthread_rwlock_wrlock(&shared->rwlock);
    else if (i[1] == 'f')
        pthread_rwlock_rdlock(&shared->rwlock);
    else if (is_spin(i))
        pthread_spin_lock(&shared->spins[i[1] - 'a' - LOCKS]);
    else
        pthread_mutex_lock(&shared->mutexes[i[1] - 'a']);
}

static int try(const char *i)
{
    if (i[1] == 'e')
        return pthread_rwlock_trywrlock(&shared->rwlock);
    if (i[1] == 'f')
        return pthread_rwlock_tryrdlock(&shared->rwlock);
    return is_spin(i) ? pthread_spin_trylock(&shared->spins[i[1] - 'a' - LOCKS])
                      : pthread_mutex_trylock(&shared->mutexes[i[1] - 'a']);
}

static void give(const char *i)
{
    if (i[1] == 'e' || i[1] == 'f')
        pthread_rwlock_unlock(&shared->rwlock);
    else if (is_spin(i))
        pthread_spin_unlock(&shared->spins[i[1] - 'a' - LOCKS]);
    else
        pthread_mutex_unlock(&shared->mutexes[i[1] - 'a']);
}

/* 1: the time is over. It is the same time in each round, or later and later. */
static int wait_timed(const char *i)
{
    static const struct timespec same = {1, 0};
    struct timespec end = same;
    if (i[2] == '1') {
        clock_gettime(CLOCK_REALTIME, &end);
        end.tv_sec += 10;
    }
    return pthread_cond_timedwait(&shared->conds[i[1] - 'a'], &shared->mutexes[i[1] - 'a'],
                                  i[2] == '1' ? &end : &same) != 0;
}

/* 1: the time is over, if it has a limit; 0: woken up, or it holds another number.
 * From 2 on it waits with a mask, which changes nothing, as all are woken. */
static int wait_at(atomic_int *cell, int number, int has_limit)
{
    static const struct timespec second = {1, 0};
    return syscall(SYS_futex, cell, number & 2 ? FUTEX_WAIT_BITSET : FUTEX_WAIT,
                   number & 1, has_limit ? &second : 0, 0, 2) && errno == ETIMEDOUT;
}

static int wake_at(atomic_int *cell, int most)
{
    return syscall(SYS_futex, cell, FUTEX_WAKE, most, 0, 0, 0);
}

static void *run(void *argument)
{
    long self = (long)argument;
    const char *begin = programs[self], *i = begin;
    int r = 0, result = 0, expected;
    for (;;) {
        atomic_int *cell = &shared->cells[i[1] - 'x'];
        int number = i[2] - '0';
        const char *next = i + 3, *target = begin + 3 * number;
        switch (*i) {
        case 'L': take(i); break;
        case 'U': give(i); break;
        case 'T': if (try(i)) next = target; break;
        case 'D': r = wait_timed(i); break;
        case 'K':
            pthread_cond_wait(&shared->conds[i[1] - 'a'], &shared->mutexes[i[1] - 'a']);
            break;
        case 'V': pthread_cond_signal(&shared->conds[i[1] - 'a']); break;
        case 'B': pthread_cond_broadcast(&shared->conds[i[1] - 'a']); break;
        case 'F': r = wait_at(cell, number, 1); break;
        case 'G': r = wait_at(cell, number, 0); break;
        case 'H': r = wake_at(cell, 1); break;
        case 'I': wake_at(cell, THREADS); break;
        case 'M': r = waits_in_vain(number); break;
        case 'Z': byte_to(i[1] - 'p'); break;
        case 'k': r = byte_from(i[1] - 'p'); break;
        case 'R': r = atomic_load(cell); break;
        case 'W': atomic_store(cell, number); break;
        case 'P': r = shared->plain; break;
        case 'Q': shared->plain = number; break;
        case 'X': r = atomic_exchange(cell, r); break;
        case 'Y': r = atomic_exchange(cell, number); break;
        case 'A': r = atomic_fetch_xor(cell, number); break;
        case 'C':
            expected = r;
            r = atomic_compare_exchange_strong(cell, &expected, number);
            break;
        case 'S': r = number; break;
        case 'N': if (r != i[1] - '0') next = target; break;
        case 'J': next = target; break;
        case '{': __VERIFIER_atomic_begin(); break;
        case '}': __VERIFIER_atomic_end(); break;
        case 'O': result = result * 3 + r + 1; break;
        default: shared->results[self] = result; return 0;
        }
        i = next;
    }
}

int main(int argc, char **argv)
{
    IN_MAIN struct shared all = {
        .mutexes = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER},
        .conds = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER},
        .rwlock = PTHREAD_RWLOCK_INITIALIZER,
    };
    pthread_t t[THREADS];
    int count = argc - 1, sum = 0;
    programs = argv + 1;
    shared = &all;
    for (int i = 0; i < count; i++)
        if (strpbrk(programs[i], "MZk")) {
            open_pipes();
            break;
        }
    for (int i = 0; i < LOCKS; i++)
        pthread_spin_init(&all.spins[i], 0);
    for (long i = 1; i < count; i++)
        pthread_create(&t[i], 0, run, (void *)i);
    run((void *)0);
    for (int i = 1; i < count; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < count; i++)
        sum = sum * 7 + shared->results[i];
    for (int i = 0; i < CELLS; i++)
        sum = sum * 5 + shared->cells[i];
    sum = sum * 5 + shared->plain;
    exit(1 + sum % OUTCOMES);
}
'''


# ---- all states ----------------------------------------------------------

def steps(programs, state, t):
    """The states after one instruction of t, one part of a wait, or one block;
    none: it has to wait, or has ended."""
    kind = programs[t][state[0][t]][0]
    if kind in 'DK':
        return steps_of_wait(programs, state, t)
    if kind in 'FG':
        return steps_at_futex(programs, state, t)
    if kind in 'VH':
        return steps_of_signal(programs, state, t)
    if kind in 'MZk':
        return [step_at_pipes(programs, state, t)]
    if kind == '{':
        while programs[t][state[0][t]][0] != '}':
            state = step_once(programs, state, t)
    after = step_once(programs, state, t)
    return [after] if after else []


# What a thread has come to in a wait: it is one of those that wait, has given
# the mutex back, was woken up before or after that, is to take the mutex again.
OUTSIDE, BEGUN, WAITS, WOKEN_EARLY, WOKEN, LEAVES = range(6)


def steps_of_wait(programs, state, t):
    pcs, regs, results, held, cells, waits = state
    kind, what, _ = programs[t][pcs[t]]
    lock = ord(what) - ord('a')

    def put(values, new, at=t):
        return values[:at] + (new,) + values[at + 1:]

    def now(wait, r=regs[t], holder=held[lock]):
        return (pcs, put(regs, r), results, put(held, holder, lock), cells,
                put(waits, wait))
    if waits[t] == OUTSIDE:
        return [now(BEGUN)]
    if waits[t] in (BEGUN, WOKEN_EARLY):
        return [now(waits[t] + 1 if waits[t] == BEGUN else WOKEN, holder=None)]
    if waits[t] == WAITS:
        return [now(LEAVES, 1)] if kind == 'D' else []
    if waits[t] == WOKEN:
        return [now(LEAVES, 0 if kind == 'D' else regs[t])]
    if held[lock] is not None:
        return []
    return [(put(pcs, pcs[t] + 1), regs, results, put(held, t, lock), cells,
             put(waits, OUTSIDE))]


def steps_at_futex(programs, state, t):
    pcs, regs, results, held, cells, waits = state
    kind, what, number = programs[t][pcs[t]]

    def put(values, new):
        return values[:t] + (new,) + values[t + 1:]

    def over(r):
        return (put(pcs, pcs[t] + 1), put(regs, r), results, held, cells,
                put(waits, OUTSIDE))
    if waits[t] == WOKEN:
        return [over(0)]
    if waits[t] == WAITS:
        return [over(1)] if kind == 'F' else []
    if cells[ord(what) - ord('x')] != (ord(number) - ord('0')) % 2:
        return [over(0)]
    return [state[:5] + (put(waits, WAITS),)]


# Among the cells, after z: how many bytes are in p and q, and whether the set
# of edges has been told of one that may be there still.
BYTES, EDGES = CELLS + 1, CELLS + 3


def step_at_pipes(programs, state, t):
    pcs, regs, results, held, cells, waits = state
    kind, what, number = programs[t][pcs[t]]
    cells, pipe = list(cells), ord(what) - ord('p')
    r = regs[t]
    if kind == 'Z':
        cells[BYTES + pipe] += 1
        cells[EDGES + pipe] = 1
    elif kind == 'k':
        r = int(not cells[BYTES + pipe])
        cells[BYTES + pipe] -= 1 - r
    else:
        r = int(not any(cells[BYTES + p] and (number == '0' or cells[EDGES + p])
                        for p in range(2)))
        if number == '1':
            cells[EDGES:EDGES + 2] = 0, 0

    def put(values, new):
        return values[:t] + (new,) + values[t + 1:]
    return (put(pcs, pcs[t] + 1), put(regs, r), results, held, tuple(cells),
            waits)


def woken(programs, state, what):
    """Who waits for that one, or at it, without having been woken up."""
    pcs, waits = state[0], state[5]
    return [u for u, code in enumerate(programs) if waits[u] in (BEGUN, WAITS)
            and code[pcs[u]][1] == what]


def wake(state, who):
    waits = tuple(wait if u not in who else
                  WOKEN_EARLY if wait == BEGUN else WOKEN
                  for u, wait in enumerate(state[5]))
    return state[:5] + (waits,)


def steps_of_signal(programs, state, t):
    after = step_once(programs, state, t)
    sleepers = woken(programs, state, programs[t][state[0][t]][1])
    return [wake(after, [u]) for u in sleepers] or [after]


WRITER, READERS = 4, 5  # the reader-writer lock: a thread, and a set of threads


def may_take(held, what):
    if what in 'ef':
        return held[WRITER] is None and (what == 'f' or not held[READERS])
    return held[ord(what) - ord('a')] is None


def take(held, what, t):
    if what == 'f':
        held[READERS] = tuple(sorted(held[READERS] + (t,)))
    else:
        held[ord(what) - ord('a')] = t


def give(held, what, t):
    if what == 'f':
        readers = list(held[READERS])
        readers.remove(t)
        held[READERS] = tuple(readers)
    else:
        held[ord(what) - ord('a')] = None


def step_once(programs, state, t):
    pcs, regs, results, held, cells, waits = state
    op = programs[t][pcs[t]]
    kind, what, number = op[0], op[1], op[2]
    pc, r, result = pcs[t] + 1, regs[t], results[t]
    held, cells = list(held), list(cells)
    cell = ord(what) - ord('x')
    target = ord(number) - ord('0')
    value = target
    if kind == 'E':
        return None
    if kind in 'LT':
        if may_take(held, what):
            take(held, what, t)
        elif kind == 'L':
            return None
        else:
            pc = target
    elif kind == 'U':
        give(held, what, t)
    elif kind == 'H':
        r = min(1, len(woken(programs, state, what)))
    elif kind in 'BI':
        waits = wake(state, woken(programs, state, what))[5]
    elif kind in 'RP':
        r = cells[cell]
    elif kind in 'WQ':
        cells[cell] = value
    elif kind == 'X':
        r, cells[cell] = cells[cell], r
    elif kind == 'Y':
        r, cells[cell] = cells[cell], value
    elif kind == 'A':
        r, cells[cell] = cells[cell], cells[cell] ^ value
    elif kind == 'C':
        if cells[cell] == r:
            r, cells[cell] = 1, value
        else:
            r = 0
    elif kind == 'S':
        r = value
    elif kind == 'N':
        if r != ord(what) - ord('0'):
            pc = target
    elif kind == 'J':
        pc = target
    elif kind == 'O':
        result = result * 3 + r + 1

    def put(values, new):
        return values[:t] + (new,) + values[t + 1:]
    return (put(pcs, pc), put(regs, r), put(results, result), tuple(held),
            tuple(cells), waits)


def plain_accesses(code, pc):
    """Which are next of a thread that stands there: 'P' and 'Q', or in a block
    'p' and 'q'."""
    if code[pc][0] != '{':
        return code[pc][0] if code[pc][0] in 'PQ' else ''
    end = next(i for i in range(pc, len(code)) if code[i][0] == '}')
    return ''.join(op[0].lower() for op in code[pc:end] if op[0] in 'PQ')


def may_race(nexts):
    """Of two threads' accesses one is outside of a block, and one writes."""
    return any((a in 'PQ' or b in 'PQ') and (a in 'Qq' or b in 'Qq')
               for i, of_one in enumerate(nexts) for of_other in nexts[:i]
               for a in of_one for b in of_other)


def outcome(state):
    total = 0
    for result in state[2]:
        total = total * 7 + result
    for cell in state[4][:BYTES]:
        total = total * 5 + cell
    return 1 + total % OUTCOMES


def enumerate_states(programs):
    """(outcomes, may it come to a state from which it cannot end?, may it
    race?); None: too many states, or no end to them."""
    n = len(programs)
    first = ((0,) * n, (0,) * n, (0,) * n, (None,) * (2 * LOCKS + 1) + ((),),
             (0,) * (EDGES + 2), (OUTSIDE,) * n)
    before, todo, ends, races = {first: []}, [first], [], False
    while todo:
        state = todo.pop()
        if all(programs[t][state[0][t]][0] == 'E' for t in range(n)):
            ends.append(state)
        races |= may_race([plain_accesses(programs[t], state[0][t])
                           for t in range(n)])
        for t in range(n):
            for after in steps(programs, state, t):
                if max(after[2]) > 2000 or max(after[4]) > 9:
                    return None  # it counts its rounds
                if after not in before:
                    if len(before) == MOST:
                        return None
                    before[after] = []
                    todo.append(after)
                before[after].append(state)
    can_end, todo = set(ends), list(ends)
    while todo:
        for state in before[todo.pop()]:
            if state not in can_end:
                can_end.add(state)
                todo.append(state)
    return ({outcome(state) for state in ends}, len(can_end) < len(before),
            races)


# ---- random programs -----------------------------------------------------

class Writer:
    """Instructions of one thread."""

    def __init__(self, rng, locks, has_blocks, has_waits, undoes, has_pipes):
        self.rng, self.code, self.locks = rng, [], locks
        self.has_blocks, self.has_waits = has_blocks, has_waits
        self.undoes, self.has_pipes = undoes, has_pipes

    def put(self, kind, what='a', number='0'):
        self.code.append([kind, what, number])
        return len(self.code) - 1

    def aim(self, where, at=None):
        at = len(self.code) if at is None else at
        self.code[where][2] = chr(ord('0') + at)

    def cell(self):
        return self.rng.choice('xy')

    def value(self):
        return self.rng.choice('0111')

    def read(self):
        kind = self.rng.choice('RRRRXYC')
        if kind == 'R':
            self.put('R', self.cell())
        elif kind == 'X':
            self.put('X', self.cell())
        else:
            self.put(kind, self.cell(), self.value())

    def poll(self, is_locked=False):
        """Reads something, then goes on to the end of the round, or falls
        through; where the jump is. It may write first, each time the same."""
        if is_locked and self.rng.random() < 0.3: # in vain, mostly
            self.put('Q', 'z', self.rng.choice('0001'))
        if self.has_blocks and self.rng.random() < 0.7:
            self.block()
        elif is_locked and self.rng.random() < 0.5:
            self.put('P', 'z')
        elif self.rng.random() < 0.8:
            self.put('R', self.cell())
        else:
            self.read()
        return self.put('N', self.value())

    def block(self):
        """Of a few accesses, some of which undo what others did."""
        self.put('{')
        form, cell = self.rng.randrange(4), self.cell()
        if form == 0:  # test and set, in two accesses
            self.put('R', cell)
            self.put('W', cell, self.value())
        elif form == 1:  # puts back what it has taken
            self.put('Y', cell, self.value())
            self.put('X', cell)
        else:
            for _ in range(self.rng.randrange(1, 4)):
                kind = self.rng.choice('RRRWWXYCSPPQ')
                self.put(kind, 'z' if kind in 'PQ' else self.cell(),
                         self.value())
        self.put('}')

    def round(self, depth):
        """A loop that waits."""
        rng, begin = self.rng, len(self.code)
        if self.has_waits and rng.random() < 0.6:
            if self.has_waits >= 3:
                self.round_at_futex()
            else:
                self.round_that_waits()
            return
        if self.undoes and rng.random() < 0.7:
            self.round_that_undoes()
            return
        if self.has_pipes and rng.random() < 0.7:
            self.round_at_pipes()
            return
        form = rng.randrange(9)
        a, b = self.locks if rng.random() < 0.6 else self.locks[::-1]
        if form == 0:  # looks under a lock
            self.put('L', a)
            again = self.poll(True)
            self.put('U', a)
            over = self.put('J')
            self.aim(again)
            self.put('U', a)
            self.put('J', number=chr(48 + begin))
            self.aim(over)
        elif form == 1:  # takes one, tries the other
            self.put('L', a)
            failed = self.put('T', b)
            self.inside()
            self.put('U', b)
            self.put('U', a)
            over = self.put('J')
            self.aim(failed)
            if rng.random() < 0.3:
                self.put('R', self.cell())
            self.put('U', a)
            self.put('J', number=chr(48 + begin))
            self.aim(over)
        elif form == 2:  # tries both
            first = self.put('T', a)
            self.aim(first, begin)
            failed = self.put('T', b)
            self.inside()
            self.put('U', b)
            self.put('U', a)
            over = self.put('J')
            self.aim(failed)
            self.put('U', a)
            self.put('J', number=chr(48 + begin))
            self.aim(over)
        elif form == 3:  # tries, and looks if it has it
            first = self.put('T', a)
            again = self.poll(True)
            self.put('U', a)
            over = self.put('J')
            self.aim(again)
            self.put('U', a)
            self.aim(first)
            if rng.random() < 0.5:
                self.put('R', self.cell())
            self.put('J', number=chr(48 + begin))
            self.aim(over)
        elif form == 4:  # looks without any
            again = self.poll()
            self.aim(again, begin)
        elif form == 5 and depth:  # a loop within a loop
            self.put('L', a)
            self.put('U', a)
            self.round(depth - 1)
            again = self.poll()
            self.aim(again, begin)
        elif form == 6:  # looks under two
            self.put('L', a)
            one = self.poll(True)
            self.put('L', b)
            two = self.poll(True)
            self.put('U', b)
            self.put('U', a)
            over = self.put('J')
            self.aim(two)
            self.put('U', b)
            self.aim(one)
            self.put('U', a)
            self.put('J', number=chr(48 + begin))
            self.aim(over)
        elif form == 7:  # goes on until somebody else has it
            over = self.put('T', a)
            if rng.random() < 0.5:
                self.put('R', self.cell())
            self.put('U', a)
            self.put('J', number=chr(48 + begin))
            self.aim(over)
        else:  # changes the lock hand over hand
            self.put('L', a)
            middle = len(self.code)
            self.put('L', b)
            self.put('U', a)
            again = self.poll()
            self.put('U', b)
            over = self.put('J')
            self.aim(again)
            self.put('L', a)
            self.put('U', b)
            self.put('J', number=chr(48 + middle))
            self.aim(over)

    def round_that_undoes(self):
        """It writes, looks at something, and writes back, mostly; or counts."""
        rng, begin = self.rng, len(self.code)
        form, cell, mine = rng.randrange(7), self.cell(), self.cell()
        if form == 0:  # sets something, as a hazard pointer, looks, clears it
            self.put('W', mine, '1')
            again = self.poll()
            self.put('W', mine, self.rng.choice('0001'))
            over = self.put('J')
            self.aim(again)
            self.put('W', mine, '0')
            self.put('J', number=chr(48 + begin))
            self.aim(over)
        elif form == 1:  # takes a lock that is a cell
            self.put('S', number='0')
            self.put('C', mine, '1')
            failed = self.put('N', '1')
            self.aim(failed, begin)
            again = self.poll(True)
            self.inside()
            self.put('W', mine, '0')
            over = self.put('J')
            self.aim(again)
            self.put('W', mine, '0')
            self.put('J', number=chr(48 + begin))
            self.aim(over)
        elif form == 2:  # counts users
            self.put('A', mine, '2')
            self.put('R', cell)
            if rng.random() < 0.3:
                self.put(rng.choice('RA'), self.cell(), '0')
            again = self.put('N', self.value())
            over = self.put('A', mine, '2') + 1
            self.put('J')
            self.aim(again)
            self.put('A', mine, rng.choice('2223'))
            self.put('J', number=chr(48 + begin))
            self.aim(over)
        elif form == 3:  # under a lock, plain
            a = rng.choice(self.locks)
            self.put('L', a)
            self.put('Q', 'z', '1')
            if rng.random() < 0.5:
                self.put('W', mine, '1')
                self.put('W', mine, '0')
            if rng.random() < 0.6:
                self.put('U', a)
                if rng.random() < 0.3:
                    self.put('R', self.cell())
                self.put('L', a)
            self.put('Q', 'z', rng.choice('0001'))
            self.put('U', a)
            again = self.poll()
            self.aim(again, begin)
        elif form == 5:  # counts, modulo two or four
            self.put('A', mine, rng.choice('12'))
            if rng.random() < 0.3:
                self.put('A', mine, '3')
            again = self.poll()
            self.aim(again, begin)
        elif form == 4:  # blindly
            self.put('W', mine, '1')
            if rng.random() < 0.3:
                self.put('R', self.cell())
            self.put('W', mine, '0')
            again = self.poll()
            self.aim(again, begin)
        else:  # exchanges, and puts back what it has taken
            self.put('Y', mine, rng.choice('12'))
            if rng.random() < 0.3:
                self.put('W', mine, '1')
            self.put('X', mine)
            again = self.poll()
            self.aim(again, begin)

    def show(self, mine, flag):
        """Writes to one cell, and back, until another one is set."""
        rng, begin = self.rng, len(self.code)
        there, back = rng.choice(['W1 W0', 'W1 W0', 'A2 A2', 'Y1 X0', 'W2 W0',
                                  'A1 A1', 'W1 Y0', 'W1 W1']).split()
        if rng.random() < 0.3:
            self.put('R', flag)
            self.aim(self.put('N', '1'), len(self.code) + 2)
            self.put('J')
        self.put(there[0], mine, there[1])
        if rng.random() < 0.3:
            self.put('L', self.locks[0])
            self.put('Q', 'z', rng.choice('01'))
            self.put('U', self.locks[0])
        self.put(back[0], mine, back[1])
        self.put('R', flag)
        again = self.put('N', '1')
        self.aim(again, begin)
        for where in range(begin, again):
            if self.code[where][0] == 'J':
                self.aim(where)

    def watch(self, mine, flag):
        """Looks at what another thread shows, or waits for it; then ends
        that."""
        rng = self.rng
        for _ in range(rng.choice([1, 2, 3, 4, 6, 6])):
            begin = self.put('R', mine)
            if rng.random() < 0.35:
                self.aim(self.put('N', rng.choice('0112')), begin)
            elif rng.random() < 0.8:
                self.put('O')
            if rng.random() < 0.2:
                self.under_lock()
        if rng.random() < 0.9:
            self.put('W', flag, '1')

    def round_that_waits(self):
        """A predicate and a wait; or two, or none, or with work in between."""
        rng, a = self.rng, self.rng.choice(self.locks)
        kind = 'K' if rng.random() < 0.2 else 'D'
        clock = self.has_waits == 2 and rng.choice('01') or '0'
        self.put('L', a)
        begin = len(self.code)
        again = self.poll(True)
        self.inside()
        self.put('U', a)
        over = self.put('J')
        self.aim(again)
        self.put(kind, a, clock)
        form = rng.randrange(6)
        if form == 0:  # what is to be done when the time is over
            awake = self.put('N', '1')
            self.put(self.rng.choice('RRW'), self.cell(), self.value())
            self.aim(awake)
        elif form == 1:  # and waits again, for something else
            self.put(kind, a, clock)
        elif form == 2:  # gives it back for a moment
            self.put('U', a)
            self.put('L', a)
        self.put('J', number=chr(48 + begin))
        self.aim(over)

    def round_at_futex(self):
        """A predicate and a wait; or two, or no predicate, or a wake."""
        rng, begin = self.rng, len(self.code)
        kind = 'G' if rng.random() < 0.2 else 'F'
        form = rng.randrange(6)
        if form == 0:  # until somebody wakes it up, or the word is changed
            self.wait_at_futex(kind)
            again = self.put('N', '0')
            self.aim(again, begin)
            return
        over = self.put('R', self.cell()) + 1
        self.put('N', self.value())
        self.wait_at_futex(kind)
        if form == 1:
            self.wait_at_futex(rng.choice('FFG'))
        elif form == 2:
            self.put(rng.choice('HI'), self.cell())
        elif form == 3:  # what is to be done when the time is over
            awake = self.put('N', '1')
            self.put(rng.choice('RRW'), self.cell(), self.value())
            self.aim(awake)
        self.put('J', number=chr(48 + begin))
        self.aim(over)

    def pipe(self):
        return self.rng.choice('pq')

    def round_at_pipes(self):
        """Until there is something, until it has read something, or until it
        is told to stop."""
        rng, begin = self.rng, len(self.code)
        form, which = rng.randrange(4), rng.choice('01')
        over = None
        if form == 0:
            over = self.put('R', self.cell()) + 1
            self.put('N', self.value())
        self.put('M', number=which)
        self.aim(self.put('N', '0'), begin)
        if form == 1:
            self.put('k', self.pipe())
            self.aim(self.put('N', '0'), begin)
        elif form == 2:
            self.put('k', self.pipe())
            self.put('M', number=rng.choice('01'))
            self.aim(self.put('N', '0'), begin)
        elif form == 0:
            self.put('k', self.pipe())
            self.put('J', number=chr(48 + begin))
            self.aim(over)

    def wait_at_futex(self, kind):
        self.put(kind, self.cell(), self.rng.choice(
            '01' if self.has_waits == 3 else '23'))

    def signal(self):
        if self.has_waits >= 3:
            self.put(self.rng.choice('HHHI'), self.cell())
            return
        self.put(self.rng.choice('VVVB'), self.rng.choice(self.locks))

    def inside(self):
        for _ in range(self.rng.randrange(3)):
            self.plain(True)

    def plain(self, is_locked=False):
        if self.has_blocks and self.rng.random() < 0.5:
            self.block()
            return
        if self.has_waits and self.rng.random() < 0.3:
            self.signal()
            return
        if self.has_pipes and self.rng.random() < 0.5:
            self.put(self.rng.choice('ZZZk'), self.pipe())
            return
        kind = self.rng.choice('WWWRXYSO' + ('PQQQQ' if is_locked else 'P'))
        if kind in 'W':
            self.put('W', self.cell(), self.value())
        elif kind == 'P':
            self.put('P', 'z')
        elif kind == 'Q':
            self.put('Q', 'z', self.value())
        elif kind in 'RX':
            self.put(kind, self.cell())
        elif kind in 'YC':
            self.put(kind, self.cell(), self.value())
        elif kind == 'S':
            self.put('S', number=self.value())
        else:
            self.put('O')

    def under_lock(self):
        a = self.rng.choice(self.locks[0] * 2 + self.locks[1])
        self.put('L', a)
        self.plain(True)
        self.plain(True)
        self.put('U', a)


def random_programs(rng, has_blocks, has_waits, undoes, has_pipes):
    count = rng.choice([2, 2, 2, 3])
    locks = rng.choice(['ab'] if has_waits else ['ab', 'ab', 'ac', 'cd', 'af'])
    programs = []
    shown = rng.choice(['xy', 'yx', 'xx']) if rng.random() < 0.5 else ''
    for number in range(count):
        if locks in ('ae', 'af'):
            locks = rng.choice(['ae', 'af'])
        w = Writer(rng, locks, has_blocks, has_waits, undoes, has_pipes)
        loops = 0
        if undoes and shown and number < 2:
            (w.watch if number else w.show)(*shown)
            if rng.random() < 0.5:
                w.put('O')
            w.put('E')
            programs.append([''.join(op) for op in w.code])
            continue
        for _ in range(rng.choice([1, 2, 2, 3] if count == 2 else [1, 1, 2])):
            draw = rng.random()
            if draw < 0.5 and loops < 2:
                w.round(1)
                loops += 1
            elif draw < 0.75:
                w.under_lock()
            else:
                w.plain()
        if rng.random() < 0.5:
            w.put('O')
        w.put('E')
        programs.append([''.join(op) for op in w.code])
    return programs


# ---- the same as C -------------------------------------------------------

STATEMENTS = {
    'L': 'pthread_mutex_lock(&{lock});',
    'U': 'pthread_mutex_unlock(&{lock});',
    'T': 'if (pthread_mutex_trylock(&{lock})) goto i{target};',
    'R': 'r = {what};', 'P': 'r = {what};',
    'W': '{what} = {number};', 'Q': '{what} = {number};',
    'X': 'swap = {what}; {what} = r; r = swap;',
    'Y': 'swap = {what}; {what} = {number}; r = swap;',
    'A': 'swap = {what}; {what} = swap ^ {number}; r = swap;',
    'C': 'if ({what} == r) {{ {what} = {number}; r = 1; }} else r = 0;',
    'S': 'r = {number};',
    'N': 'if (r != {what}) goto i{target};',
    'J': 'goto i{target};',
    '{': '__VERIFIER_atomic_begin();', '}': '__VERIFIER_atomic_end();',
    'O': 'result = result * 3 + r + 1;',
    'E': 'results[{self}] = result; return 0;',
}


def can_be_translated(programs):
    """Exchanges are statements in C, so atomic in a block only; and all locks
    are mutexes."""
    for code in programs:
        inside = False
        for op in code:
            inside = (inside or op[0] == '{') and op[0] != '}'
            if (op[0] in 'XYAC' and not inside or op[0] in 'DKVBFGHIMZk' or
                    op[0] in 'LTU' and op[1] in 'cdef'):
                return False
    return True


def translate(programs, counts=False):
    """With cells that are plain variables, which no compiler takes together;
    and a number that each jump changes."""
    text = """
#include <pthread.h>
#include <stdlib.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = a;
static volatile int x, y, z;
static int results[3];
""".replace('b = a', 'b = PTHREAD_MUTEX_INITIALIZER')
    for self, code in enumerate(programs):
        text += (f'static void *run{self}(void *unused)\n{{\n'
                 '    int r = 0, result = 0, swap;\n'
                 '    volatile int rounds = 0;\n'
                 '    (void)unused, (void)swap, (void)rounds;\n')
        for i, (kind, what, number) in enumerate(code):
            statement = STATEMENTS[kind].format(
                lock=what, what=what, self=self, number=number,
                target=ord(number) - ord('0'))
            if counts and 'goto' in statement:
                statement = statement.replace(
                    'goto', '{ rounds = rounds + 1; goto') + ' }'
            text += f'i{i}: {statement}\n'
        text += '}\n'
    count = len(programs)
    create = ' '.join(f'pthread_create(&t[{i}], 0, run{i}, 0);'
                      for i in range(1, count))
    join = ' '.join(f'pthread_join(t[{i}], 0);' for i in range(1, count))
    total = '0'
    for i in range(count):
        total = f'({total} * 7 + results[{i}])'
    for cell in 'xyz':
        total = f'({total} * 5 + {cell})'
    return text + f"""
int main(void)
{{
    pthread_t t[3];
    {create}
    run0(0);
    {join}
    exit(1 + {total} % {OUTCOMES});
}}
"""


# ---- the comparison ------------------------------------------------------

def check(program, programs, expected, options, words=None):
    """('', was it complete?, the outcomes), or what is wrong."""
    outcomes, may_wait, races = expected
    words = [''.join(code) for code in programs] if words is None else words
    command = [MAZURKA, 'check', '--format=json', '--keep-going', '--quiet',
               '--max-executions=1000', '--max-events=300', '--timeout=1',
               '--critical=off', '--simplest=off', '--explain=1',
               *options, program, '--', *words]
    ran = subprocess.run(command, text=True, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    found, deadlock, race, other = set(), False, False, []
    try:
        result = json.loads(ran.stdout)
    except ValueError:
        return ran.stderr + ' '.join(map(shlex.quote, command)), False, found
    tries = any(op[0] in 'TDKFGHIMk' for code in programs for op in code)
    for error in result['errors']:
        status = re.search(r'status (\d+)', error['message'])
        if error['kind'] == 'exit' and status:
            found.add(int(status[1]))
        elif error['kind'] in ('deadlock', 'loop'):
            deadlock = True
        elif error['kind'] == 'data-race':
            race = True
        else:
            other.append(error['message'])
    complete = not {'limit', 'message'} & set(result) # or it was refused
    explored = complete or result.get('limit') == 'rounds-not-met'
    wrong = other or not found <= outcomes or deadlock > may_wait
    wrong = wrong or (race > races and not tries)
    if explored:
        wrong = wrong or races > race
        if not races and not race:
            wrong = wrong or found != outcomes or (
                complete and deadlock != may_wait)
    if not wrong:
        return '', complete, found
    return '\n'.join([
        f'found {sorted(found)}, waits for ever: {deadlock}, race: {race}, '
        f'{other}, '
        + ('completely' if complete else 'not completely'),
        f'  expected {sorted(outcomes)}, waits for ever: {may_wait}, '
        f'race: {races}',
        '  ' + '\n  '.join(' '.join(code) for code in programs),
        '  > ' + ' '.join(map(shlex.quote, command))]), complete, found


def check_translated(folder, number, programs, expected, counts=False):
    source = os.path.join(folder, f'{number}{"-" * counts}.c')
    with open(source, 'w', encoding='utf-8') as file:
        file.write(translate(programs, counts))
    subprocess.run([MAZURKA, 'cc', '-O1', '-pthread', '-o', source[:-2],
                    source], check=True)
    outcomes, may_wait, _ = expected
    return check(source[:-2], programs, (outcomes, may_wait, False),
                 ['--plain=interleave'] +
                 ['--counted-rounds=first'] * counts, [])


def draw_programs():
    """Programs and what is expected of them: some have blocks, some wait for
    condition variables, in some of these by the clock (2), or at futexes (3),
    with a mask (4); some have rounds that undo what they wrote, or wait for
    pipes (7)."""
    todo, rng = [], random.Random(SEED)
    while len(todo) < COUNT:
        form = len(todo) % 8 if FORM is None else FORM
        undoes = form == 6 or rng.random() < 0.1
        programs = random_programs(
            rng, form == 2,
            {3: 1, 4: 2, 5: 3 + len(todo) % 2}.get(form, 0), undoes, form == 7)
        if any(op[2] > '~' for code in programs for op in code):
            continue
        expected = enumerate_states(programs)
        if form == 6 and expected and not expected[0] and rng.random() < 0.7:
            continue # it only waits
        if expected:
            todo.append((programs, expected))
    return todo


def summary(told):
    return (f'{sum(complete for _, complete, _ in told)} of {len(told)} '
            'explored completely')


def main():
    todo = draw_programs()
    with_blocks = [one for one in todo if any(
        op[0] == '{' for code in one[0] for op in code)]
    translated = [one for one in with_blocks
                  if can_be_translated(one[0])][:max(8, COUNT // 8)]
    counted = [one for one in todo if one not in with_blocks and
               can_be_translated(one[0])][:max(8, COUNT // 8)]
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, 'rounds.c')
        with open(source, 'w', encoding='utf-8') as file:
            file.write(INTERPRETER)
        interpreters = [source[:-2], f'{source[:-2]}-in-main']
        for program, where in zip(interpreters, ('static', '')):
            subprocess.run([MAZURKA, 'cc', '-std=gnu11', '-O1', '-pthread',
                            f'-DIN_MAIN={where}', '-o', program, source],
                           check=True)
        with concurrent.futures.ThreadPoolExecutor(
                len(os.sched_getaffinity(0))) as pool:
            told = list(pool.map(
                lambda i: check(interpreters[i % 2], *todo[i], []),
                range(COUNT)))
            drawn = list(pool.map(
                lambda i: check(interpreters[i % 2], *todo[i], [
                    f'--algorithm={SAMPLING[i % len(SAMPLING)]}']),
                range(COUNT)))
            graphs = list(pool.map(
                lambda i: check(interpreters[i % 2], *todo[i], [
                    '--algorithm=trust', '--memory-model=sc']),
                range(min(COUNT, max(16, COUNT // 4)))))
            plain = list(pool.map(
                lambda i: check_translated(folder, i, *translated[i]),
                range(len(translated))))
            counting = list(pool.map(
                lambda i: check_translated(folder, i, *counted[i], True),
                range(len(counted))))
            in_memory = list(pool.map(
                lambda i: check(interpreters[i % 2], *todo[i],
                                ['--counted-rounds=first']),
                range(min(COUNT, max(16, COUNT // 4)))))
    wrong = [why for why, _, _ in
             told + drawn + graphs + plain + counting + in_memory if why]
    outcomes = sum(len(found) for _, _, found in told)
    met = sum(len(found) for _, _, found in drawn)
    for why in wrong[:6]:
        print(why)
    waits = sum(expected[1] for _, expected in todo)
    race = sum(expected[2] for _, expected in todo)
    print(f'{COUNT} programs, {summary(told)}, {len(with_blocks)} with blocks, '
          f'{waits} may wait for ever, {race} race; by trust '
          f'{summary(graphs)}; with --plain=interleave {summary(plain)}; counting {summary(counting)}, '
          f'{sum(len(found) for _, _, found in counting)} of '
          f'{sum(len(expected[0]) for _, expected in counted)} outcomes met; '
          f'in memory {sum(len(found) for _, _, found in in_memory)} of '
          f'{sum(len(one[1][0]) for one in todo[:len(in_memory)])}; '
          f'{met} of {outcomes} outcomes are met by drawing; '
          f'{len(wrong)} wrong')
    return 1 if wrong or not all(
        any(complete for _, complete, _ in some)
        for some in (told, graphs, plain) if some) else 0


sys.exit(main())
