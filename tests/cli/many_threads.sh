#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# More threads than the usual library has room for: the search begins anew with
# another one, which the program finds in its place, and does not see.
. "$(dirname "$0")/frame"

cat >program.c <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { THREADS = 100 };
static atomic_int x;
static void *run(void *argument)
{
    if ((long)argument >= THREADS - 2)
        assert(x++ == 0);
    return NULL;
}
int main(int argc, char **argv)
{
    const char *seen = getenv("LD_LIBRARY_PATH");
    pthread_t threads[THREADS];
    char name[16];

    if (argc > 1)
        assert(seen && !strcmp(seen, argv[1]));
    else
        assert(!seen);
    for (long i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, run, (void *)i);
        snprintf(name, sizeof name, "number %ld", i);
        pthread_setname_np(threads[i], name);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
END
unset LD_LIBRARY_PATH
"$MAZURKA" cc -g program.c -o program || failed "cannot compile"

# Steps and names of threads with large numbers; a replay begins with the wide
# library.
run 42 "$MAZURKA" check --verbose ./program
says 'again, with more than 64 threads'
prints 'main.100 (number 99)'
run 42 "$MAZURKA" check --format=json --output=report.json ./program
run 42 "$MAZURKA" replay report.json
prints 'main.100 (number 99)'
prints 'program.c:13'
for jobs in 2 64; do # the most, which reserve 2.7 TB of address space
    run 42 "$MAZURKA" check -j $jobs ./program
    prints 'x++ == 0'
done
run 42 "$MAZURKA" check --algorithm=optimal --max-events=5000000 ./program
prints 'x++ == 0'

# What the user has set is what the program sees.
run 42 env LD_LIBRARY_PATH=/nowhere "$MAZURKA" check ./program -- /nowhere
prints 'x++ == 0'
run 42 env LD_LIBRARY_PATH=/a:/b "$MAZURKA" check ./program -- /a:/b
prints 'x++ == 0'

# One that looks elsewhere first is refused.
"$MAZURKA" cc -Wl,--disable-new-dtags program.c -o elsewhere ||
    failed "cannot compile"
run 2 "$MAZURKA" check ./elsewhere
says 'unsupported: more than 64 threads'

# As many that are cancelled: each is known from the next search on.
cat >cancelled.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *wait(void *argument)
{
    sem_wait(&never);
    return argument;
}

int main(void)
{
    enum { THREADS = 66 };
    pthread_t threads[THREADS];
    void *result;

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, wait, NULL);
    for (int i = 0; i < THREADS; i++) {
        pthread_cancel(threads[i]);
        pthread_join(threads[i], &result);
        assert(result == PTHREAD_CANCELED);
    }
    return 0;
}
END
run 0 "$MAZURKA" check cancelled.c
prints 'all executions explored: 1 execution,'
