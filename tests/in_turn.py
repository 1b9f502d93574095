# SPDX-License-Identifier: Apache-2.0
"""How scripts of tests/agree search random programs: what is done with some of them and
not with others, in turn, unless all is to be done (tests/run --all)."""
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


def as_found(number):
    """How errors come about, and before which step they could be avoided, is asked
    in one program of four."""
    return [] if DOES_ALL or number % 4 == 0 else [
        '--critical=off', '--simplest=off', '--explain=1']


def found(report):
    return {'deadlock' if e['kind'] == 'deadlock' else e['message']
            for e in report['errors']}


def wrong_with(run, number, ends):
    """None, or what is: the errors are not `ends`, or searches differ.
    run(option, ...) is the report of a search; None: it is refused, and so are
    the others."""
    counts = {}
    for relation, algorithm in searches(number):
        report = run('--algorithm=' + algorithm, '--dependence=' + relation,
                     *as_found(number))
        if report is None:
            return None
        if (found(report) != ends or
                (report['verdict'] == 'error') != bool(ends)):
            return (f'{algorithm}, {relation}: {report["verdict"]}, '
                    f'{found(report)}, not {ends}')
        if algorithm == 'source':
            continue
        counts.setdefault(relation, report['executions'])
        if report['blocked'] or report['executions'] != counts[relation]:
            return (f'{algorithm}, {relation}: {report["executions"]} '
                    f'executions, not {counts[relation]}')
    return None
