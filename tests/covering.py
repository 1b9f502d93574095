# SPDX-License-Identifier: Apache-2.0
"""In which ways each program of tests/programs is compiled, and what it is
checked with there. A way is a compiler and a level.

`tests/run --all` does all with all. Otherwise

  - each program is compiled by each compiler, and at each level: in two ways
    that have neither in common. Its name says in which two;
  - each word that a program has from the language or a library (a function, a
    type, a builtin, an option) is compiled in each way, in some program that
    has it: one that is alone with a word is compiled in all ways;
  - what is about the code that a compiler makes is compiled in all ways;
  - in each way a program is checked by one algorithm with one isolation, which
    tells what became of its operations and accesses, and their number. Another
    algorithm, or isolation, is told of the same ones in whatever way: each is
    run in one, and over all programs in all.

So a bug is missed only if it needs two words that meet in programs which are
not about code, one compiler at one level, and neither shows with that compiler
at the other level nor with the other compiler at this one; or an algorithm that
finds other executions where two ways have equally many.
"""
import collections
import re
import zlib

# The first word of a name says what a program is about. A compiler's code is a
# part of these: a loop that waits ends when registers and stack are as they
# were; accesses are as many and as large as it makes them; stacks and contexts
# are what it believes them to be.
OF_CODE = {'assembly', 'await', 'floating', 'frame', 'interleave', 'longjmp',
           'loop', 'overflow', 'own', 'plain', 'rollback', 'rounding', 'setjmp',
           'spin', 'spinlock', 'stack', 'verifier', 'volatile'}

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


def cover(programs, library):
    """{name: its ways}. `programs` maps a name to its words, all ways, and
    whether it must be compiled in all of them."""
    shared_words = shared([words for words, _, _ in programs.values()], library)
    chosen = {
        name: set(ways) if is_of_code or subject_of(name) in OF_CODE
        else apart(name.rpartition('/')[2].rpartition('.')[0], ways)
        for name, (_, ways, is_of_code) in programs.items()}
    seen = {(word, way) for name, (words, _, _) in programs.items()
            for word in words & shared_words for way in chosen[name]}
    for name, (words, ways, _) in programs.items():
        for way in ways:
            new = {(word, way) for word in words & shared_words} - seen
            if new:
                chosen[name].add(way)
                seen |= new
    return {name: [way for way in ways if way in chosen[name]]
            for name, (_, ways, _) in programs.items()}


def deal(name, cards, ways):
    """{way: those of the cards that it gets}: each is dealt once, in turn."""
    dealt = {way: [] for way in ways}
    for i, card in enumerate(cards):
        dealt[ways[(number_of(name) // len(ways) + i) % len(ways)]].append(card)
    return dealt
