#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/linearizable: classical objects are linearizable, and broken ones are
# found out.
. "$(dirname "$0")/frame"
for source in "$root"/tests/linearizable/*.c; do
    name=$(basename "$source" .c)
    run 0 "$MAZURKA" cc -O1 "$source" -o "$name"
    run 0 "./$name"
    run 0 "$MAZURKA" cc -O1 -DBROKEN "$source" -o "$name"
    run 42 "./$name"
    says 'error: not linearizable'
    says '  main.1  '
done

# By another compiler a scenario is run by threads of the system.
build=$(dirname "$(readlink -f "$MAZURKA")")
run 0 gcc -I"$root/include" "$root/tests/linearizable/herlihy_wing_queue.c" \
    -o natively "$build/libmazurka-unchecked.a" -pthread
run 0 ./natively
