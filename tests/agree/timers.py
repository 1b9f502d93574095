#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Timers against threads that send the same signal: timers.py [SEED [COUNT]]

A timer that is set may expire at any moment from then on: as if a thread had been
created that does nothing but send its signal to the process. Random programs with
a handler are explored with an alarm, and with such a thread in its place; what
they come to, a number that is their exit status, must be the same set. The
signal is let in for some operations of main, and blocked before all else
ends, so that it need not come at all.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

MAZURKA = os.environ['MAZURKA']
ON_MAIN = ('r0 = r0 * 2 + (usleep(1) != 0);',
           'r0 = r0 * 2 + poll_ends(5);',
           'r0 = r0 * 2 + (poll_ends(0) < 0);')
BY_HANDLER = ('x += 1;', 'y = x + 1;', 'sem_post(&s);',
              'assert(write(ends[1], "a", 1) == 1);', 'x = 2; y += 1;')
PROGRAM = '''
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
static atomic_int x, y;
static sem_t s;
static int ends[2], r0, r1;
static int poll_ends(int limit)
{
    struct pollfd one = {.fd = ends[0], .events = POLLIN};
    return poll(&one, 1, limit);
}
static void on(int unused)
{
    int error = errno;
    (void)unused;
    HANDLER
    errno = error;
}
static void *work(void *unused) { WORK return unused; }
static void *send(void *unused) { kill(getpid(), SIGALRM); return unused; }
int main(void)
{
    struct sigaction action = {.sa_handler = on};
    pthread_t worker, sender;
    sigset_t alarms;
    assert(!pipe(ends));
    sem_init(&s, 0, 0);
    sigaction(SIGALRM, &action, NULL);
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarms, NULL);
    pthread_create(&worker, NULL, work, NULL);
    if (TIMER)
        alarm(1000);
    else
        pthread_create(&sender, NULL, send, NULL);
    pthread_sigmask(SIG_UNBLOCK, &alarms, NULL);
    MAIN
    pthread_sigmask(SIG_BLOCK, &alarms, NULL);
    pthread_join(worker, NULL);
    if (!TIMER)
        pthread_join(sender, NULL);
    exit(1 + (unsigned)(r0 * 31 + r1 * 7 + x * 3 + y * 5 +
                        11 * poll_ends(0)) % 97);
}
'''


def operation(rng, r):
    v = rng.choice('xy')
    return rng.choice((f'{v} = {rng.randrange(1, 3)};', f'{v} += 1;',
                       f'{r} = {r} * 3 + {v};', 'sem_post(&s);',
                       f'{r} = {r} * 2 + !sem_trywait(&s);',
                       f'if ({v} > 1) {v} = 0;') +
                      (ON_MAIN if r == 'r0' else ()))


def program(rng):
    text = PROGRAM
    for word, count, r in ('MAIN', rng.randrange(2, 4), 'r0'), \
                          ('WORK', rng.randrange(1, 3), 'r1'):
        text = text.replace(word + '\n' if word == 'MAIN' else word + ' ',
                            ' '.join(operation(rng, r) for _ in range(count))
                            + '\n')
    return text.replace('HANDLER', rng.choice(BY_HANDLER))


def outcomes(folder, timer):
    binary = os.path.join(folder, 'program')
    subprocess.run([MAZURKA, 'cc', '-g', f'-DTIMER={timer}', '-pthread',
                    binary + '.c', '-o', binary], check=True)
    ran = subprocess.run([MAZURKA, 'check', '--keep-going', '--explain=1',
                          '--format=json', '--quiet', binary], check=False,
                         capture_output=True, text=True)
    try:
        report = json.loads(ran.stdout)
    except ValueError:
        sys.exit(f'status {ran.returncode}: {ran.stderr}')
    if report.get('limit') or any(e['kind'] != 'exit'
                                  for e in report['errors']):
        sys.exit(f'{report["verdict"]}, {report.get("limit")}: {ran.stdout}')
    return {e['message'] for e in report['errors']}


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    total = 0
    with tempfile.TemporaryDirectory() as folder:
        for which in range(seed, seed + count):
            text = program(random.Random(which))
            with open(os.path.join(folder, 'program.c'), 'w',
                      encoding='utf-8') as file:
                file.write(text)
            sent, expired = outcomes(folder, 0), outcomes(folder, 1)
            if sent != expired:
                sys.exit(f'seed {which}:\n{text}\nby a thread {sorted(sent)}\n'
                         f'by a timer {sorted(expired)}')
            total += len(sent)
    print(f'{count} programs, {total} outcomes')
    if total < 2 * count:
        sys.exit('they come to too little')


main()
