#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --algorithm=iterative: what source does within 0, 1, 2, ... preemptions, one
# bound after the other, nothing twice, and that it says how far it came.
. "$(dirname "$0")/frame"

write_count count.c
told() {
    python3 -ISc 'import json, sys
told = json.load(open(".out"))
print(*[told[name] for name in sys.argv[1:]])' "$@"
}

# Of this program each bound runs what the one before has run, and more.
bounds=0 status=3
while [ $status = 3 ]; do
    "$MAZURKA" check --preemptions=$bounds --count-traces --format=json \
        -DMOST=4 count.c >.out 2>.err
    status=$?
    bounds=$((bounds + 1))
done
found=$(told executions blocked traces)
[ $status = 0 ] || failed 'no bound is enough'
[ $bounds -gt 4 ] || failed "$bounds bounds are enough"
for isolation in process fork; do
    run 0 "$MAZURKA" check --algorithm=iterative --isolation=$isolation \
        --count-traces --format=json -DMOST=4 count.c
    [ "$(told executions blocked traces bounds)" = "$found $bounds" ] ||
        failed "not $found executions, blocked, traces; $bounds bounds"
done
run 3 "$MAZURKA" check --algorithm=iterative --max-executions=10 -DMOST=4 \
    count.c
prints ': 10 executions, '
prints ', 2 preemption bound(s) explored to the end'

# Of main's first block, in which there is a choice, nothing is known that could
# sleep; what a smaller bound has left must not sleep in its place. Each value of
# the choice goes with each of the three reads before or after its write.
cat >choice.c <<'END'
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int a, b;
static void *read_a(void *unused) { (void)a; return unused; }
static void *read_both(void *unused) { (void)b; (void)a; return unused; }
int main(void)
{
    pthread_t one, two;
    int zero = 0;
    pthread_create(&one, 0, read_a, 0);
    pthread_create(&two, 0, read_both, 0);
    atomic_compare_exchange_strong(&b, &zero, 1);
    mz_choose(2);
    a = 1;
    pthread_join(one, 0);
    pthread_join(two, 0);
}
END
run 0 "$MAZURKA" check --algorithm=iterative --count-traces --format=json \
    choice.c
[ "$(told traces)" = 16 ] || failed 'a block of a smaller bound sleeps'

# It comes to an error with the fewest preemptions that there are.
least=0
while "$MAZURKA" check -q --preemptions=$least -DMOST=3 count.c >.out 2>.err
      [ $? = 3 ]; do
    least=$((least + 1))
done
run 42 "$MAZURKA" check --algorithm=iterative --format=json -DMOST=3 count.c
[ "$(told bounds)" = $least ] || failed "not within $least preemptions"
nothing_left
