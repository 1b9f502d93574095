#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Interleavings of thousands of steps are told by their ends, and of turns of a
# loop the first and the last; -v and JSON tell all that is kept, and both say
# how much is not.
. "$(dirname "$0")/frame"
program() {
    cat <<'END'
#include <assert.h>
#include <stdatomic.h>
#ifndef CELLS
#define CELLS 11 /* more than the steps of a turn that is looked for */
#endif
static atomic_int x[CELLS];
int main(void)
{
    for (int i = 1; i <= STEPS; i++)
        x[i % CELLS] = i;
    assert(x[STEPS % CELLS] != STEPS);
}
END
}

check 42 -DCELLS=1 -DSTEPS=300 < <(program)
in_order '    1  main  atomic store: x\[0\] = 1 .*' \
    '  \.\.\.  the same step 298 more times, with other values' \
    '  300  main  atomic store: x\[0\] = 300 .*' \
    '  301  main  atomic load: x\[0\] is 300 .*'
run 42 "$MAZURKA" check -v -DCELLS=1 -DSTEPS=300 t.c
line '  150  main  atomic store: x\[0\] = 150 .*'

check 42 -DSTEPS=300 < <(program)
line 'interleaving \(301 steps, 0 context switches, [0-9]+ preemptions?\):' \
    '  200  main  atomic store: x\[2\] = 200 \(was 189\) +t\.c:10 in main'
! grep -q 'left out' .out || failed 'left out'

check 42 -DSTEPS=999 < <(program)
in_order 'interleaving \(1000 steps, 0 context switches, [0-9]+ preemptions?\):' \
    '  100  main  atomic store: x\[1\] = 100 \(was 89\) +t\.c:10 in main' \
    '  \.\.\.  600 steps left out \(-v shows more\)' \
    '  701  main  atomic store: x\[8\] = 701 \(was 690\) +t\.c:10 in main' \
    ' 1000  main  atomic load: x\[9\] is 999 +t\.c:11 in main'
run 42 "$MAZURKA" check -v -DSTEPS=999 t.c
line '  500  main  atomic store: x\[5\] = 500 \(was 489\) +t\.c:10 in main'
! grep -q 'left out' .out || failed 'left out with -v'

check 42 -DSTEPS=9999 < <(program)
in_order 'interleaving \(10000 steps\):' \
    '  \.\.\.  9600 steps left out \(-v shows more\)' \
    '10000  main  atomic load: x\[0\] is 9999.*'
run 42 "$MAZURKA" check -v -DSTEPS=9999 t.c
in_order ' 2048  main  atomic store: x\[2\] = 2048 \(was 2037\) .*' \
    '  \.\.\.  5904 steps left out' ' 7953  main  atomic store: x\[0\] = 7953 .*'
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
