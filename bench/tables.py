# SPDX-License-Identifier: Apache-2.0
"""The tables of [FG05], [AAJS17] and [AADJS24], our numbers beside theirs.

Each table is a function of a `measure.Bench` that prints it. Columns of a
paper's own numbers stand to the right of ours. Times are comparable within one
machine only.
"""


LEAST_WIDTHS = [21, 9] # of the first column, and of others


def print_table(title, note, head, rows):
    """In Markdown; rows as they come, columns aligned unless cells are wide."""
    first, *others = head
    widths = [max(len(first), LEAST_WIDTHS[0]),
              *(max(len(other), LEAST_WIDTHS[1]) for other in others)]

    def print_row(cells):
        first, *others = map(str, cells)
        others = map(str.rjust, others, widths[1:])
        print(f'| {first.ljust(widths[0])} | {" | ".join(others)} |',
              flush=True)

    print(f'\n### {title}\n\n{note.strip()}\n')
    print_row(head)
    print('|' + '|'.join('-' * (width + 1) + (':' if i else '-')
                         for i, width in enumerate(widths)) + '|')
    for row in rows:
        print_row(row)


def count(number):
    return f'{number:,}'


def seconds(time):
    return f'{time:.3f}' if time < 10 else f'{time:.1f}'


def ratio(one, other):
    return f'{one / other:.2f}'


def in_all(check):
    """Executions in all, as [AAJS17] counts traces, and those blocked."""
    return (f'{check.runs:,} ({check.blocked:,})' if check.blocked
            else f'{check.runs:,}')


def algorithm(name):
    return f'--algorithm={name}'


CLASSIC = (algorithm('dpor'), '--sleep-sets=on')
SOURCE = (algorithm('source'),)
OPTIMAL = (algorithm('optimal'),)
POP = (algorithm('pop'),)
RC11 = ('--memory-model=rc11',)


# --- [FG05] ------------------------------------------------------------------

FIGURES = [('Fig. 6', 'indexer', range(1, 16)),
           ('Fig. 8', 'filesystem', range(1, 27))]
FG05_WAYS = [
    ('no POR', (algorithm('naive'),)),
    ('no POR, sleep sets', (algorithm('naive'), '--sleep-sets=on')),
    ('DPOR', (algorithm('dpor'),)),
    ('DPOR, sleep sets', CLASSIC),
]
SECONDS = {False: 10, True: 300} # for a search, before it is cut short


def first_digit(number):
    """4711: 4000."""
    ones = 10 ** (len(str(number)) - 1)
    return number // ones * ones


def growth(bench, program, threads, options, most):
    """Transitions for each number of threads, as text. A search that is cut
    short tells its first digit, and that more threads have more."""
    least, is_cut = 0, False
    for n in threads:
        if not is_cut:
            check = bench.check(f'programs/{program}.c', f'-DN={n}', *options,
                                f'--timeout={most}')
            is_cut = check.verdict == 'incomplete'
            least = (max(least, first_digit(check.transitions)) if is_cut
                     else check.transitions)
        yield f'> {least:,}' if is_cut else f'{least:,}'


def fg05(bench, with_long):
    most = SECONDS[with_long]
    for figure, program, threads in FIGURES:
        columns = [growth(bench, program, threads, options, most)
                   for _, options in FG05_WAYS]
        print_table(
            f'[FG05] {figure}: transitions explored, {program}',
            f'''
The paper has plots, on a logarithmic scale, and no numbers: these are ours alone.
Transitions are edges of the search tree, each lock, unlock and join being one; those
replayed to get back to a prefix are not counted. A search that takes longer than
{most} s is cut short: more transitions than "> …", and with more threads more still.''',
            ['threads', *(name for name, _ in FG05_WAYS)],
            zip(threads, *columns))


# --- [AAJS17] ----------------------------------------------------------------

