#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --simplest=on: the error that was found, in an execution with fewer preemptions
# where there is one; counts are those of the search, whoever searches.
. "$(dirname "$0")/frame"
cp "$here/list/01b_lost_update_atomic.c" lost.c
run 42 "$MAZURKA" check lost.c
line 'interleaving \(16 steps, .*, 2 preemptions\):'
headline=$(head -n 2 .out)
summary=$(sed -n 's/^\(lost\.c: error found: .*\), .* s$/\1/p' .out)
run 42 "$MAZURKA" check --simplest=on lost.c
line 'interleaving \(16 steps, .*, 1 preemption\):'
[ "$(head -n 2 .out)" = "$headline" ] || failed 'another error'
grep -qF "$summary" .out || failed "not: $summary"
sed -n '/^interleaving/,/^  (/p' .out >steps
replays
sed -n '/^interleaving/,/^  (/p' .out | diff - steps >&2 ||
    failed 'the replay tells other steps'
for way in --jobs=2 --algorithm=source --isolation=fork; do
    run 42 "$MAZURKA" check --simplest=on "$way" lost.c
    sed -n '/^interleaving/,/^  (/p' .out | diff - steps >&2 ||
        failed "other steps with $way"
done

# Within fewer preemptions there is another error, which is not what was found.
cat >two.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void *one(void *unused)
{
    int old = x;
    x = old + 1;
    assert(x != 1 || y != 1);
    return unused;
}
static void *two(void *unused)
{
    int old = x;
    y = 1;
    x = old + 1;
    assert(x != 1);
    return unused;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
}
END
for algorithm in pop iterative; do
    run 42 "$MAZURKA" check --algorithm=$algorithm two.c
    sed -n 's/^two\.c:\([0-9]*\): .*/\1/p' .out >"$algorithm"
done
cat pop iterative
run 42 "$MAZURKA" check --simplest=on two.c
sed -n 's/^two\.c:\([0-9]*\): .*/\1/p' .out | diff - pop >&2 ||
    failed 'another error than was found'
nothing_left
