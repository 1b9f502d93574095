#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --preload: programs that were not built with `mazurka cc`. What they do by calls
# of libc is explored, and they are never safe.
. "$(dirname "$0")/frame"

cat >order.c <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, plain, ends[2];
static void *first(void *unused)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    ready = 1;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    plain++;
    WAKE;
    return unused;
}
static void *second(void *unused)
{
    WAIT;
    plain++;
    return unused;
}
int main(void)
{
    pthread_t x, y;
    char byte[64];
    if (pipe(ends))
        return 9;
    pthread_create(&x, NULL, first, NULL);
    pthread_create(&y, NULL, second, NULL);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
    printf("both\n");
    return 0;
}
END
plain() {
    set -- "$1" "$(echo $2)"
    gcc -w -g -O1 -pthread -o program -DWAKE="$1" -DWAIT="$2" order.c ||
        failed 'gcc fails'
}

# What is found: each is one of a few interleavings.
plain '' 'pthread_mutex_lock(&b); pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a); pthread_mutex_unlock(&b)'
for algorithm in naive source optimal pop qpor; do
    run 42 "$MAZURKA" check --preload --algorithm=$algorithm program
    prints 'error: deadlock: 2 threads wait for a mutex'
done
prints 'not seen: program'
run 42 "$MAZURKA" check --preload --format=json --output=found.json program
run 42 "$MAZURKA" replay found.json
prints 'error: deadlock: 2 threads wait for a mutex'
LD_PRELOAD=libm.so.6 run 42 "$MAZURKA" check --preload -j 2 program

plain 'pthread_cond_signal(&c)' 'pthread_mutex_lock(&b);
    pthread_cond_wait(&c, &b); pthread_mutex_unlock(&b)'
run 42 "$MAZURKA" check --preload program
prints 'waits for a signal on c'
plain '' 'if (!pthread_mutex_trylock(&a)) pthread_mutex_unlock(&a); else exit(3)'
run 42 "$MAZURKA" check --preload program
prints 'error: exit with status 3'
plain 'pthread_mutex_unlock(&b)' ''
run 42 "$MAZURKA" check --preload program
prints '[misuse]'
plain 'free((void *)&plain)' ''
run 42 "$MAZURKA" check --preload program
prints '[memory]'
plain 'close(ends[1])' 'if (write(ends[1], "x", 1) != 1) abort()'
run 42 "$MAZURKA" check --preload program
prints 'error: abort called'

# Nothing is found; but that is no proof. No data race is told, of `plain`, or of
# what libc's functions access: atomics that order it would not be seen.
sed -i 's/static int ready/static char all[8]; static int ready/' order.c
plain 'memset(all, plain, ready + 7)' 'memset(all, 1, ready + 7)'
for jobs in 1 2; do
    run 3 "$MAZURKA" check --preload -j $jobs program
    prints 'all executions explored, but not everything was seen'
    prints 'not seen: program'
done
run 0 "$MAZURKA" check --preload --trust=all program

# A program is found as a shell finds it.
mkdir bin
mv program bin/stock-program
PATH=$work/bin:$PATH run 3 "$MAZURKA" check --preload stock-program
refuses 2 'No such file' "$MAZURKA" check --preload stock-program

refuses 2 'not for source files' "$MAZURKA" check --preload order.c
refuses 2 'not for source files' "$MAZURKA" check --preload bin/x.o
refuses 2 'or check what it does by calls of libc: --preload' \
    "$MAZURKA" check bin/stock-program
write_correct ok.c
"$MAZURKA" cc -o ok ok.c
refuses 2 'check it without --preload' "$MAZURKA" check --preload ./ok
refuses 2 'contradict each other' \
    "$MAZURKA" check --preload --plain=interleave bin/stock-program
refuses 2 'contradict each other' \
    "$MAZURKA" check --preload --property=unreach-call bin/stock-program
gcc -static -o static ok.c -pthread 2>/dev/null && refuses 2 'statically' \
    "$MAZURKA" check --preload ./static
nothing_left
