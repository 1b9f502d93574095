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

# It comes to an error with the fewest preemptions that there are.
least=0
while "$MAZURKA" check -q --preemptions=$least -DMOST=3 count.c >.out 2>.err
      [ $? = 3 ]; do
    least=$((least + 1))
done
run 42 "$MAZURKA" check --algorithm=iterative --format=json -DMOST=3 count.c
[ "$(told bounds)" = $least ] || failed "not within $least preemptions"
nothing_left