# n: traces of Source, of Optimal, sleep set blocked; seconds of both
TABLE_1 = {
    1: (8, 5, 3, 0.03, 0.02), 2: (20, 9, 11, 0.08, 0.04),
    3: (41, 13, 28, 0.20, 0.07), 4: (78, 17, 61, 0.41, 0.10),
    5: (145, 21, 124, 0.81, 0.17), 6: (268, 25, 243, 1.56, 0.20),
    7: (373, 29, 344, 2.38, 0.26), 8: (674, 33, 641, 4.70, 0.34),
    9: (1222, 37, 1185, 8.79, 0.44),
}


def table_1(bench, _):
    def rows():
        for n, (source, optimal, blocked, *times) in TABLE_1.items():
            ours = [bench.check('programs/fig10.c', f'-DN={n}', *way)
                    for way in (SOURCE, OPTIMAL)]
            yield (n, in_all(ours[0]), f'{source:,} ({blocked:,})',
                   in_all(ours[1]), optimal, *(seconds(c.cpu) for c in ours),
                   *(f'{time:.2f}' for time in times))
    print_table(
        '[AAJS17] Table 1: fig10(n)',
        '''
Executions in all, in brackets those of them that are sleep-set-blocked. How many are
depends on the order in which an algorithm happens to schedule.''',
        ['n', 'source', 'paper', 'optimal', 'paper', 'source s', 'optimal s',
         'paper: source s', 'optimal s'], rows())


# n: traces; Source: nodes, MB, time; Optimal: nodes, MB, time
TABLE_2 = {
    1: (2, 2, 22, '0.01s', 7, 22, '0.01s'),
    2: (4, 3, 22, '0.02s', 21, 22, '0.02s'),
    3: (12, 4, 22, '0.05s', 79, 22, '0.06s'),
    4: (48, 5, 22, '0.24s', 374, 23, '0.24s'),
    5: (240, 6, 22, '1.21s', 2159, 27, '1.23s'),
    6: (1440, 7, 22, '8.74s', 14698, 42, '8.96s'),
    7: (10080, 8, 22, '1m02s', 115091, 114, '1m07s'),
    8: (80640, 9, 22, '9m30s', 1018094, 801, '9m48s'),
    9: (725760, 10, 22, '89m14s', 9916765, 8364, '99m2s'),
}


def table_2(bench, with_long):
    def rows():
        for n, (traces, *paper) in TABLE_2.items():
            if n < 9 or with_long:
                source, optimal = (
                    bench.check('programs/wakeup_stress.c', f'-DN={n}', *way)
                    for way in (SOURCE, OPTIMAL))
                yield (n, in_all(source), in_all(optimal), count(traces),
                       source.nodes or '-', count(paper[0]),
                       count(optimal.nodes), count(paper[3]),
                       f'{source.megabytes:.1f}', paper[1],
                       f'{optimal.megabytes:.1f}', count(paper[4]),
                       seconds(source.cpu), seconds(optimal.cpu),
                       paper[2], paper[5])
    print_table(
        '[AAJS17] Table 2: wakeup_stress(N)',
        '''
Nodes are those of the largest backtrack set or wakeup tree. In Erlang creation and
waiting are nodes of the tree as well; here only the increments are.''',
        ['n', 'source', 'optimal', 'paper', 'source nodes', 'paper',
         'optimal nodes', 'paper', 'source MB', 'paper', 'optimal MB', 'paper',
         'source s', 'optimal s', 'paper: source', 'optimal'], rows())


