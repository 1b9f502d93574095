#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mazurka hunt: several searches side by side; the first that has found an error,
# or has explored everything, is the one that speaks; else all do.
. "$(dirname "$0")/frame"

cat >lost.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x[4];
static void *add(void *number)
{
    for (int i = 0; i < STEPS; i++)
        x[(i + (long)number) % 4]++;
    return NULL;
}
static void *lose(void *unused)
{
    int old = x[0];
    x[0] = old + 1;
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t threads[4];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, add, (void *)i);
    for (int i = 2; i < 4; i++)
        pthread_create(&threads[i], NULL, lose, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert(argc < 2 || x[0] + x[1] + x[2] + x[3] == 2 * STEPS + atoi(argv[1]));
    return 0;
}
END
run 42 "$MAZURKA" hunt --timeout=100 -DSTEPS=30 lost.c -- 2
prints 'error: assertion failed'
prints 'error found: '
says 'found by the search '
prints 'to see this execution again:'
run 42 $(tail -1 .out)
prints '1 execution replayed'

run 42 "$MAZURKA" hunt --timeout=100 --seed=7 --format=json --output=found.json \
    -DSTEPS=30 lost.c -- 2
run 42 "$MAZURKA" replay found.json
prints 'assertion failed'

# A proof, by whoever comes to it.
run 0 "$MAZURKA" hunt --timeout=100 -DSTEPS=1 lost.c
prints 'no error, all executions explored: '
says 'verified by the search '
run 0 "$MAZURKA" hunt -q -DSTEPS=1 lost.c
[ ! -s .err ] || failed 'it is not quiet'

# When the time is over each says how far it came; on a machine that has much
# else to do that is longer until a bound has been explored.
for seconds in 0.6 4 30; do
    run 3 "$MAZURKA" hunt --timeout=$seconds -DSTEPS=30 lost.c
    grep -q 'preemption bound(s) explored to the end' .out && break
done
! grep 'mazurka hunt' .out || failed 'it hints at itself'
for search in exhaustive iterative random pct pos; do
    prints "$search: lost.c: no error so far, stopped at a limit (timeout)"
done
prints 'preemption bound(s) explored to the end'
prints 'errors missed: '
run 3 "$MAZURKA" hunt --timeout=$seconds --format=json -DSTEPS=30 lost.c
python3 -ISc 'import json
told = json.load(open(".out"))
assert told["verdict"] == "incomplete", told
searches = {s["search"]: s["report"] for s in told["searches"]}
assert len(searches) == 5, searches
assert all(r["limit"] == "timeout" for r in searches.values()), searches
assert searches["pct"]["sampled"]["depths"], searches' ||
    failed 'the reports are not all there'

# Who stops it gets what there is.
"$MAZURKA" hunt --timeout=100 -DSTEPS=30 lost.c >.out 2>.err &
hunter=$!
while ! pgrep -P $hunter -f algorithm=pos >/dev/null; do sleep 0.1; done
sleep 1
kill -TERM $hunter
wait $hunter
[ $? = 143 ] || failed 'another status when it is stopped'
prints 'exhaustive: '

# What is refused by one is refused.
cat >refused.c <<'END'
#include <unistd.h>
int main(void)
{
    return setsid() < 0;
}
END
run 2 "$MAZURKA" hunt refused.c
says 'unsupported'
refuses 2 'nowhere.c' "$MAZURKA" hunt nowhere.c
refuses 2 '--algorithm is for' "$MAZURKA" hunt --algorithm=pop lost.c
refuses 2 '--algorithm is for' "$MAZURKA" hunt --alg pop lost.c
refuses 2 '--keep-going is for' "$MAZURKA" hunt --keep-going lost.c
refuses 2 '--preemptions is for' "$MAZURKA" hunt --preemptions=1 lost.c
run 0 "$MAZURKA" hunt --help
prints 'Usage: mazurka hunt'
nothing_left
