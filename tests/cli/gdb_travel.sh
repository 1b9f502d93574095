#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Under gdb one goes from step to step of an execution, back, too.
# needs: gdb-calls
. "$(dirname "$0")/frame"
command -v gdb >/dev/null || exit 0

cat >count.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *add(void *unused)
{
    int seen;

    pthread_mutex_lock(&lock);
    seen = count;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    count = seen + 1;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t a, b;

    puts("it begins");
    fflush(stdout);
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    return 0;
}
END
report=count.json
run 42 "$MAZURKA" check --format=json --output=count.json count.c

in_gdb() {
    local words=() command
    for command in "$@"; do
        words+=(-ex "$command")
    done
    run 0 timeout 60 "$MAZURKA" replay --gdb $at "$report" -- -batch \
        "${words[@]}"
    ! grep -E 'Traceback|Python' .out .err ||
        failed 'the extension has failed'
    wait_until 2 alone || failed 'a process is left'
}
at=
# step_of TEXT WHICH: the number of the step that is called so, from mz list.
step_of() {
    sed 's/^=>/  /' all | grep -F -- "$1" | awk '{print $1}' | sed -n "$2p"
}
in_gdb 'mz list all'
sed -n '/^ *1  main/,$p' .out >all

# Each step can be gone to, from the end, where it stands in the program's line.
rows=$(grep -c '^ *[0-9]' all)
for ((n = rows; n >= 1; n--)); do
    echo "mz goto $n"
    echo "frame"
done >script
echo 'mz goto end' >>script
in_gdb 'source script'
for ((n = rows; n >= 1; n--)); do
    row=$(grep -E "^(=>)? +$n  " all)
    grep -A3 "^\[mazurka: before step $n of $rows, by" .out >at
    grep -q "by $(echo "$row" | awk '{print $2}'):" at ||
        failed "step $n: of another thread"
    line=$(echo "$row" | grep -o 'count.c:[0-9]*')
    [ -z "$line" ] || grep -q "$line" at || failed "step $n: not at $line"
done
[ "$(grep -c 'error: assertion failed: count == 2' .out)" -eq 2 ] ||
    failed 'it does not come to the end again'
[ "$(grep -c 'it begins' .out)" -eq 1 ] || failed 'it speaks again'

# Back two steps, and forward: a variable's value before and after.
store=$(step_of 'pthread_mutex_unlock: lock' 3)
in_gdb "mz goto $store" 'print count' 'mz back 2' 'print count' 'mz step 2' \
    'print count'
[ "$(grep -E '^\$' .out | sed 's/.* = //' | paste -sd ' ')" = '1 0 1' ] ||
    failed 'other values'

# `next` goes on in the program's lines, from a stop within an operation, too;
# it tells who has run meanwhile, and does not go beyond the error.
unlock=$(step_of 'pthread_mutex_unlock: lock' 1)
in_gdb "mz goto $unlock" next 'echo --\n' next 'echo --\n' 'mz goto end' next
sed -n '1,/--/p' .out | grep -q '^13' || failed 'not at the next line'
sed -n '/--/,/--/p' .out | grep -q '^14' || failed 'not at the line after that'
sed -n '/--/,/--/p' .out | grep -q 'meanwhile main.2 ran: steps 5 to 9\]' ||
    failed 'it is not told who ran'
says 'here the execution fails'

# Who waits for a turn alone can go on; who waits for a lock cannot.
in_gdb 'mz goto 3' 'info threads' 'echo --\n' 'mz goto 4' 'info threads'
sed '/^--/,$d' .out | grep -qE ' main.2 +can go on +count.c:10' ||
    failed 'main.2 is told to wait'
sed '1,/^--/d' .out | grep -qE \
    ' main.2 +waits for mutex lock, held by main.1 +count.c:10' ||
    failed 'main.2 is not told to wait'

# Breakpoints are met, but not on the way; so is the end, from which one goes
# back.
in_gdb 'break 14' 'mz goto 1' 'echo --\n' 'continue' 'info threads' 'continue' \
    'continue' 'echo --\n' 'continue' 'mz back' 'print count'
! sed '/--/,$d' .out | grep -q 'Breakpoint 1, add' || failed 'met on the way'
[ "$(grep -c 'Breakpoint 1, add' .out)" -eq 2 ] || failed 'not met twice'
grep -q 'main.2 runs now' .out || failed 'it is not told who runs'
sed -n '/--/,$p' .out | grep -q 'the execution is over' ||
    failed 'the end is not told'
[ "$(grep -E '^\$1 = ' .out)" = '$1 = 1' ] || failed 'it is not back in it'
[ "$(grep -c 'it begins' .out)" -eq 1 ] || failed 'it speaks again'

# --at is where it begins; what is no step is refused.
at=--at=4
in_gdb 'mz list' 'mz goto 0' 'mz goto 99' 'mz back x'
grep -qE '^=> +4 ' .out || failed 'not before step 4'
says "'0': a number from 1 is wanted"
says 'the execution has 14 steps'
says "'x': a number from 1 is wanted"
at=

# A fault, and a loop without an operation: from both one goes back.
cat >fault.c <<'END'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value, *pointer;
static void *store(void *unused)
{
    int local = 41;

    pthread_mutex_lock(&lock);
    local++;
#ifdef LOOP
    while (!pointer)
        local = 42;
#endif
    *pointer = local;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, store, NULL);
    pthread_mutex_lock(&lock);
    pointer = &value;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
END
report=fault.json
for kind in '' -DLOOP; do
    run 42 "$MAZURKA" check --watchdog=0.3 --format=json --output=fault.json \
        $kind fault.c
    in_gdb bt 'print local' 'mz back' 'print local' bt next next 'print local' \
        'mz goto end' 'print local'
    [ "$(grep -E '^\$' .out | sed 's/.* = //' | paste -sd ' ')" = \
        '42 41 42 42' ] || failed 'other values'
    [ "$(grep -cE '^#[0-9]+ .* store \(unused=' .out)" -ge 3 ] ||
        failed 'not on the stack of the program'
done

# The program may be started again.
report=count.json
in_gdb 'mz goto 3' run 'mz back 1' continue continue continue run 'mz goto 2'
[ "$(grep -c 'error: assertion failed: count == 2' .out)" -eq 4 ] ||
    failed 'not the same four times'
[ "$(tail -1 .out | cut -f1)" = 25 ] || failed 'not at step 2'

# A gdb without Python has the stop at the failure, and one line says so.
mkdir bin
cat >bin/gdb <<'END'
#!/bin/sh
for word; do
    case $word in
    'python '*|source*) exit 1 ;;
    esac
done
PATH=${PATH#*:} exec gdb "$@"
END
chmod +x bin/gdb
report=count.json
run 0 env PATH="$PWD/bin:$PATH" "$MAZURKA" replay --gdb $report -- -batch -ex bt
says 'this gdb has no Python'
prints 'received signal SIGTRAP'
prints 'main () at count.c'

# The program has changed: one line.
sed 's/count == 2/count == 1/' count.c >other.c
mv other.c count.c
refuses 2 'count.json is stale: the program has changed' \
    "$MAZURKA" replay --gdb count.json
nothing_left