# As printed: traces of Classic, Source and Optimal; their times.
TABLE_3 = [
    ('filesystem', 14, '4', '2', '2', '0.54s', '0.36s', '0.35s'),
    ('filesystem', 16, '64', '8', '8', '8.13s', '1.82s', '1.78s'),
    ('filesystem', 18, '1,024', '32', '32', '2m11s', '8.52s', '8.86s'),
    ('filesystem', 19, '4,096', '64', '64', '8m33s', '18.62s', '19.57s'),
    ('indexer', 12, '78', '8', '8', '0.74s', '0.11s', '0.10s'),
    ('indexer', 15, '341,832', '4,096', '4,096', '56m20s', '50.24s', '52.35s'),
]
TABLE_4 = [
    ('readers', 2, '5', '4', '4', '0.02s', '0.02s', '0.02s'),
    ('readers', 8, '3,281', '256', '256', '13.98s', '1.31s', '1.29s'),
    ('readers', 13, '797,162', '8,192', '8,192', '86m7s', '1m26s', '1m26s'),
    ('lastzero', 5, '241', '79', '64', '1.08s', '0.38s', '0.32s'),
    ('lastzero', 10, '53,198', '7,204', '3,328', '4m47s', '45.21s', '27.61s'),
    ('lastzero', 15, '9,378,091', '3,025,87', '147,456', '1,539m11s', '55m4s',
     '30m13s'),
]
# More than half a minute.
CLASSIC_IS_LONG = [('lastzero', 15)]
WAYS = (CLASSIC, SOURCE, OPTIMAL)


def compared(bench, with_long, table):
    for name, n, *paper in table:
        ours = [None if way is CLASSIC and (name, n) in CLASSIC_IS_LONG
                and not with_long
                else bench.check(f'programs/{name}.c', f'-DN={n}', *way)
                for way in WAYS]
        told = [in_all(check) if check else '--long' for check in ours]
        times = [seconds(check.cpu) if check else '--long' for check in ours]
        yield (f'{name}({n})', *(cell for pair in zip(told, paper)
                                 for cell in pair), *times, *paper[3:])


HEAD_3 = ['program', 'classic', 'paper', 'source', 'paper', 'optimal', 'paper',
          'classic s', 'source s', 'optimal s', 'paper: classic', 'source',
          'optimal']


def table_3(bench, with_long):
    print_table(
        '[AAJS17] Table 3: filesystem(N), indexer(N)',
        '''
Classic is dpor with sleep sets. Executions in all, in brackets those of them that are
sleep-set-blocked; the paper tells the former only. docs/algorithms/dpor.md says why some
of classic's differ.''',
        HEAD_3, compared(bench, with_long, TABLE_3))


def table_4(bench, with_long):
    print_table(
        '[AAJS17] Table 4: readers(N), lastzero(N)',
        '''
As Table 3. "3,025,87" is what the paper prints, a digit or a comma amiss.''',
        HEAD_3, compared(bench, with_long, TABLE_4))


# --- [AADJS24] ---------------------------------------------------------------

