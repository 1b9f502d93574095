# SPDX-License-Identifier: Apache-2.0
"""In which ways each program of tests/programs is compiled, and what it is
checked with there. A way is a compiler and a level.

`tests/run --all` does all with all. Otherwise

  - what is about the code that a compiler makes is compiled in all ways; where
    many programs have the same subject, each by each compiler and at each level,
    in two ways that have neither in common, half of them in the other two;
  - each word that a compiler translates (a builtin, an atomic, an option, a
    function that it knows) is compiled in each way, in some program that has
    it: one that is alone with a word is compiled in all ways;
  - each other word from a library (a function, a type, a header's class), and
    each two of them that meet in a program, are compiled by each compiler and
    at each level, in some program that has both. What a function does is the
    same for all who call it, and that each form of access is told of, in C and
    C++, by each compiler at each level, is the group `compilers`;
  - what is about accesses, and what does not say how many executions it has,
    is compiled by each compiler and at each level: in two ways that have
    neither in common. Any other program is compiled in one at least. Its name
    says in which;
  - in each way a program is checked by one algorithm with one isolation, which
    tells what became of its operations and accesses, and their number. Another
    algorithm, or isolation, is told of the same ones in whatever way: each is
    run in one, and over all programs in all.

So a bug is missed only if it needs three words of a library that meet in no
program that is compiled so, or two and one compiler at one level, or a form of
access that tests/compilers does not have, in programs which are not about code,
or are some of many about the same; or an algorithm that finds other executions
where two ways have equally many.
"""
import collections
import itertools
import re
import zlib

# The first word of a name says what a program is about. A compiler's code is a
# part of these: a loop that waits ends when registers and stack are as they
# were; accesses are as many and as large as it makes them; stacks and contexts
# are what it believes them to be.
OF_CODE = {'assembly', 'await', 'floating', 'frame', 'interleave', 'longjmp',
           'loop', 'overflow', 'own', 'plain', 'rollback', 'rounding', 'setjmp',
           'spin', 'spinlock', 'stack', 'verifier', 'volatile'}

MANY = 8 # programs, of the same subject

# Accesses, and what the detector of races and the heap make of them.
OF_ACCESSES = {'double', 'heap', 'race', 'rollback', 'use'}

# A compiler makes code of them.
TRANSLATED = re.compile(r'__|[A-Z]*(mz|atomic)_|std::(atomic|memory_order)|-[fm]',
                        re.I)

# No program's own words, even if only one has them.
FOREIGN = re.compile(r'__|[A-Z]*(mz|pthread|atomic|thrd|mtx|cnd|tss|sem|omp)_|'
                     r'std::|-', re.I)


def words_of(source, options):
    """All words of a program's code, and of the options that it asks for."""
    code = re.sub(r'/\*.*?\*/|//[^\n]*', ' ', source, flags=re.S)
    code = re.sub(r'"(\\.|[^"\\\n])*"', ' ', code)
    members = re.findall(r'(?:\.|->)\s*(\w+)\s*\(', code)
    return {*re.findall(r'(?:std::)?\b[A-Za-z_]\w*', code),
            *(f'std::{member}' for member in members), # or of a class here
            *(re.sub(r'\d+', '', option) for option in options)}


def shared(words, library):
    """Of all words those that are not one program's own. `library` has names of
    its functions."""
    programs = collections.Counter(word for each in words for word in each)
    return {word for word, number in programs.items()
            if number > 1 or word in library or FOREIGN.match(word)}


def subject_of(name):
    """The first word of a file's name."""
    return re.split(r'[_.]', name.rpartition('/')[2])[0]


def number_of(name):
    """The same every day, whatever other programs there are."""
    return zlib.crc32(name.encode())


def apart(name, ways):
    """Some of the ways, so that together they have all compilers and all levels:
    as few as there can be, and no pair of both twice."""
    compilers = list(dict.fromkeys(compiler for compiler, _ in ways))
    levels = list(dict.fromkeys(level for _, level in ways))
    first = number_of(name)
    return {(compilers[i % len(compilers)], levels[(first + i) % len(levels)])
            for i in range(max(len(compilers), len(levels)))}


