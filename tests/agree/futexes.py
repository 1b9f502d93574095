#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs on futexes (futexes.c): masks, requeues, FUTEX_WAKE_OP.

What each can end in is enumerated here, by a kernel of a few lines that chooses
at once whom it wakes up and whom it moves, in each order of its system calls.
The tool, which knows of no choice but of who goes on first, must find the same,
by each algorithm; and the optimal ones, under each relation, as many executions.
Under each relation pop explores each program, and one of the others in turn; all
of them do where $MAZURKA_TEST_ALL is set.
"""
import functools
import itertools
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from in_turn import wrong_with

MAZURKA = os.environ['MAZURKA']
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'futexes.c')
SEEDS = range(40)
ALL, EAGAIN, ETIMEDOUT, INT_MAX = 0xffffffff, 11, 110, 2**31 - 1


# --- the programs, as futexes.c writes them ----------------------------------

KINDS = (0, 0, 1, 1, 1, 1, 3, 4), (2, 3, 4, 4, 5, 5, 6, 7)


class Random:
    def __init__(self, seed):
        self.state = (seed * 2654435761 + 1) & ALL

    def below(self, bound):
        self.state = (self.state * 1103515245 + 12345) & ALL
        return (self.state >> 16) % bound


def code_of(seed):
    random, code = Random(seed), []
    mask_count = 3 if random.below(2) else 1
    for t in range(3):
        code.append([])
        for _ in range(3 if t == 2 else 1 + (random.below(4) == 3)):
            kind = KINDS[t == 2][random.below(8)]
            word = random.below(3) // 2
            number = INT_MAX if random.below(2) else random.below(2)
            mask = (1, 2, ALL)[2 - random.below(mask_count)]
            code[t].append((kind, word, number, mask))
    return code


# --- the kernel --------------------------------------------------------------

# A state: what the words hold; of each thread its place, its result, and how it
# waits: None, 'woken', or the word, mask and whether there is a limit.

def choices(waits, word, mask, number):
    """Each choice of whom to wake up: how many they are, and who waits then."""
    asleep = [t for t, w in enumerate(waits)
              if isinstance(w, tuple) and w[0] == word and w[1] & mask]
    for some in itertools.combinations(asleep, min(number, len(asleep))):
        yield len(some), tuple('woken' if t in some else w
                               for t, w in enumerate(waits))


def moved(waits, word):
    return tuple((1 - word, *w[1:]) if isinstance(w, tuple) and w[0] == word
                 else w for w in waits)


def asleep_at(waits, word):
    return sum(isinstance(w, tuple) and w[0] == word for w in waits)


def call(instruction, words, waits, thread):
    """Each (answer, errno, words, waits); the answer None: it sleeps."""
    kind, word, number, mask = instruction
    if kind < 2 and words[word]:
        yield -1, EAGAIN, words, waits
    elif kind < 2:
        wait = (word, mask, kind == 1)
        yield None, 0, words, waits[:thread] + (wait,) + waits[thread + 1:]
    elif kind == 2:
        for n, left in choices(waits, word, mask, max(number, 1)):
            yield n, 0, words, left
    elif kind == 3:
        yield words[word], 0, added(words, word), waits
    elif kind == 5 and words[word]:
        yield -1, EAGAIN, words, waits
    elif kind < 6:
        for n, left in choices(waits, word, ALL, number):
            yield n + asleep_at(left, word), 0, words, moved(left, word)
    elif kind == 6:
        for n, left in choices(waits, word, ALL, max(number, 1)):
            others = max(number, 1) if not words[1 - word] else 0
            for m, rest in choices(left, 1 - word, ALL, others):
                yield n + m, 0, added(words, 1 - word), rest
    else:
        yield words[word], 0, words, waits


def added(words, word):
    return tuple(w + (i == word) for i, w in enumerate(words))


def answered(state, thread, answer, errno):
    words, places, results, waits = state
    result = (results[thread] * 7 + answer + errno % 5) & ALL
    return (words,
            places[:thread] + (places[thread] + 1,) + places[thread + 1:],
            results[:thread] + (result,) + results[thread + 1:],
            waits[:thread] + (None,) + waits[thread + 1:])


def steps(code, state):
    words, places, results, waits = state
    for t, wait in enumerate(waits):
        if wait == 'woken':
            yield answered(state, t, 0, 0)
        elif wait:
            if wait[2]:
                yield answered(state, t, -1, ETIMEDOUT)
        elif places[t] < len(code[t]):
            for answer, errno, w, left in call(code[t][places[t]], words, waits,
                                               t):
                after = (w, places, results, left)
                yield (after if answer is None else
                       answered(after, t, answer, errno))


def ends_of(code):
    first = ((0, 0), (0, 0, 0), (0, 0, 0), (None, None, None))
    seen, left, ends = {first}, [first], set()
    while left:
        state = left.pop()
        after = list(steps(code, state))
        for s in after:
            if s not in seen:
                seen.add(s)
                left.append(s)
        if not after:
            ends.add(end_of(code, state))
    return ends


def end_of(code, state):
    _, places, results, _ = state
    if any(p < len(c) for p, c in zip(places, code)):
        return 'deadlock'
    total = 0
    for result in results:
        total = (total * 31 + result) & ALL
    return f'exit with status {1 + total % 199}'


# --- the tool ----------------------------------------------------------------

def run(program, seed, *options):
    """None: it is refused."""
    result = subprocess.run(
        [MAZURKA, 'check', '--keep-going', '--format=json', '--audit=off',
         *options, program, '--', str(seed)], capture_output=True, text=True)
    if 'unsupported:' in result.stderr:
        return None
    return json.loads(result.stdout)


def main():
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, 'futexes')
        subprocess.run([MAZURKA, 'cc', '-g', '-O1', '-pthread', SOURCE, '-o',
                        program], check=True)
        for seed in SEEDS:
            wrong = wrong_with(functools.partial(run, program, seed),
                               seed, ends_of(code_of(seed)))
            if wrong:
                print(f'futexes.c {seed}: {wrong}')
                failed = True
    sys.exit(failed)


main()