# Names here and there, ours with its parameters; executions; seconds of TruSt,
# Optimal and POP; their MB. The last word: takes minutes.
TABLE_POP = '''
circular-buffer(7)     | circular_buffer -DN=7 | 3432 | 0.62 0.45 0.43 | 85 84 84
circular-buffer(8)     | circular_buffer -DN=8 | 12870 | 2.63 1.79 1.66 | 85 84 84
circular-buffer(9)     | circular_buffer -DN=9 | 48620 | 11.04 7.21 6.67 | 85 84 84
fib-bench(4)           | fib_bench -DN=4 | 19605 | 1.08 1.93 1.82 | 85 84 84
fib-bench(5)           | fib_bench -DN=5 | 218243 | 14.59 24.66 24.10 | 85 84 84
fib-bench(6)           | fib_bench -DN=6 | 2364418 | 186.25 301.30 297.40 | 85 84 84
linuxrwlocks(6)        | linuxlocks -DN=6 | 99442 | 3.61 13.71 12.88 | 90 91 91
linuxrwlocks(7)        | linuxlocks -DN=7 | 829168 | 32.75 127.66 121.17 | 90 91 91
linuxrwlocks(8)        | linuxlocks -DN=8 | 6984234 | 311.93 1176.13 1119.23 | 90 91 91 | long
filesystem(22)         | filesystem -DN=22 | 512 | 0.72 0.62 0.34 | 86 84 84
filesystem(24)         | filesystem -DN=24 | 2048 | 2.84 2.97 1.32 | 86 187 84
filesystem(26)         | filesystem -DN=26 | 8192 | 11.88 15.71 5.66 | 85 622 84
indexer(15)            | indexer -DN=15 | 4096 | 11.07 8.58 5.65 | 89 116 90
indexer(16)            | indexer -DN=16 | 32768 | 90.14 80.37 46.46 | 89 464 90
indexer(17)            | indexer -DN=17 | 262144 | 736.78 827.02 399.87 | 89 3030 90
lastzero(10)           | lastzero -DN=10 | 3328 | 0.07 0.34 0.27 | 85 84 84
lastzero(15)           | lastzero -DN=15 | 147456 | 3.19 24.46 15.09 | 85 276 84
lastzero(20)           | lastzero -DN=20 | 6029312 | 152.13 1828.92 786.19 | 85 8883 84 | long
exp-mem3(7)            | exp_mem3 -DN=7 | 10080 | 0.22 0.67 0.54 | 86 104 85
exp-mem3(8)            | exp_mem3 -DN=8 | 80640 | 1.96 6.15 4.61 | 86 506 85
exp-mem3(9)            | exp_mem3 -DN=9 | 725760 | 19.11 73.68 44.83 | 86 4489 85
dispatcher(4)          | disp -DSERVERS=4 -DREQUESTS=4 | 6854 | 1.15 1.75 1.47 | 90 90 90
dispatcher(5)          | disp -DSERVERS=5 -DREQUESTS=5 | 151032 | 34.66 55.07 42.76 | 89 407 90
dispatcher(6)          | disp -DSERVERS=6 -DREQUESTS=6 | 4057388 | 1245.13 2333.51 1424.57 | 89 9097 90 | long
poke(10)               | pol -DWORKERS=10 -DROUNDS=4 | 135944 | 88.54 96.30 63.45 | 90 791 90
poke(15)               | pol -DWORKERS=15 -DROUNDS=4 | 728559 | 874.76 891.26 479.03 | 89 5527 90 | long
poke(20)               | pol -DWORKERS=20 -DROUNDS=4 | 2366924 | 4502.45 4356.59 2008.92 | 89 22383 90 | long
length-param(2,1024)   | length_param -DT=2 -DL=1024 | 4 | 0.14 0.05 0.06 | 85 84 84
length-param(2,8196)   | length_param -DT=2 -DL=8196 | 4 | 7.95 0.16 0.14 | 95 101 89
length-param(2,65536)  | length_param -DT=2 -DL=65536 | 4 | 1413.00 1.13 0.90 | 389 441 343
'''


def table_pop(bench, with_long):
    def rows():
        for line in TABLE_POP.strip().split('\n'):
            name, ours, executions, times, megabytes, *long = (
                cell.strip() for cell in line.split('|'))
            program, _, flags = ours.partition(' ')
            if long and not with_long:
                continue
            checks = bench.check_ways(f'programs/{program}.c', flags,
                                      [OPTIMAL, POP])
            told = [in_all(check) for check in checks]
            trust, *theirs = times.split()
            yield (name, count(int(executions)), *told,
                   *(seconds(check.cpu) for check in checks),
                   ratio(checks[1].cpu, checks[0].cpu), *theirs,
                   ratio(*map(float, reversed(theirs))), trust,
                   *(f'{check.megabytes:.1f}' for check in checks),
                   *megabytes.split()[1:])
    print_table(
        '[AADJS24] Table 1',
        '''
dispatcher(N) is Disp(N, N) of [NRSCP18], poke(N) is Pol(N, 4), linuxrwlocks our
linuxlocks. P/O: pop's time as a multiple of optimal's. The paper's seconds are from
a Ryzen 7950X.''',
        ['program', 'paper: executions', 'optimal', 'pop', 'optimal s',
         'pop s', 'P/O', 'paper: Optimal s', 'POP s', 'P/O', 'TruSt s',
         'optimal MB', 'pop MB', 'paper: Optimal MB', 'POP MB'], rows())


