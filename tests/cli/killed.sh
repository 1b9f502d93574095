#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# kill -9 of the checked process, and of mazurka itself: a clear end, and
# neither a process nor a file is left behind.
. "$(dirname "$0")/frame"
write_endless endless.c
"$MAZURKA" cc -O2 endless.c -o endless || failed 'does not compile'
empty() {
    [ -z "$(ls -A "$TMPDIR")" ]
}

start() {
    command="mazurka check $*"
    "$MAZURKA" check "$@" >.out 2>.err &
    mazurka=$!
    wait_until 20 child_of "$mazurka" endless >/dev/null ||
        failed 'does not start'
    checked=$(child_of "$mazurka" endless)
}

for isolation in process fork; do
    for subject in ./endless endless.c; do
        start --isolation=$isolation "$subject"
        sleep 0.2
        kill -9 "$checked"
        status=0
        wait "$mazurka" || status=$?
        [ "$status" -eq 1 ] || failed "exit status $status, not 1"
        one_line
        says 'killed by SIGKILL'
        wait_until 3 alone || failed 'a process is left'
        nothing_left

        start --isolation=$isolation "$subject"
        sleep 0.2
        kill -9 "$mazurka"
        wait "$mazurka" 2>/dev/null
        wait_until 3 alone || failed 'a process is left'
        wait_until 3 empty || nothing_left
    done
done

# In the middle of compiling.
cat >slow <<'END'
#!/bin/sh
case $* in # which one it is it says at once
    *-dump*) exec "$gcc" "$@" ;;
esac
: >"$TMPDIR/scratch"
sleep 60
END
chmod +x slow
mkdir bin && mv slow bin/gcc
gcc=$(command -v gcc)
export gcc
for signal in TERM KILL; do
    PATH="$work/bin:$PATH" CC=gcc "$MAZURKA" check endless.c >.out 2>.err &
    mazurka=$!
    scratch() {
        [ -n "$(find "$TMPDIR" -name scratch)" ]
    }
    wait_until 5 scratch || failed 'does not compile'
    kill -$signal $mazurka
    wait $mazurka 2>/dev/null
    wait_until 3 alone || failed 'a process is left'
    wait_until 3 empty || nothing_left
done
