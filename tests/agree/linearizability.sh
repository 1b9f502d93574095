#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mz_linearizable agrees with the definition on random objects.
. "$(dirname "$0")/../cli/frame"
run 0 "$MAZURKA" cc -O1 -o linearizability "$here/linearizability.c"
run 0 ./linearizability 1 "${OBJECTS:-40}"
grep -q '^[1-9][0-9]* not linearizable, [1-9][0-9]* linearizable' .out ||
    failed 'only one of both'