# --- [NRSCP18] ---------------------------------------------------------------

# Threads, maximal configurations; Dpu with k = 1, 2, 3: seconds and blocked ones;
# optimal: seconds and MB; Nidhugg: seconds, MB, blocked ones. TO: 8 minutes; N/A:
# none was blocked with a smaller k. The last word: takes minutes.
TABLE_QPOR = '''
Disp(5,2)  | disp -DSERVERS=5 -DREQUESTS=2 | 8 137 | 0.8 1K | 0.4 43 | 0.4 0 | 0.4 37 | 1.2 33 2K
Disp(5,3)  | disp -DSERVERS=5 -DREQUESTS=3 | 9 2K | 5.4 11K | 1.3 595 | 1.0 1 | 1.0 37 | 10.8 33 13K
Disp(5,4)  | disp -DSERVERS=5 -DREQUESTS=4 | 10 15K | 58.5 105K | 16.4 6K | 10.3 213 | 10.3 87 | 109 33 115K
Disp(5,5)  | disp -DSERVERS=5 -DREQUESTS=5 | 11 151K | TO - | 476 53K | 280 2K | 257 729 | TO 33 -
Disp(5,6)  | disp -DSERVERS=5 -DREQUESTS=6 | 12 ? | TO - | TO - | TO - | TO 1131 | TO 33 - | long
Mpat(4)    | mpat -DK=4 | 9 384 | 0.5 0 | N/A N/A | N/A N/A | 0.5 37 | 0.6 33 0
Mpat(5)    | mpat -DK=5 | 11 4K | 2.4 0 | N/A N/A | N/A N/A | 2.7 37 | 1.8 33 0
Mpat(6)    | mpat -DK=6 | 13 46K | 50.6 0 | N/A N/A | N/A N/A | 73.2 214 | 21.5 33 0
Mpat(7)    | mpat -DK=7 | 15 645K | TO - | TO - | TO - | TO 660 | 359 33 0 | long
Mpat(8)    | mpat -DK=8 | 17 ? | TO - | TO - | TO - | TO 689 | TO 33 - | long
MPC(2,5)   | mpc -DPRODUCERS=2 -DWORKERS=5 | 8 60 | 0.6 560 | 0.4 0 | N/A N/A | 0.4 38 | 2.0 34 3K
MPC(3,5)   | mpc -DPRODUCERS=3 -DWORKERS=5 | 9 3K | 26.5 50K | 3.0 3K | 1.7 0 | 1.7 38 | 70.7 34 90K
MPC(4,5)   | mpc -DPRODUCERS=4 -DWORKERS=5 | 10 314K | TO - | TO - | 391 30K | 296 239 | TO 33 -
MPC(5,5)   | mpc -DPRODUCERS=5 -DWORKERS=5 | 11 ? | TO - | TO - | TO - | TO 834 | TO 34 - | long
Pi(5)      | pi -DN=5 | 6 120 | 0.4 0 | N/A N/A | N/A N/A | 0.5 39 | 19.6 35 0
Pi(6)      | pi -DN=6 | 7 720 | 0.7 0 | N/A N/A | N/A N/A | 0.7 39 | 123 35 0
Pi(7)      | pi -DN=7 | 8 5K | 3.5 0 | N/A N/A | N/A N/A | 4.0 45 | TO 34 -
Pi(8)      | pi -DN=8 | 9 40K | 48.1 0 | N/A N/A | N/A N/A | 42.9 246 | TO 34 -
Pol(7,3)   | pol -DWORKERS=7 -DROUNDS=3 | 14 3K | 48.5 72K | 2.9 1K | 1.9 6 | 1.9 39 | 74.1 33 90K
Pol(8,3)   | pol -DWORKERS=8 -DROUNDS=3 | 15 4K | 153 214K | 5.5 3K | 3.0 10 | 3.0 52 | 251 33 274K
Pol(9,3)   | pol -DWORKERS=9 -DROUNDS=3 | 16 5K | 464 592K | 9.5 5K | 4.8 15 | 4.8 73 | TO 33 -
Pol(10,3)  | pol -DWORKERS=10 -DROUNDS=3 | 17 7K | TO - | 17.2 9K | 6.8 21 | 7.1 99 | TO 33 -
Pol(11,3)  | pol -DWORKERS=11 -DROUNDS=3 | 18 10K | TO - | 27.2 12K | 9.7 28 | 10.6 138 | TO 33 -
Pol(12,3)  | pol -DWORKERS=12 -DROUNDS=3 | 19 12K | TO - | 46.3 20K | 13.5 36 | 16.4 184 | TO 33 -
'''
OBJECT = '--dependence=object'
QPOR = (algorithm('qpor'), OBJECT)
OBJECT_WAYS = [QPOR, *((*way, OBJECT) for way in (SOURCE, OPTIMAL, POP))]
PATIENCE = '--timeout=60'


