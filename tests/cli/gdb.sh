#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mazurka replay --gdb stops at the failing step.
. "$(dirname "$0")/frame"
write_wrong wrong.c
run 42 "$MAZURKA" check --format=json --output=report.json wrong.c
if ! command -v gdb >/dev/null; then
    refuses 2 'is gdb installed?' "$MAZURKA" replay --gdb report.json
    exit 0
fi
printf 'bt\nkill\nquit\n' >script
timeout 60 "$MAZURKA" replay --gdb report.json <script >.out 2>.err ||
    failed "exit status $?"
prints 'received signal SIGTRAP'
prints 'main ()'
wait_until 2 alone || failed 'a process is left'
nothing_left
