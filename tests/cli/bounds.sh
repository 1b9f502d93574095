#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --preemptions and --context-switches: what is within the bound is explored,
# the verdict is safe only if nothing was left out.
. "$(dirname "$0")/frame"

# The bug needs two preemptions, and five context switches: to the writer, the
# reader, the writer, the reader, and back to main.
cat >two.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *writer(void *unused) { x = 1; x = 2; return unused; }
void *reader(void *unused)
{
    int first = x, second = x;
    assert(!(first == 1 && second == 2));
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
END
"$MAZURKA" cc -pthread two.c -o two || failed 'does not compile'
for algorithm in naive source dpor; do
    run 3 "$MAZURKA" check --algorithm=$algorithm --preemptions=1 two
    prints 'preemptions'
    run 42 "$MAZURKA" check --algorithm=$algorithm --preemptions=2 two
    run 3 "$MAZURKA" check --algorithm=$algorithm --context-switches=3 two
    prints 'context-switches'
    run 42 "$MAZURKA" check --algorithm=$algorithm --context-switches=4 two
done
run 42 "$MAZURKA" check two

# Wide enough: as without a bound, and so it says.
sed 's/assert(.*);/(void)(first + second);/' two.c >fine.c
run 0 "$MAZURKA" check --preemptions=9 fine.c
prints '6 executions'
run 3 "$MAZURKA" check --preemptions=0 fine.c
prints '2 executions'

refuses 2 '--preemptions is for --algorithm=naive, dpor, source, not for optimal' \
    "$MAZURKA" check --algorithm=optimal --preemptions=1 two
refuses 2 '--preemptions=-1: give a number' "$MAZURKA" check --preemptions=-1 two
refuses 2 'contradict' "$MAZURKA" check --algorithm=naive --sleep-sets=on \
    --context-switches=1 two
