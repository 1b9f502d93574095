#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What main does before it has threads is done once, and yet what is explored,
# and what is said of it, is the same as from the beginning. Restored state is
# compared with replayed state (always).
. "$(dirname "$0")/frame"

cat >set_up.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
enum { BIG = 1 << 18, THREADS = 3 };
static char globals[BIG];
static char *blocks[3];
static atomic_int count, before;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int own = 1;
static pthread_key_t key;
static struct timespec then;
static unsigned drawn;
static void fail(int what) { if (what) abort(); }
static void say_goodbye(void) { fail(count != THREADS); }
static void *run(void *number)
{
    long i = (long)number;

    fail(own != 1);
    fail(globals[i * 4096] != 7 || blocks[1][i] != 7 || blocks[2][i * 8] != 7);
    globals[i * 4096]++; /* what the next execution must not see */
    blocks[1][i]++;
    blocks[2][i * 8]++;
    atomic_fetch_add(&count, 1);
    pthread_mutex_lock(&m);
    blocks[0][0]++;
    pthread_mutex_unlock(&m);
    return malloc(10 + i) ? NULL : NULL;
}
int main(void)
{
    pthread_t t[THREADS];
    struct timespec now;
    unsigned again;
    char local[100];

    memset(local, 3, sizeof local);
    memset(globals, 7, BIG);
    for (int i = 0; i < 3; i++)
        blocks[i] = memset(malloc(100 << 7 * i), 7, 100 << 7 * i);
    blocks[0][0] = 0;
    for (int i = 0; i < 2000; i++)
        before++;
    own = 5;
    pthread_key_create(&key, NULL);
    pthread_setspecific(key, &own);
    clock_gettime(CLOCK_MONOTONIC, &then);
    getrandom(&drawn, sizeof drawn, 0);
    atexit(say_goodbye);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, run, (void *)i);
    fail(own != 5 || local[50] != 3 || pthread_getspecific(key) != &own);
    own++;
    local[50]++;
    memset(malloc(50), 9, 50); /* not where main had blocks before */
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    clock_gettime(CLOCK_MONOTONIC, &now);
    fail(now.tv_sec < then.tv_sec || before != 2000);
    getrandom(&again, sizeof again, 0);
    fail(again == drawn || blocks[0][0] != THREADS);
    free(blocks[2]);
    free(blocks[0]);
    return 0;
}
END
"$MAZURKA" cc -O1 set_up.c -o set_up

# said OPTION...: the verdict, and how many executions, however long they took.
said() { "$MAZURKA" check "$@" 2>&1 | sed 's/, [0-9.]* s\b.*//'; }

for options in --algorithm={pop,optimal,source,dpor,qpor}\ --plain=check \
               --plain=interleave --plain=ignore '-j 2'; do
    off=$(said $options --checkpoints=off ./set_up)
    case $off in *'no error, all executions explored'*) ;;
        *) failed "$options: $off" ;;
    esac
    for checkpoints in on always; do
        now=$(said $options --checkpoints=$checkpoints ./set_up)
        [ "$now" = "$off" ] || failed "$options $checkpoints: $now, not $off"
    done
done

# An error behind it is told as from the beginning: the bytes that race, too.
sed 's/pthread_mutex_lock(&m);//; s/pthread_mutex_unlock(&m);//' \
    set_up.c >racy.c
"$MAZURKA" cc -O1 racy.c -o racy
for checkpoints in off on always; do
    said --keep-going --checkpoints=$checkpoints ./racy |
        grep -v 'mazurka replay' >racy.$checkpoints
done
grep -q 'data race' racy.off || failed "no race in $(cat racy.off)"
for checkpoints in on always; do
    diff racy.off racy.$checkpoints || failed "told otherwise with $checkpoints"
done