def with_k(bench, program, flags):
    """Checks with k = 1, 2, 3; None after one without any blocked execution."""
    is_exact = False
    for k in 1, 2, 3:
        check = None if is_exact else bench.check(program, flags, *QPOR,
                                                  f'--k={k}', PATIENCE)
        is_exact = not check or check.verdict == 'safe' and not check.blocked
        yield check


def told_blocked(check):
    """As the paper tells a search that was cut, or is not needed."""
    if not check:
        return 'N/A'
    return (f'≥ {count(check.blocked)}' if check.verdict == 'incomplete' else
            count(check.blocked))


def told_time(check):
    if not check:
        return 'N/A'
    return 'TO' if check.verdict == 'incomplete' else seconds(check.cpu)


def rows_of_qpor(bench, with_long):
    """Names, checks with k = 1, 2, 3 and the other ways, the paper's cells."""
    for line in TABLE_QPOR.strip().split('\n'):
        name, ours, sizes, *paper = (cell.strip() for cell in line.split('|'))
        file, _, flags = ours.partition(' ')
        program = f'programs/{file}.c'
        if paper[-1] != 'long' or with_long:
            yield (name, sizes.split()[1],
                   list(with_k(bench, program, flags)),
                   bench.check_ways(program, flags,
                                    [(*way, PATIENCE) for way in OBJECT_WAYS]),
                   [cell.split() for cell in paper])


def told_executions(checks):
    """Of the searches that were not cut: of all but one that cuts executions
    they must be equal, and so are told once."""
    found = {check.executions for check in checks
             if check and check.verdict == 'safe'}
    return ' / '.join(map(count, sorted(found))) or 'TO'


