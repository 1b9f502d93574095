#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Interleavings of thousands of steps are told by their ends; -v and JSON tell
# all that is kept, and both say how much is not.
. "$(dirname "$0")/frame"
program() {
    cat <<'END'
#include <assert.h>
#include <stdatomic.h>
static atomic_int x;
int main(void)
{
    for (int i = 1; i <= STEPS; i++)
        x = i;
    assert(x != STEPS);
}
END
}

check 42 -DSTEPS=300 < <(program)
line 'interleaving \(301 steps, 0 context switches, [0-9]+ preemptions?\):' \
    '  200  main  atomic store: x = 200 \(was 199\)  t\.c:7 in main'
! grep -q 'left out' .out || failed 'left out'

check 42 -DSTEPS=999 < <(program)
in_order 'interleaving \(1000 steps, 0 context switches, [0-9]+ preemptions?\):' \
    '  100  main  atomic store: x = 100 \(was 99\)   t\.c:7 in main' \
    '  \.\.\.  600 steps left out \(-v shows more\)' \
    '  701  main  atomic store: x = 701 \(was 700\)  t\.c:7 in main' \
    ' 1000  main  atomic load: x is 999            t\.c:8 in main'
run 42 "$MAZURKA" check -v -DSTEPS=999 t.c
line '  500  main  atomic store: x = 500 \(was 499\)  t\.c:7 in main'
! grep -q 'left out' .out || failed 'left out with -v'

check 42 -DSTEPS=9999 < <(program)
in_order 'interleaving \(10000 steps\):' \
    '  \.\.\.  9600 steps left out \(-v shows more\)' \
    '10000  main  atomic load: x is 9999.*'
run 42 "$MAZURKA" check -v -DSTEPS=9999 t.c
in_order ' 2048  main  atomic store: x = 2048 \(was 2047\) .*' \
    '  \.\.\.  5904 steps left out' ' 7953  main  atomic store: x = 7953 .*'
run 42 "$MAZURKA" check --format=json -DSTEPS=9999 t.c
python3 -IS - <<'END' || failed 'the trace is not what it should be'
import json
error = json.load(open('.out'))['errors'][0]
assert error['steps_left_out'] == 5904, error['steps_left_out']
steps = [step['step'] for step in error['trace']]
assert steps == [*range(1, 2049), *range(7953, 10001)]
assert all(s['value'] == s['step'] for s in error['trace'][:-1])
END
nothing_left
