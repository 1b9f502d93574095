#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A library of inline assembly and the same of the compiler's builtins are one
# program for the search: all counts are equal, those of plain enumeration, too.
. "$(dirname "$0")/../cli/frame"

# counts PROGRAM OPTION: verdict and counts.
counts() {
    "$MAZURKA" check --audit=off --format=json "$2" "$1" 2>.err |
        grep -E '"(verdict|executions|blocked|kind)"'
}

for CC in gcc clang; do
    command -v $CC >/dev/null || continue
    export CC
    for name in spinlock spinlock_wrong ring ring_wrong hazard hazard_wrong; do
        source=$root/tests/programs/library_$name.c
        run 0 "$MAZURKA" cc -O2 "$source" -o assembly
        run 0 "$MAZURKA" cc -w -O2 -DBUILTINS "$source" -o builtins
        for algorithm in pop naive; do
            counts ./assembly --algorithm=$algorithm >one
            counts ./builtins --algorithm=$algorithm >other
            [ -s one ] || failed "$name, $algorithm: no counts"
            diff one other >.out ||
                failed "$name, $algorithm: assembly and builtins differ"
        done
    done
done
