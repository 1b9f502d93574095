#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Misuse of mutexes, semaphores and threads, by name; nondeterminism.
. "$(dirname "$0")/frame"

# misuses MESSAGE STATEMENT: it stands on line 6.
misuses() {
    check 42 <<END
#include <pthread.h>
static struct { pthread_mutex_t lock; } queue[4];
static pthread_mutex_t *const m = &queue[3].lock;
static void *take(void *p) { pthread_mutex_lock(m); return p; }
int main(void) { pthread_t t; pthread_mutex_init(m, 0);
$2
}
END
    in_order "t\.c:6: error: $1 \\[misuse\\]" '  thread main at t\.c:6 in main'
    replays
}
misuses 'unlock of a mutex that is not locked: queue\[3\]\.lock' \
    'pthread_mutex_unlock(m);'
misuses 'unlock of a mutex that another thread holds: queue\[3\]\.lock' \
    'pthread_create(&t, 0, take, 0); pthread_join(t, 0); pthread_mutex_unlock(m);'
misuses 'destroy of a mutex that is locked: queue\[3\]\.lock' \
    'pthread_mutex_lock(m); pthread_mutex_destroy(m);'
misuses 'lock of a mutex that has been destroyed: queue\[3\]\.lock' \
    'pthread_mutex_destroy(m); pthread_mutex_lock(m);'
misuses 'join of a thread that is joined already' \
    'pthread_create(&t, 0, take, 0); pthread_join(t, 0); pthread_join(t, 0);'
misuses 'join of a detached thread' \
    'pthread_create(&t, 0, take, 0); pthread_detach(t); pthread_join(t, 0);'

# misuses_semaphore MESSAGE STATEMENT: it stands on line 7.
misuses_semaphore() {
    check 42 <<END
#include <pthread.h>
#include <semaphore.h>
static struct { sem_t items; } queue[4];
static sem_t *const s = &queue[3].items;
static void *take(void *p) { sem_wait(s); return p; }
int main(void) { pthread_t t; sem_init(s, 0, 0);
$2
}
END
    in_order "t\.c:7: error: $1 \\[misuse\\]" '  thread main at t\.c:7 in main'
    replays
}
misuses_semaphore 'sem_post of a semaphore that has been destroyed: queue\[3\]\.items' \
    'sem_destroy(s); sem_post(s);'
misuses_semaphore 'sem_destroy of a semaphore that a thread waits for: queue\[3\]\.items' \
    'pthread_create(&t, 0, take, 0); sem_destroy(s); pthread_join(t, 0);'

# A call that fails since the thread has the lock already, or has it not, is
# told: what goes wrong later comes of it if nobody looks at what it returns.
check 42 <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int main(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_rdlock(&l);
    assert(0);
}
END
in_order 'interleaving \(7 steps, .*' \
    ' +1  main  pthread_mutex_lock: m +t\.c:8 in main' \
    ' +2  main  pthread_mutex_lock \(fails: EDEADLK\): m +t\.c:9 in main' \
    ' +3  main  pthread_mutex_unlock: m +t\.c:10 in main' \
    ' +4  main  pthread_mutex_unlock \(fails: EPERM\): m +t\.c:11 in main' \
    ' +6  main  pthread_rwlock_wrlock \(fails: EDEADLK\): l +t\.c:13 in main' \
    ' +7  main  pthread_rwlock_rdlock \(fails: EDEADLK\): l +t\.c:14 in main'
replays

# What cannot be repeated has no interleaving and no replay; it says why.
cp "$root/tests/programs/nondeterminism.c" .
run 42 "$MAZURKA" check nondeterminism.c
in_order 'error: the program is not deterministic: .* \[nondeterminism\]' \
    '  thread main.*' 'nondeterminism\.c: error found: .*'
nothing_left
