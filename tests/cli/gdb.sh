#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mazurka replay --gdb stops at the failing step.
. "$(dirname "$0")/frame"
write_wrong wrong.c
run 42 "$MAZURKA" check --format=json --output=report.json wrong.c
if ! command -v gdb >/dev/null; then
    refuses 2 'is gdb installed?' "$MAZURKA" replay --gdb report.json
    exit 0
fi
# Options of gdb come after the program has been started.
run 0 "$MAZURKA" replay --gdb -- -batch -ex bt -ex 'print x'
prints 'main ()'
prints ' = 1'
says "replaying $work/report.json"
wait_until 2 alone || failed 'a process is left'

printf 'bt\nkill\nquit\n' >script
timeout 60 "$MAZURKA" replay --gdb report.json <script >.out 2>.err ||
    failed "exit status $?"
prints '[mazurka: error: '
prints 'main ()'
wait_until 2 alone || failed 'a process is left'

# It finds the library for more than 64 threads, too.
cat >many.c <<'END'
#include <assert.h>
#include <pthread.h>
enum { THREADS = 70 };
static void *run(void *number)
{
    assert((long)number < THREADS - 1);
    return NULL;
}
int main(void)
{
    pthread_t threads[THREADS];

    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
END
run 42 "$MAZURKA" check --format=json --output=many.json many.c
timeout 60 "$MAZURKA" replay --gdb many.json <script >.out 2>.err ||
    failed "exit status $?"
prints '[mazurka: error: '
prints ' run (number='
wait_until 2 alone || failed 'a process is left'

# A fault: the stack goes on below the signal.
cat >fault.c <<'END'
#include <pthread.h>
static int *p;
static void *store(void *unused)
{
    *p = 1;
    return unused;
}
int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, store, NULL);
    pthread_join(t, NULL);
    return 0;
}
END
for isolation in process fork; do
    run 42 "$MAZURKA" check --isolation=$isolation fault.c
    run 0 "$MAZURKA" replay --gdb -- -batch -ex bt
    prints 'store (unused='
    prints 'fault.c:5'
done

# Endless loops are stopped in their midst: without an operation, and with some.
cat >loop.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int stop, turn;
static volatile int own = 1;
static void *spin(void *unused)
{
#ifdef SILENT
    while (own)
        own = 2;
#else
    while (!stop)
        turn = 1 - turn;
#endif
    return unused;
}
int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, spin, NULL);
    pthread_join(t, NULL);
    return 0;
}
END
for kind in '' -DSILENT; do
    run 42 "$MAZURKA" check --watchdog=0.3 $kind loop.c
    run 0 timeout 60 "$MAZURKA" replay --gdb -- -batch -ex bt
    prints ' spin (unused='
    wait_until 2 alone || failed 'a process is left'
done
nothing_left
