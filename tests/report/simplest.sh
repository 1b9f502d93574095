#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --simplest: the error that was found, in an execution that is easier to read
# where there is one; counts are those of the search, whoever searches.
. "$(dirname "$0")/frame"
cp "$here/list/01b_lost_update_atomic.c" lost.c
run 42 "$MAZURKA" check --simplest=off lost.c
line 'interleaving \(16 steps, .*, 2 preemptions\):'
headline=$(head -n 2 .out)
summary=$(sed -n 's/^\(lost\.c: error found: .*\), .* s$/\1/p' .out)
run 42 "$MAZURKA" check lost.c
line 'interleaving \(16 steps, .*, 1 preemption\):'
[ "$(head -n 2 .out)" = "$headline" ] || failed 'another error'
grep -qF "$summary" .out || failed "not: $summary"
sed -n '/^interleaving/,/^  (/p' .out >steps
replays
# What the program writes a replay shows by itself.
sed -n '/^interleaving/,/^  (/p' .out | diff - <(grep -v '  | ' steps) >&2 ||
    failed 'the replay tells other steps'
for way in --jobs=2 --algorithm=source --isolation=fork; do
    run 42 "$MAZURKA" check "$way" lost.c
    sed -n '/^interleaving/,/^  (/p' .out | diff - steps >&2 ||
        failed "other steps with $way"
done
for seed in 1 2 3; do
    run 42 "$MAZURKA" check --algorithm=random --seed=$seed lost.c
    line 'interleaving \(.*, 1 preemption\):'
done

# Not in the figures of the search, nor in which execution it was found.
counts() {
    run 42 "$MAZURKA" check --format=json --stats --count-traces --output=c.json \
        --simplest="$1" lost.c
    python3 -ISB - <<'END'
import json
report = json.load(open('c.json'))
for key in 'errors', 'replay', 'sources', 'seconds', 'max_rss_kb':
    del report[key]
stats = {key: value for key, value in report.pop('stats').items()
         if isinstance(value, int)}
print(json.load(open('c.json'))['errors'][0]['execution'], report, stats)
END
}
counts on >on
counts off >off
grep -q "'traces': 2" on && diff on off >&2 || failed 'other figures'

# What is no part of how the error comes about: who is not to be preempted goes
# on, even if what he does is of no interest.
cp "$here/list/07_aba.c" aba.c
run 42 "$MAZURKA" check --simplest=off aba.c
line 'interleaving \(.*, 3 preemptions\):'
run 42 "$MAZURKA" check aba.c
line 'interleaving \(.*, 2 preemptions\):'
replays

# Each of several errors: as it was found the second has 6 context switches and 3
# preemptions. One switch less takes a block of steps that is put off.
sed 's/assert(counter == 4)/assert(counter != 2); assert(counter != 3)/' lost.c \
    >several.c
drawn='--algorithm=random --seed=4 --max-executions=60'
run 42 "$MAZURKA" check -k -v $drawn several.c
in_order 'interleaving \(16 steps, 4 context switches, 1 preemption\):' \
    'interleaving \(17 steps, 5 context switches, 2 preemptions\):'

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
run 42 "$MAZURKA" check two.c
line 'interleaving \(.*, 1 preemption\):'
sed -n 's/^two\.c:\([0-9]*\): .*/\1/p' .out | diff - pop >&2 ||
    failed 'another error than was found'

# What has more preemptions in the report than the error as it was found is not
# told in its place.
cp "$here/../programs/misuse_destroy_interleaved.c" destroy.c
run 42 "$MAZURKA" check --plain=interleave --keep-going destroy.c
line 'interleaving \(.*, 1 preemption\):'
nothing_left
