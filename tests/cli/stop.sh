#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Ctrl-C, other signals and limits end a check with the figures so far; who was
# stopped by a signal ends by it.
. "$(dirname "$0")/frame"
write_endless endless.c
"$MAZURKA" cc -O2 endless.c -o endless || failed 'does not compile'

# stops SIGNAL ARGUMENTS...: it must then end soon, as one that the signal ends.
stops() {
    local signal=$1 status=0 mazurka
    shift
    command="kill -$signal $*"
    env --default-signal "$MAZURKA" check --format=json "$@" >.out 2>.err &
    mazurka=$!
    wait_until 20 child_of "$mazurka" endless >/dev/null ||
        failed 'does not start'
    sleep 0.3
    kill "-$signal" "$mazurka"
    wait_until 4 gone "$mazurka" || failed 'does not stop'
    wait "$mazurka" || status=$?
    [ "$status" -eq $((128 + $(kill -l "$signal"))) ] ||
        failed "exit status $status, not of SIG$signal"
    [ "$(field verdict)" = incomplete ] || failed 'not incomplete'
    [ "$(field executions)" -gt 0 ] || failed 'no figures'
    wait_until 2 alone || failed 'a process is left'
    nothing_left
}
gone() {
    ! kill -0 "$1" 2>/dev/null || grep -qs '^State:.Z' "/proc/$1/status"
}

for isolation in process fork; do
    for signal in INT TERM HUP; do
        stops $signal --isolation=$isolation ./endless
    done
    run 3 "$MAZURKA" check --format=json --timeout=0.4 \
        --isolation=$isolation ./endless
    [ "$(field verdict)" = incomplete ] || failed 'not incomplete'
    run 3 "$MAZURKA" check --format=json --max-executions=10 \
        --isolation=$isolation ./endless
    [ "$(field executions)" = 10 ] || failed 'not 10 executions'
done
# Who is begun by nohup goes on when the terminal is gone.
(trap '' HUP && exec env --default-signal=INT "$MAZURKA" check ./endless) \
    >.out 2>.err &
wait_until 20 child_of $! endless >/dev/null || failed 'does not start'
kill -HUP $!
kill -INT $!
wait $!
[ $? -eq 130 ] || failed 'not ended by SIGINT alone'
stops INT endless.c
run 3 "$MAZURKA" check --timeout 0.4 endless.c
nothing_left

# It is the signal by which it ends, not a status that looks like one; be it
# while it compiles. A shell that runs it in a loop ends, too.
cat >ended.py <<'END'
import os, signal, subprocess, sys, time
process = subprocess.Popen(sys.argv[2:], stdout=open('ended.out', 'w'),
                           stderr=open('ended.err', 'w'))
while process.poll() is None and not any(os.path.exists(f'/proc/{child}/comm') and
              open(f'/proc/{child}/comm').read().strip() == sys.argv[1]
              for child in open(
                  f'/proc/{process.pid}/task/{process.pid}/children')
              .read().split()):
    time.sleep(0.02)
time.sleep(0.3)
process.send_signal(signal.SIGINT)
assert process.wait() == -signal.SIGINT, process.returncode
END
run 0 env --default-signal python3 -IS ended.py endless "$MAZURKA" check ./endless
grep -q 'stopped at a limit (interrupt)' ended.out || failed 'no report'
cat >slow-cc <<'END'
#!/bin/sh
case "$*" in *endless.c*) exec sleep 20;; esac
exec cc "$@"
END
chmod +x slow-cc
run 0 env --default-signal CC="$PWD/slow-cc" python3 -IS ended.py sleep \
    "$MAZURKA" check endless.c
wait_until 2 alone || failed 'a process is left'
nothing_left

# The limit that is just enough is none.
write_correct ok.c
run 0 "$MAZURKA" check --max-executions=2 ok.c
nothing_left
