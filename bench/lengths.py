# SPDX-License-Identifier: Apache-2.0
"""What an execution costs by its length, with each algorithm."""
import tables

WAYS = [('dpor', tables.CLASSIC), ('source', tables.SOURCE),
        ('optimal', tables.OPTIMAL), ('pop', tables.POP),
        ('qpor', (tables.algorithm('qpor'),))]

# Program, its parameters, executions at most.
PROGRAMS = [
    ('3 threads, 4 races each', 'additions', '-DTHREADS=3 -DEACH=4 -DN=0',
     30000),
    ('10 private events before', 'additions', '-DTHREADS=3 -DEACH=4 -DN=10',
     20000),
    ('100', 'additions', '-DTHREADS=3 -DEACH=4 -DN=100', 6000),
    ('1,000', 'additions', '-DTHREADS=3 -DEACH=4 -DN=1000', 2000),
    ('2 threads, 500 races each', 'additions', '-DTHREADS=2 -DEACH=500 -DN=0',
     3000),
    ('50 threads, 1 race each', 'additions', '-DTHREADS=50 -DEACH=1 -DN=0',
     10000),
    ('nothing before', 'prologue', '-DEACH=3', 300000),
    ('20,000 operations before', 'prologue', '-DEACH=3 -DOPERATIONS=20000',
     300000),
    ('1 ms before', 'prologue', '-DEACH=3 -DSTEPS=1000000', 300000),
    ('100 ms before', 'prologue', '-DEACH=3 -DSTEPS=100000000', 300000),
    ('1 MB written, of 100', 'prologue',
     '-DEACH=3 -DBYTES=104857600 -DAFTER=1048576', 8000),
]


def measured(bench, program, flags, way, most):
    """Microseconds an execution after the first quarter, and MB: at first a
    search looks for loops that wait, and for what is not announced."""
    few, many = (bench.check(f'programs/{program}.c', flags, *way,
                             f'--max-executions={n}', '--timeout=30')
                 for n in (most // 4, most))
    if many.runs == few.runs:
        return '> 30 s', many
    time = (many.cpu - few.cpu) / (many.runs - few.runs)
    return f'{time * 1e6:.1f} ({many.megabytes:.0f})', many


def rows(bench):
    for name, program, flags, most in PROGRAMS:
        told = [measured(bench, program, flags, way, most) for _, way in WAYS]
        check = told[-2][1]
        yield (name, f'{check.events_run / check.runs:.0f}',
               f'{check.transitions / check.runs:.0f}', *(t for t, _ in told))


def print_table(bench):
    tables.print_table(
        'Cost by length',
        '''
Microseconds of CPU that an execution more takes, and in brackets MB; events an
execution, and how many of them are new, of pop.''',
        ['program', 'events', 'new', *(name for name, _ in WAYS)],
        rows(bench))
