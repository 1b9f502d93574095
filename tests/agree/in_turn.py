# SPDX-License-Identifier: Apache-2.0
"""What the scripts here do with some random programs and not with others, in
turn, unless all is to be done (tests/run --all)."""
import os

DOES_ALL = os.environ.get('MAZURKA_TEST_ALL')


def in_turn(choices, number):
    return choices if DOES_ALL else [choices[number % len(choices)]]


def searches(number):
    """(relation, algorithm) for each search of a program."""
    for i, relation in enumerate(('rw', 'object')):
        others = in_turn(('optimal', 'qpor', 'source'), number + i)
        for algorithm in ('pop', *others):
            yield relation, algorithm


def critical(number):
    """The last step before which an error could be avoided is looked for in one
    program of four."""
    return [] if DOES_ALL or number % 4 == 0 else ['--critical=off']