def table_qpor(bench, with_long):
    rows = list(rows_of_qpor(bench, with_long))

    def blocked():
        for name, configurations, with_k, others, paper in rows:
            yield (name, configurations, told_executions(with_k + others),
                   *(cell for check, theirs in zip(with_k, paper)
                     for cell in (told_blocked(check), theirs[1])),
                   told_blocked(others[0]), told_blocked(others[1]),
                   paper[4][2])

    def times():
        for name, _, with_k, others, paper in rows:
            yield (name, *map(told_time, with_k + others),
                   *(f'{check.megabytes:.1f}' for check in others),
                   *(cell[0] for cell in paper[:5]), paper[3][1])
    print_table(
        '[NRSCP18] Table 1: executions, and those blocked',
        '''
qpor with k = 1, 2, 3 and optimal, source-DPOR beside it (the paper: Nidhugg's), all
with --dependence=object. Executions are those of every search that was not cut; "/"
would say that they differ. N/A: a smaller k blocked none. "≥ …": cut after 60 s.''',
        ['program', 'paper: confs', 'executions', 'k = 1', 'paper', 'k = 2',
         'paper', 'k = 3', 'paper', 'optimal', 'source', 'paper: Nidhugg'],
        blocked())
    print_table(
        '[NRSCP18] Table 1: time and memory',
        '''
s: seconds of CPU, start-up included; TO: more than 60 s. Paper: an Intel Xeon of
2.4 GHz, TO after 8 minutes.''',
        ['program', 'k = 1 s', 'k = 2 s', 'k = 3 s', 'qpor optimal s',
         'source s', 'optimal s', 'pop s', 'qpor MB', 'source MB',
         'optimal MB', 'pop MB', 'paper: k = 1 s', 'k = 2 s', 'k = 3 s',
         'optimal s', 'Nidhugg s', 'optimal MB'],
        times())


def figure_1(bench, _):
    def rows():
        for n in range(3, 11):
            checks = [bench.check('programs/qpor_fig1.c', f'-DN={n}', *way)
                      for way in ((*SOURCE, OBJECT),
                                  *((*QPOR, f'--k={k}') for k in (1, 2)), QPOR)]
            yield (n, told_executions(checks),
                   *(count(check.blocked) for check in checks))
    print_table(
        '[NRSCP18] Fig. 1: qpor-fig1(n)',
        '''
2n executions; those blocked, which are exponentially many with source-DPOR.''',
        ['n', 'executions', 'source', 'qpor k = 1', 'k = 2', 'optimal'],
        rows())


PROFILED = [
    ('Disp(5,4)', 'disp', '-DSERVERS=5 -DREQUESTS=4'),
    ('Disp(5,5)', 'disp', '-DSERVERS=5 -DREQUESTS=5'),
    ('Mpat(5)', 'mpat', '-DK=5'),
    ('MPC(3,5)', 'mpc', '-DPRODUCERS=3 -DWORKERS=5'),
    ('MPC(4,5)', 'mpc', '-DPRODUCERS=4 -DWORKERS=5'),
    ('Pi(8)', 'pi', '-DN=8'),
    ('Pol(10,3)', 'pol', '-DWORKERS=10 -DROUNDS=3'),
    ('Pol(12,3)', 'pol', '-DWORKERS=12 -DROUNDS=3'),
]
OVER_TIME = ['Disp(5,4)', 'Disp(5,5)', 'MPC(4,5)', 'Pi(8)', 'Pol(12,3)']
DISTANCES = [['0'], ['1', '2'], ['3-4'], ['5-16'],
             ['17-64', '65-256', '257-']]


def profiled(bench):
    """Name and check of each, with its statistics."""
    for name, program, flags in PROFILED:
        yield name, bench.check(f'programs/{program}.c', flags, *QPOR,
                                '--stats')


def percent(part, whole):
    return f'{100 * part / whole:.1f}'


def distances(queries):
    return [percent(sum(queries['by_distance'][key] for key in keys),
                    queries['queries']) for keys in DISTANCES]


def figure_3(bench, _):
    def rows():
        for name, check in profiled(bench):
            u = check.stats['unfolding']
            yield (name, count(u['added']),
                   *(cell for trees in (u['thread_trees'], u['object_trees'])
                     for cell in (f'{trees["depth_average"]:.1f}',
                                  trees['depth_most'])),
                   *distances(u['causality']), *distances(u['conflict']))
    print_table(
        '[NRSCP18] Fig. 3: depths of trees, distances of queries',
        '''
qpor, optimal. Depth of the events added, on average and at most; per cent of the
queries by the distance of what they are about in its tree. The paper tells of 15
programs together: depth 22.7 on average and 77 at most; a distance of 1 or 2 in 70 %
of the causality queries, of 1 to 4 in 92 % of them, and in 82 % of the conflict ones.''',
        ['program', 'events', 'threads: avg', 'most', 'objects: avg', 'most',
         'causality: 0', '1-2', '3-4', '5-16', '17-', 'conflict: 0', '1-2',
         '3-4', '5-16', '17-'], rows())


