#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Two calls of which it matters which is first are explored in both orders.
. "$(dirname "$0")/frame"
run 0 "$MAZURKA" c++ -std=c++20 -O1 -g0 -s -w "$root/tests/libc/pairs.cc" -o pairs -lutil
run 0 python3 "$root/tests/libc/pairs.py" ./pairs
nothing_left
