#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# With --plain=interleave the memory that a call is given is accessed in the
# event by which the call takes effect, or right when it is announced.
. "$(dirname "$0")/frame"
run 0 "$MAZURKA" c++ -std=c++20 -O1 -g0 -s -w "$root/tests/libc/beside.cc" -o beside
run 0 python3 "$root/tests/libc/beside.py" ./beside
nothing_left
