#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --leaks: only where asked for; whichever way the process ends; told where the
# block was allocated, also when the error is shown again.
. "$(dirname "$0")/frame"

cat >ends.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
static _Atomic(void *) slot;
static void *put(void *size)
{
    void *mine = malloc((long)size);
    free(atomic_exchange(&slot, mine));
    return NULL;
}
static __attribute__((noinline)) void *drop(void)
{
    return atomic_exchange(&slot, NULL);
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, put, (void *)24);
    pthread_create(&b, NULL, put, (void *)8);
    if (drop())
        (void)drop();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    END;
}
END
for end in 'return 0' 'exit(0)' '_exit(0)' 'quick_exit(0)' 'pthread_exit(0)'; do
    for isolation in process fork; do
        run 42 "$MAZURKA" check --leaks --isolation=$isolation -DEND="$end" \
            ends.c
        prints 'in 1 block never freed, and not reachable any more [memory]'
        prints 'at ends.c:8 in put'
    done
done
run 0 "$MAZURKA" check -DEND='return 0' ends.c

# Not those of an execution that ends otherwise.
run 42 "$MAZURKA" check --leaks -DEND='abort()' ends.c
prints 'error: abort called [abort]'
run 42 "$MAZURKA" check --leaks -DEND='exit(3)' ends.c
prints 'error: exit with status 3 [exit]'

# One place is one error, whichever thread has lost how much.
run 42 "$MAZURKA" check --leaks --keep-going --format=json --output=all.json \
    -DEND='return 0' ends.c
[ "$(grep -c '"kind": "memory"' all.json)" = 1 ] ||
    failed "$(grep -c '"kind": "memory"' all.json) errors, not 1"
run 42 "$MAZURKA" replay all.json
prints 'error: memory leak'

# What an execution has lost that was begun anew, with more threads, is no loss
# of another; nor is what earlier ones have left on stacks a way to a block.
cat >again.c <<'END'
#include <pthread.h>
#include <stdlib.h>
enum { THREADS = 20 };
static void *run(void *unused)
{
    free(malloc(8));
    return unused;
}
int main(void)
{
    pthread_t threads[THREADS];
    void *mine = malloc(16);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    free(mine);
    exit(0);
}
END
run 0 "$MAZURKA" check --leaks again.c

# Of SV-COMP's property it is a part.
run 42 "$MAZURKA" check --property=valid-memsafety -DEND='return 0' ends.c
prints 'memory leak'
run 42 "$MAZURKA" check --property=valid-memsafety -DEND='abort()' ends.c
prints 'memory leak'
