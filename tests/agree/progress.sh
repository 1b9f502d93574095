#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# .progress of mz_linearizable agrees with all states of random objects.
. "$(dirname "$0")/../cli/frame"
run 0 "$MAZURKA" cc -O1 -o progress "$here/progress.c"
run 0 ./progress 10 "${OBJECTS:-40}"
grep -q '^[1-9][0-9]* lock-free, .* [1-9][0-9]* neither, 0 unknown$' .out ||
    failed 'it does not agree, or not both were met'
[ "$(wc -l <.out)" -eq 1 ] || failed 'it does not agree'
