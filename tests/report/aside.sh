#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A thread that waits for a plain variable in a loop keeps the others from going
# on; when the watchdog has barked they do so without it, and the write that it
# waits for is a data race. What does not race with it changes nothing.
. "$(dirname "$0")/frame"
watchdog=--watchdog=1

# waits CODE-OF-MAIN [CODE-OF-THE-LOOP]
waits() {
    cat <<END
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static int stop, count, other;
static sem_t s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *unused)
{
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
    return unused;
}
static void *wait(void *unused)
{
    while (!stop) ${2:-;}
    return unused;
}
int main(void)
{
    pthread_t t, u, v;
    pthread_create(&t, 0, wait, 0);
    pthread_create(&u, 0, add, 0);
    pthread_create(&v, 0, add, 0);
    $1
    pthread_join(t, 0);
}
END
}

# Others go on through what they do in whatever order they can, and are joined.
for jobs in 1 2; do
    check 42 $watchdog -j $jobs < <(waits 'pthread_join(u, 0);
    pthread_join(v, 0);
    stop = 1;')
    line 't\.c:27: error: data race on stop: write of 4 bytes, unordered with a read of 4 bytes \[data-race\]' \
        '  read by thread main\.1 at t\.c:16 in wait, step [0-9]+' \
        '  main\.1 repeats that read in a loop that waits for the write, which it need never see: let what it reads be atomic' \
        '.*: error found: 1 execution, .*'
    [ "$(grep -c ' read: stop is 0' .out)" -eq 1 ] || failed 'not one read'
    replays
done
run 0 "$MAZURKA" report --html=page.html
run 42 "$MAZURKA" check $watchdog --format=json --output=t.json t.c
python3 -ISc 'import json
assert json.load(open("t.json"))["replay"]["set_aside"] is True'

# Where the loop changes something itself.
check 42 $watchdog < <(waits 'stop = 1;' 'other++;')
line 't\.c:25: error: data race on stop: .*'
replays

# The race may be with something else that it does there.
check 42 $watchdog < <(waits 'other = 7;' 'other++;')
line 't\.c:25: error: data race on other: write of 4 bytes, unordered with a write of 4 bytes \[data-race\]'
replays

# With algorithms that learn from the execution; and where the thread comes to
# its loop after other steps.
for algorithm in naive source qpor trust random; do
    check 42 $watchdog --algorithm=$algorithm \
        < <(waits 'sem_post(&s); stop = 1;')
    line 't\.c:25: error: data race on stop: .*'
done
check 42 $watchdog --checkpoints=always \
    < <(waits 'sem_wait(&s); stop = 1;' |
        sed 's/ while (!stop)/ sem_post(\&s);&/')
line 't\.c:25: error: data race on stop: .*'
replays

# Nobody writes it: what it was, an endless loop. Others may fail as they go on:
# that is not to be told of this execution.
check 42 $watchdog < <(waits 'pthread_join(u, 0);')
line 't\.c:16: error: endless loop: .* \[loop\]'
check 42 $watchdog < <(waits 'assert(count == 7);')
line 't\.c:16: error: endless loop: .* \[loop\]'
check 3 $watchdog < <(waits 'pthread_join(u, 0);' 'other++;')
line 't\.c:16: stopped: no visible operation for 1 second, in a loop that reads stop \[watchdog\]'

# Nor is it tried where plain accesses are no errors, or the search goes on after
# one.
for options in --plain=ignore --keep-going --isolation=fork; do
    check 42 $watchdog $options < <(waits 'stop = 1;')
    line 't\.c:16: error: endless loop: .* \[loop\]'
done
nothing_left
