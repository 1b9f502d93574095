#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is killed is gone on with, to exact counts: bench/scale/kills.py [TIMES]

So many times (200) a search of three ranks that is kept each 0.05 seconds has a
rank, the job or a worker killed at a random moment. What is in the file is
gone on with, by ranks or by one process, and killed again now and then, until
it is over: its counts must be those of a search that nobody has killed. Prints
what was killed how often, and fails if a count differs.
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
                            stderr=subprocess.DEVNULL,
                            stdin=subprocess.DEVNULL, env=ENVIRONMENT)


def kill(what):
    """True: there was one."""
    names = {'rank': 'mazurka', 'job': 'mpirun', 'worker': 'program'}
    of_it = [p for p, name in here().items() if name == names[what]]
    if not of_it:
        return False
    os.kill(random.choice(sorted(of_it)), signal.SIGKILL)
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


def mpirun(n):
    return ['mpirun', '--oversubscribe', '-n', str(n), MAZURKA]


def one(program, alone, told):
    """A search with one kill at least, to its end."""
    process = start([*mpirun(3), *CHECK, '--checkpoint=kept:0.05', program])
    most_kills = random.choice((1, 1, 2, 3))
    while True:
        killed = 'nothing'
        if most_kills:
            if random.random() < .8:
                wait_until_kept(process)
            time.sleep(random.random() * alone[1])
            what = random.choice(('rank', 'job', 'worker'))
            if kill(what):
                killed = what
                most_kills -= 1
        told[killed] += 1
        status = finish(process, told)
        if status == 0:
            return counts() == alone[0]
        if killed not in ('rank', 'job', 'worker'):
            sys.exit(f'ended with {status}, and nothing was killed')
        if not os.path.exists('kept'):
            told['nothing kept yet'] += 1
            process = start([*mpirun(3), *CHECK, '--checkpoint=kept:0.05',
                             program])
            continue
        told['resumed'] += 1
        by = mpirun(random.choice((2, 3, 4))) if random.random() < .7 \
            else [MAZURKA]
        process = start([*by, 'resume', '--format=json',
                         '--checkpoint=kept:0.05', 'kept'])


def main():
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    told, wrong = collections.Counter(), 0
    random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for i, (name, flag) in enumerate(PROGRAMS):
            os.mkdir(str(i))
            os.chdir(str(i))
            subprocess.run([MAZURKA, 'cc', '-O1', '-g', '-pthread', flag,
                            f'{ROOT}/bench/programs/{name}.c', '-o',
                            'program'], check=True)
            process = start([*mpirun(3), *CHECK, './program'])
            began = time.time()
            finish(process, told)
            alone = counts(), time.time() - began
            for _ in range(times // len(PROGRAMS) + 1):
                if not one('./program', alone, told):
                    wrong += 1
                    print(name, 'NOT:', counts(), alone[0], flush=True)
            print(name, alone[0], dict(told), 'wrong:', wrong, flush=True)
            os.chdir('..')
        os.chdir('/')
    return wrong != 0


if __name__ == '__main__':
    sys.exit(main())
