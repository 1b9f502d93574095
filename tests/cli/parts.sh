#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A search that is split goes on in parts, and merged they are what it would have
# been. No part says that all is explored.
. "$(dirname "$0")/frame"
compared='verdict executions blocked assume_blocked deadlocked events'
programs=$root/tests/programs
json() {
    "$MAZURKA" "$1" --format=json "${@:2}" >.out 2>.err
}

# same N EACH OPTION... PROGRAM: stopped after so many executions, and split.
same() {
    local parts=$1 each=$2 whole i status
    shift 2
    json check --critical=off "$@"
    whole="$? $(figures $compared)"
    json check --critical=off --checkpoint=kept --max-executions="$each" "$@"
    [ -e kept ] || failed 'was not stopped'
    rm -f kept.*
    run 0 "$MAZURKA" split "$parts" kept
    silent
    for ((i = 1; i <= parts; i++)); do
        json resume --max-executions="$each" kept.$i
        [ $? -ne 0 ] || failed 'a part is safe'
        [ -e kept.$i ] || failed 'a part is gone'
    done
    run 0 "$MAZURKA" merge all kept.*
    prints "of $parts parts are not explored"
    # The last goes on after that, the others to their end.
    for ((i = 2; i <= parts; i++)); do
        json resume -j 2 --max-executions=999999 kept.$i
        says 'explored to its end'
    done
    run 0 "$MAZURKA" merge other kept.*
    command="parts: $*"
    for i in all other; do
        status=0
        json resume --max-executions=999999 $i || status=$?
        [ "$status $(figures $compared)" = "$whole" ] ||
            failed "$i: $status $(figures $compared), not $whole"
        [ ! -e $i ] || failed "$i is left"
    done
}

built -DN=4 "$root/bench/programs/fib_bench.c" -o fib
same 3 200 ./fib
write_count count.c
built -DMOST=3 count.c -o count
same 4 7 --keep-going ./count
built "$programs/choose_by_two.c" -o choices
same 2 3 --keep-going ./choices
built "$root/bench/programs/filesystem.c" -DN=18 -o files
same 5 4 ./files

# What is refused.
refuses 2 'from 2 to 1024' "$MAZURKA" split 1 kept.1
refuses 2 'a part of a search itself' "$MAZURKA" split 2 kept.1
refuses 2 'of 5 parts: name each' "$MAZURKA" merge all kept.1 kept.2
refuses 2 'the same part' "$MAZURKA" merge all kept.1 kept.1
refuses 2 'it is no search' "$MAZURKA" merge count.c kept.1 kept.2
refuses 2 'is no part of a search' "$MAZURKA" merge all kept kept.2
cp kept.3 third
rm kept.*
json check --checkpoint=kept --max-executions=9 ./fib
run 0 "$MAZURKA" split 2 kept
refuses 2 'not of the same search' "$MAZURKA" merge all kept.1 third
[ ! -e all ] || failed 'a file is left of what was refused'

# What the whole search must begin anew for is no business of a part.
cat >late.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, flag;
static void *add(void *unused)
{
    if (x++ == 1 && flag == 0)
        while (flag == 0)
            ;
    return unused;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, add, NULL);
    x = 7;
    flag = 1;
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END
built late.c -o late
json check --checkpoint=kept --max-executions=1 ./late
run 0 "$MAZURKA" split 2 kept
refused=
for i in 1 2; do
    json resume --max-executions=999999 kept.$i
    [ $? -ne 1 ] || refused=1
    [ -e kept.$i ] || failed 'a part is gone'
done
[ -n "$refused" ] || failed 'no part has met the loop'
nothing_left
