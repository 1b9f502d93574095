#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --keep-going: all errors, the first in full. -q and -v.
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
replays

check 42 < <(program)
[ "$(grep -c '^t\.c:[0-9]*: error: ' .out)" -eq 1 ] || failed 'not one error'

# Weaker orders are noted, unless -q. -v has figures.
weak() {
    cat <<'END'
#include <stdatomic.h>
static atomic_int x;
int main(void)
{
    return atomic_load_explicit(&x, memory_order_relaxed);
}
END
}
check 0 < <(weak)
line 't\.c: no error, all executions explored: 1 execution, [0-9.]+ s' \
    'note: .*seq_cst.*'
[ "$(wc -l <.out)" -eq 2 ] || failed 'not two lines'
check 0 -q < <(weak)
[ "$(wc -l <.out)" -eq 1 ] || failed 'not one line'
run 0 "$MAZURKA" check -v t.c
line 'algorithm pop, dependence rw, threads 1, events 1 .*, memory [0-9]+ KB'

# Stopped at a limit.
write_endless endless.c
run 3 "$MAZURKA" check --max-executions=100 endless.c
line 'endless\.c: no error so far, stopped at a limit \(max-executions\): 100 executions.*'
nothing_left
