#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is killed is gone on with, to exact counts: bench/scale/kills.py [TIMES]
[SEED] [RANKS]

Searches of three ranks (RANKS; 1: a process with two workers, without MPI) that
are kept each 0.05 seconds have a rank, the job or a worker killed at a random
moment. What is in the file is gone on with, by ranks or by one process, and
killed again now and then, until it is over: its counts must be those of a
search that nobody has killed. Ends when ranks and jobs have been killed TIMES
(200) times each; prints how often, and fails if a count differs.
"""
import collections
import glob
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
MAZURKA = os.path.join(ROOT, os.environ.get('MAZURKA_BUILD', 'build'),
                       'mazurka')
PROGRAMS = ('fib_bench', '-DN=6'), ('lastzero', '-DN=18')
COUNTS = ('verdict executions blocked assume_blocked loop_blocked '
          'deadlocked events').split()
ENVIRONMENT = {**os.environ, 'OMPI_ALLOW_RUN_AS_ROOT': '1',
               'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1',
               'OMPI_MCA_odls_base_sigkill_timeout': '0'}
CHECK = 'check', '--format=json', '--critical=off'
TIMES = int(sys.argv[1]) if len(sys.argv) > 1 else 200
RANKS = int(sys.argv[3]) if len(sys.argv) > 3 else 3
# What is killed, and the name of its process.
KINDS = {'rank': 'mazurka', 'job': 'mpirun', 'worker': 'program'} \
    if RANKS > 1 else {'job': 'mazurka', 'worker': 'program'}
COUNTED = [kind for kind in KINDS if kind != 'worker']


def here():
    """Processes in this folder, but for this one: their names."""
    found = {}
    for path in glob.glob('/proc/[0-9]*'):
        try:
            if os.readlink(path + '/cwd') != os.getcwd():
                continue
            with open(path + '/comm') as comm:
                found[int(path[6:])] = comm.read().strip()
        except OSError:
            continue
    found.pop(os.getpid(), None)
    return found


def start(words):
    return subprocess.Popen(words, stdout=open('out', 'w'),
                            stderr=open('errors', 'w'),
                            stdin=subprocess.DEVNULL, env=ENVIRONMENT)


def kill(what):
    """True: there was one."""
    of_it = [p for p, name in here().items() if name == KINDS[what]]
    try:
        number = random.choice(sorted(of_it))
        with open(os.pidfd_open(number)) as process:
            if number not in here(): # another one has that number by now
                return False
            signal.pidfd_send_signal(process.fileno(), signal.SIGKILL)
    except (IndexError, ProcessLookupError):
        return False
    return True


def finish(process, told):
    end = time.time() + 60
    while process.poll() is None:
        # Of mpirun alone: it may wait for a rank that was killed as it began.
        if set(here().values()) - {'mpirun'}:
            end = time.time() + 60
        elif time.time() > end - 50:
            told['mpirun alone'] += 1
            process.kill()
        time.sleep(0.01)
    status = process.returncode
    end = time.time() + 60
    while here():
        if time.time() > end:
            sys.exit(f'still there: {here()}')
        time.sleep(0.01)
    return status


def wait_until_kept(process):
    while not os.path.exists('kept') and process.poll() is None:
        time.sleep(0.005)


def counts():
    with open('out') as report:
        report = json.load(report)
    return [report[name] for name in COUNTS]


def by(ranks):
    if ranks == 1:
        return [MAZURKA]
    return ['mpirun', '--oversubscribe', '-n', str(ranks), MAZURKA]


def begin(program):
    return start([*by(RANKS), *CHECK, *(['-j', '2'] if RANKS == 1 else []),
                  '--checkpoint=kept:0.05', program])


def go_on(how):
    """One that is not killed any more need not be kept."""
    ranks = random.choice((1, RANKS, RANKS, RANKS + 1)) if RANKS > 1 else 1
    return start([*by(ranks), 'resume', '--format=json',
                  f'--checkpoint=kept{how}', 'kept'])


def one(program, expected, told):
    """A search with one kill at least, to its end."""
    process = begin(program)
    most_kills = random.choice((2, 20, 40))
    while True:
        killed = 'nothing'
        if most_kills:
            if random.random() < .5:
                wait_until_kept(process)
            time.sleep(random.random())
            what = 'worker'
            if random.random() < .8: # that which has been killed least often
                what = min(COUNTED, key=lambda kind: told[kind])
            while killed == 'nothing' and process.poll() is None:
                if kill(what):
                    killed = what
                    most_kills -= 1
                else:
                    time.sleep(0.02)
        told[killed] += 1
        print(dict(told), file=sys.stderr, flush=True)
        status = finish(process, told)
        if status == 0:
            told['searches'] += 1
            return counts() == expected
        if killed not in KINDS:
            with open('errors') as errors:
                sys.exit(f'ended with {status}, and nothing was killed:\n'
                         f'{errors.read()}')
        if os.path.exists('kept'):
            told['resumed'] += 1
            process = go_on(':0.05' if most_kills else '')
        else:
            told['nothing kept yet'] += 1
            process = begin(program)


def main():
    told, wrong = collections.Counter(), 0
    random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        # Else what a killed mpirun leaves has all others look through it.
        ENVIRONMENT['OMPI_MCA_orte_tmpdir_base'] = folder
        for i, (name, flag) in enumerate(PROGRAMS):
            os.mkdir(str(i))
            os.chdir(str(i))
            subprocess.run([MAZURKA, 'cc', '-O1', '-g', '-pthread', flag,
                            f'{ROOT}/bench/programs/{name}.c', '-o',
                            'program'], check=True)
            if finish(start([*by(RANKS), *CHECK, './program']), told):
                sys.exit('the search that nobody kills has not ended')
            expected = counts()
            goal = TIMES * (i + 1) / len(PROGRAMS)
            while min(told[kind] for kind in COUNTED) < goal:
                if not one('./program', expected, told):
                    wrong += 1
                    print(name, 'NOT:', counts(), expected, flush=True)
            print(name, expected, dict(told), 'wrong:', wrong, flush=True)
            os.chdir('..')
        os.chdir('/')
    return wrong != 0


if __name__ == '__main__':
    sys.exit(main())