def section_6_4(bench, _):
    def rows():
        for name, check in profiled(bench):
            u, spent = check.stats['unfolding'], check.stats['seconds']
            yield (name, count(u['combs']), count(u['alternatives']),
                   f'{u["spike_average"]:.2f}', count(u['spike_longest']),
                   *(percent(time, sum(spent.values()))
                     for time in spent.values()))
    print_table(
        '[NRSCP18] 6.4: what takes the time',
        '''
qpor, optimal. Combs, those with an alternative in them, events in a spike; per cent of
the time. The paper, of 7 programs: 30 to 90 % for running the program, 15 to 30 for
adding events, 1 to 50 for building combs, less than 5 for searching them, and for
conflicting extensions.''',
        ['program', 'combs', 'found', 'spike: avg', 'most', '% running',
         'the rest', 'adding', 'cex', 'building', 'searching', 'pruning'],
        rows())


def over_time(bench, _):
    checks = [check for name, check in profiled(bench) if name in OVER_TIME]
    kept = [check.stats['unfolding']['events_after_runs'] for check in checks]

    def rows():
        for i in range(max(map(len, kept))):
            yield (count(2 ** i),
                   *(count(k[i]) if i < len(k) else '' for k in kept))
        for what in 'peak', 'added':
            yield (f'{what}', *(count(check.stats['unfolding'][what])
                                for check in checks))
    print_table(
        '[NRSCP18] Algorithm 1, line 13: U over time',
        '''
qpor, optimal. Events in U after so many executions; at most; added in all, where one
that was dropped and comes again counts again.''',
        ['executions', *OVER_TIME], rows())


# --- Others ------------------------------------------------------------------

# Microseconds an execution of Nidhugg with POP and of GenMC on a machine of
# this class, from the project's notes.
PEERS = [
    ('fib-bench(5)', 'fib_bench', '-DN=5', 216, 157),
    ('circular-buffer(9)', 'circular_buffer', '-DN=9', 240, 450),
    ('linuxlocks(6)', 'linuxlocks', '-DN=6', 159, 60),
    ('exp-mem3(8)', 'exp_mem3', '-DN=8', 149, 57),
    ('lastzero(15)', 'lastzero', '-DN=15', 455, 237),
    ('Disp(4,4)', 'disp', '-DSERVERS=4 -DREQUESTS=4', 366, 422),
    ('Pol(5,4)', 'pol', '-DWORKERS=5 -DROUNDS=4', 537, 551),
    ('filesystem(24)', 'filesystem', '-DN=24', 1350, 3080),
    ('indexer(15)', 'indexer', '-DN=15', 2280, 2440),
]


def peers(bench, _):
    def rows():
        for name, program, flags, *theirs in PEERS:
            ours = [check.cpu * 1e6 / check.executions
                    for check in bench.check_ways(f'programs/{program}.c',
                                                  flags, [OPTIMAL, POP])]
            yield (name, *(f'{time:.1f}' for time in ours), *theirs,
                   f'{min(theirs) / ours[1]:.0f}')
    print_table(
        'Other checkers',
        '''
Microseconds an execution, start-up included; how many times the better of the others
is slower than pop.''',
        ['program', 'optimal', 'pop', 'Nidhugg', 'GenMC', 'times'], rows())


ALL = [fg05, table_1, table_2, table_3, table_4, table_pop, table_qpor,
       figure_1, figure_3, section_6_4, over_time, peers]


def print_all(bench, with_long):
    for table in ALL:
        table(bench, with_long)
