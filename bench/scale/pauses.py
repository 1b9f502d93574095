#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long workers stand still while a search is kept: bench/scale/pauses.py

Each program is searched for some seconds and kept each 0.3 of these, by one
process, by two workers and, where mpirun is, by two ranks. By what strace sees:
from the end of the first worker of a process to the moment in which a worker of
the next process of that supervisor is forked. Prints how often, and the median
and the longest in milliseconds. Wants to run before others (as root, nice -n
-20), or alone.
"""
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
MAZURKA = os.path.join(ROOT, os.environ.get('MAZURKA_BUILD', 'build'),
                       'mazurka')
PROGRAMS = (('fib_bench', ['-DN=7']), ('lastzero', ['-DN=24']),
            ('filesystem', ['-DN=26']), ('large', ['-DMB=256']))
WAYS = {'-j 1': ([], ['-j', '1']), '-j 2': ([], ['-j', '2']),
        '-n 2': (['mpirun', '-n', '2'], [])}
STRACE = ['strace', '-f', '--seccomp-bpf', '-ttt', '-e', 'signal=none', '-e',
          'trace=execve,exit_group,clone', '-o', 'trace']
LINE = re.compile(r'(\d+) +([\d.]+) (?:<\.\.\. )?(execve|exit_group|clone)\b'
                  r'(.*)')
# A heap that was written before main, of which each execution writes little.
LARGE = r'''
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
static atomic_int x;
static char *heap;
__attribute__((constructor)) static void fill(void)
{
    heap = malloc((size_t)MB << 20);
    memset(heap, 1, (size_t)MB << 20);
}
static void *add(void *unused)
{
    for (int i = 0; i < 20; i++)
        heap[x++ * 4096] = 2;
    return unused;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
'''


def pauses():
    """By what is in the file `trace`, in seconds."""
    parent, programs, stopped, found = {}, set(), {}, []
    with open('trace') as trace:
        for line in trace:
            match = LINE.match(line)
            if not match:
                continue
            process, time, call, rest = match.groups()
            process, time = int(process), float(time)
            child = re.search(r'= (\d+)$', rest)
            if call == 'execve' and '"./program"' in rest:
                programs.add(process)
            elif call == 'clone' and child:
                parent[int(child.group(1))] = process
                if process in programs:
                    began = stopped.pop(parent.get(process), None)
                    found += [time - began] if began else []
            elif call == 'exit_group' and parent.get(process) in programs:
                stopped.setdefault(parent.get(parent[process]), time)
    return found


def main():
    environment = {**os.environ, 'OMPI_ALLOW_RUN_AS_ROOT': '1',
                   'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open('large.c', 'w') as large:
            large.write(LARGE)
        for name, flags in PROGRAMS:
            source = f'{ROOT}/bench/programs/{name}.c'
            subprocess.run([MAZURKA, 'cc', '-O1', '-g', '-pthread', *flags,
                            source if os.path.exists(source) else 'large.c',
                            '-o', 'program'], check=True)
            for way, (begin, jobs) in WAYS.items():
                if begin and not shutil.which('mpirun'):
                    continue
                subprocess.run([*STRACE, *begin, MAZURKA, 'check', *jobs,
                                '--timeout=5', '--checkpoint=kept:0.3',
                                './program'], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env=environment)
                if os.path.exists('kept'):
                    os.remove('kept')
                found = [1000 * pause for pause in pauses()]
                print(f'{name} {" ".join(flags)} {way}: {len(found)} times',
                      *([f'median {statistics.median(found):.1f} ms, longest '
                         f'{max(found):.1f} ms'] if found else []), flush=True)
        os.chdir('/')
    return 0


if __name__ == '__main__':
    sys.exit(main())
