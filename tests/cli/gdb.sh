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
printf 'bt\nkill\nquit\n' >script
timeout 60 "$MAZURKA" replay --gdb report.json <script >.out 2>.err ||
    failed "exit status $?"
prints 'received signal SIGTRAP'
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
prints 'received signal SIGTRAP'
prints ' run (number='
wait_until 2 alone || failed 'a process is left'
nothing_left
