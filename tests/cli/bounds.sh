#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --preemptions and --context-switches: an error is found as soon as the bound
# allows it, the verdict is safe only if nothing was left out, and who cannot
# search within a bound says so.
. "$(dirname "$0")/frame"

# The bug needs two preemptions, and four context switches: to the writer, the
# reader, the writer, the reader.
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
sed 's/assert(.*);/(void)(first + second);/' two.c >fine.c
"$MAZURKA" cc -g -pthread two.c -o two || failed 'does not compile'
"$MAZURKA" cc -g -pthread fine.c -o fine || failed 'does not compile'

# incomplete LIMIT OPTION...: nothing found, that limit.
incomplete() {
    local limit=$1
    shift
    run 3 "$MAZURKA" check --format=json "$@"
    [ "$(field verdict)" = incomplete ] || failed 'not incomplete'
    [ "$(field limit)" = "$limit" ] || failed "the limit is not $limit"
}

for algorithm in $(able preemptions); do
    as=--algorithm=$algorithm
    incomplete preemptions $as --preemptions=0 two
    incomplete preemptions $as --preemptions=1 two
    run 42 "$MAZURKA" check $as --preemptions=2 two
    run 42 "$MAZURKA" check $as --preemptions=1000000 two
    incomplete context-switches $as --context-switches=3 two
    run 42 "$MAZURKA" check $as --context-switches=4 two
    incomplete context-switches $as --preemptions=2 --context-switches=3 two
    incomplete preemptions $as --preemptions=1 --context-switches=9 two
    run 42 "$MAZURKA" check $as --preemptions=2 --context-switches=4 two

    # Wide enough: as without a bound, and so it says.
    run 0 "$MAZURKA" check $as --preemptions=9 fine
    run 0 "$MAZURKA" check $as --context-switches=9 fine
    run 0 "$MAZURKA" check $as --preemptions=9 --context-switches=9 fine
    incomplete preemptions $as --preemptions=1 fine
done
# Of switches alone; each trace once.
as='--algorithm=qpor --dependence=object'
incomplete context-switches $as --context-switches=3 two
run 42 "$MAZURKA" check $as --context-switches=4 two
run 0 "$MAZURKA" check $as --context-switches=9 fine
prints '6 executions'
incomplete context-switches $as --context-switches=2 fine
[ "$(field executions)" = 2 ] || failed 'not each trace once'
incomplete context-switches $as --k=1 --context-switches=3 fine
refuses 2 "--preemptions is for --algorithm=$(able_text preemptions), not for qpor" \
    "$MAZURKA" check $as --preemptions=1 fine
run 42 "$MAZURKA" check two
run 0 "$MAZURKA" check --algorithm=naive --preemptions=9 fine
prints '6 executions'
run 3 "$MAZURKA" check --preemptions=0 fine
prints 'no error so far, stopped at a limit (preemptions): 2 executions'
incomplete max-executions --preemptions=1 --max-executions=1 fine

# Told in reports, and used again by a replay.
run 42 "$MAZURKA" check --format=json --output=report.json --preemptions=2 two
python3 -ISc 'import json
options = json.load(open("report.json"))["options"]
assert options["preemptions"] == 2, options
assert "context-switches" not in options, options' || failed 'not told'
run 42 "$MAZURKA" replay report.json

for bound in preemptions context-switches; do
    for number in -1 x 1x '' 1000001; do
        refuses 2 "--$bound=$number: give a number from 0 to 1000000" \
            "$MAZURKA" check "--$bound=$number" two
    done
    refuses 2 ', not for optimal' \
        "$MAZURKA" check --algorithm=optimal --$bound=1 two
    refuses 2 "--sleep-sets=on and --$bound contradict each other" \
        "$MAZURKA" check --algorithm=naive --sleep-sets=on --$bound=1 two
done
nothing_left
