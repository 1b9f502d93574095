#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mazurka check PROGRAM takes less than 30 ms, all in all: the best of ten,
# since other tests run at the same time.
. "$(dirname "$0")/frame"
write_correct ok.c
"$MAZURKA" cc -O2 ok.c -o ok || failed 'does not compile'
best=1000000
for _ in 1 2 3 4 5 6 7 8 9 10; do
    start=$(date +%s%N)
    run 0 "$MAZURKA" check ./ok
    took=$((($(date +%s%N) - start) / 1000))
    [ "$took" -lt "$best" ] && best=$took
done
[ "$best" -lt 30000 ] || failed "takes $best microseconds"
nothing_left