def begin(path, ways, needs_two, subjects):
    """The ways of a program, whatever words others have. `subjects` tells how
    many programs there are of each."""
    name = path.rpartition('/')[2].rpartition('.')[0]
    subject = subject_of(name)
    if subject in OF_CODE and subjects[subject] < MANY:
        return set(ways)
    if needs_two or subject in OF_CODE | OF_ACCESSES:
        return apart(name, ways)
    return {ways[number_of(name) % len(ways)]}


class Covered:
    """How often what has been compiled: in each way, by each compiler, at each
    level."""
    def __init__(self):
        self.seen = collections.defaultdict(collections.Counter)

    def left(self, in_ways, in_parts, way):
        """How much of it would be compiled so for the first time."""
        def first(words, seen): # a difference of sets would go through `seen`
            return sum(word not in seen for word in words)
        return (first(in_ways, self.seen[way]) +
                sum(first(in_parts, self.seen[part]) for part in parts_of(way)))

    def add(self, in_ways, in_parts, way):
        self.seen[way].update(in_ways)
        for part in parts_of(way):
            self.seen[part].update(in_parts)

    def has_all_twice(self, in_ways, in_parts, way):
        return (all(self.seen[way][word] > 1 for word in in_ways) and
                all(self.seen[part][word] > 1
                    for part in parts_of(way) for word in in_parts))

    def remove(self, in_ways, in_parts, way):
        self.seen[way].subtract(in_ways)
        for part in parts_of(way):
            self.seen[part].subtract(in_parts)


def parts_of(way):
    """C and C++ are two languages, and so are their levels."""
    compiler, level = way
    return compiler, (level, '+' in compiler)


def wanted(words, library, known):
    """Of a program's words those that all ways are wanted for; and those, and
    pairs of them, for which each compiler and each level is enough."""
    translated = {word for word in words if TRANSLATED.match(word) or
                  word.removeprefix('std::') in known}
    api = sorted(word for word in words
                 if word in library or FOREIGN.match(word))
    return translated, {*(words - translated), *itertools.combinations(api, 2)}


def cover(programs, library, known):
    """{name: its ways}. `programs` maps a name to its words, all ways, and
    whether it must be compiled in all of them, or in two. `library` has names
    of functions, and `known` those that compilers know."""
    common = shared([words for words, *_ in programs.values()], library)
    want = {name: wanted(words & common, library, known)
            for name, (words, *_) in programs.items()}
    subjects = collections.Counter(map(subject_of, programs))
    needed = {
        name: set(ways) if needs_all else begin(name, ways, needs_two, subjects)
        for name, (_, ways, needs_all, needs_two) in programs.items()}
    chosen = {name: set(ways) for name, ways in needed.items()}
    covered = Covered()
    for name, ways in chosen.items():
        for way in ways:
            covered.add(*want[name], way)
    for name, (_, ways, *_) in programs.items():
        def left(way, name=name):
            return covered.left(*want[name], way)
        while left(way := max(ways, key=left)):
            chosen[name].add(way)
            covered.add(*want[name], way)
    # What was chosen early may be covered by what came later. C++ first: it
    # takes longest.
    for name in sorted(programs, key=lambda name: name.endswith('.c')):
        for way in sorted(chosen[name] - needed[name]):
            if covered.has_all_twice(*want[name], way):
                chosen[name].remove(way)
                covered.remove(*want[name], way)
    return {name: [way for way in ways if way in chosen[name]]
            for name, (_, ways, *_) in programs.items()}


def deal(name, cards, ways):
    """{way: those of the cards that it gets}: each is dealt once, in turn."""
    dealt = {way: [] for way in ways}
    for i, card in enumerate(cards):
        dealt[ways[(number_of(name) // len(ways) + i) % len(ways)]].append(card)
    return dealt
