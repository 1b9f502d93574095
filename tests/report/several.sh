#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --keep-going: all errors, the first in full, with -v each; each can be replayed.
# -q and -v.
. "$(dirname "$0")/frame"
program() {
    cat <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static void *store(void *unused)
{
    x = 1;
    x = 2;
    x = 3;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, store, 0);
    switch (x) {
    case 1: abort();
    case 2: exit(9);
    case 3: assert(0);
    }
    pthread_join(t, 0);
    return 0;
}
END
}
check 42 --keep-going < <(program)
in_order 't\.c:.*: error: .*' '  thread main at t\.c:.*' 'interleaving .*' \
    't\.c:.*: error: .*' \
    '  thread main.*' '  in execution [0-9]+' 't\.c:[0-9]+: error: .*' \
    '  in execution [0-9]+' \
    't\.c: 3 different errors found: 4 executions, .*'
line 't\.c:18: error: abort called \[abort\]' \
    't\.c:19: error: exit with status 9 \[exit\]' \
    't\.c:20: error: assertion failed: 0 \[assertion\]'
[ "$(grep -c '^interleaving' .out)" -eq 1 ] || failed 'not one interleaving'
cp .out brief
replays

# Each has steps, a schedule, and a replay of its own, whoever has found it.
check 42 --keep-going -v < <(program)
[ "$(grep -c '^interleaving' .out)" -eq 3 ] || failed 'not three interleavings'
check 42 --keep-going -v --explain=2 < <(program)
[ "$(grep -c '^interleaving' .out)" -eq 2 ] || failed 'not two interleavings'
[ "$(grep -c ': error: ' .out)" -eq 3 ] || failed 'not three errors'
for way in '' --jobs=2 --isolation=fork; do
    run 42 "$MAZURKA" check --keep-going $way --output=all.json \
        --format=json t.c
    for n in 1 2 3; do
        run 42 "$MAZURKA" replay all.json --error=$n
        line 'interleaving \([1-9].*'
        grep -m1 ': error: ' .out
    done >seen
    sort seen | diff - <(grep ': error: ' brief | sort) >&2 ||
        failed "with $way: not the errors of the report"
done
python3 -ISB "$here/schema.py" "$root/docs/report.schema.json" all.json \
    >.err || failed 'not as the schema says'
for n in 1 2 3; do
    run 0 "$MAZURKA" report all.json --error=$n --format=json -o one.json
    run 42 "$MAZURKA" replay one.json
    grep -m1 ': error: ' .out
done | diff - seen >&2 || failed 'the reports of each are of others'
run 2 "$MAZURKA" replay all.json --error=4
says '--error=4: it has 3 errors, and no error 4'
run 2 "$MAZURKA" replay all.json --error=0
says '--error=0: the number of an error, from 1 to 64'
run 2 "$MAZURKA" report all.json --error=4 --format=dot
says '--error=4: it has 3 errors'
run 0 "$MAZURKA" report all.json --format=sarif
[ "$(grep -c '"codeFlows"' .out)" -eq 3 ] || failed 'not three code flows'
run 0 "$MAZURKA" report all.json --format=html
for n in 1 2 3; do
    grep -q "data-error=.*$n" .out || [ $n = 3 ] || failed "no error $n"
done
prints ' --error=3'

# A race is told at its two places, each pair once.
races() {
    cat <<'END'
#include <mazurka.h>
#include <pthread.h>
static int x, y;
static void *other(void *unused)
{
    x = 1;
    y = 1;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    if (mz_choose(2))
        x = 2;
    else
        y = 2;
    pthread_join(t, 0);
    return 0;
}
END
}
source=race.c check 42 --keep-going --format=json --output=race.json < <(races)
run 42 "$MAZURKA" replay race.json --error=1
first=$(grep ': error: ' .out)
run 42 "$MAZURKA" replay race.json --error=2
[ "$(grep ': error: ' .out)" != "$first" ] || failed 'the same race twice'

check 42 < <(program)
[ "$(grep -c '^t\.c:[0-9]*: error: ' .out)" -eq 1 ] || failed 'not one error'

# Weaker orders are noted, unless -q. -v has figures.
weak() {
    cat <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *look(void *unused)
{
    (void)unused;
    return (void *)(long)atomic_load_explicit(&x, memory_order_relaxed);
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, look, 0);
    return pthread_join(t, 0);
}
END
}
check 0 --memory-model=sc < <(weak)
line 't\.c: no error, all executions explored: 1 execution, [0-9.]+ s, with all atomics as if seq_cst' \
    'note: t\.c:7: .*seq_cst.*' '    return .*atomic_load_explicit.*'
[ "$(wc -l <.out)" -eq 3 ] || failed 'not three lines'
check 0 -q --memory-model=sc < <(weak)
[ "$(wc -l <.out)" -eq 1 ] || failed 'not one line'
run 0 "$MAZURKA" check -v t.c
line 'algorithm pop, dependence rw, threads 2, events 2 .*, memory [0-9]+ KB'

# Stopped at a limit.
write_endless endless.c
run 3 "$MAZURKA" check --max-executions=100 endless.c
line 'endless\.c: no error so far, stopped at a limit \(max-executions\): 100 executions.*'
nothing_left
