#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --algorithm=random, pct, pos: the same seed, the same executions, whoever runs
# them; what is told of those that were not run; and that nothing is proved.
. "$(dirname "$0")/frame"

write_count count.c
told() {
    python3 -ISc 'import json, sys
told = json.load(open(".out"))
for name in sys.argv[1:]:
    value = told
    for key in name.split("."):
        value = value[int(key)] if key.isdigit() else value[key]
    print(value, end=" ")' "$@"
}

# `met` is 3 in few interleavings: not in the first that are drawn.
firsts=
for algorithm in random pct pos; do
    for seed in 1 2 3; do
        for jobs in 1 2 3; do
            run 42 "$MAZURKA" check --algorithm=$algorithm --seed=$seed -j $jobs \
                --format=json -DMOST=3 count.c
            first=$(told errors.0.execution)
            [ $jobs = 1 ] && alone=$first
            [ "$first" = "$alone" ] ||
                failed "-j $jobs of $algorithm fails in $first, not in $alone"
        done
        firsts="$firsts $first"
    done
done
[ "$(echo $firsts | tr ' ' '\n' | sort -u | wc -l)" -gt 5 ] ||
    failed "seeds make no difference: $firsts"

# All that there is, and how often; but no proof.
run 0 "$MAZURKA" check --format=json -DMOST=4 count.c
traces=$(told executions)
for algorithm in random pct pos; do
    for jobs in 1 2; do
        run 3 "$MAZURKA" check --algorithm=$algorithm -j $jobs --format=json \
            --max-executions=2001 -DMOST=4 count.c
        [ "$(told executions sampled.drawn limit)" = \
            '2001 2001 max-executions ' ] || failed 'another number of them'
        [ "$(told sampled.traces_exact)" = 'True ' ] || failed 'not exact'
        met=$(told sampled.traces)
        [ $algorithm = pct ] || [ "$met" = "$traces" ] ||
            failed "$algorithm has met $met traces of $traces"
        [ $jobs = 1 ] && alone=$(told sampled)
        [ "$(told sampled)" = "$alone" ] ||
            failed "-j $jobs of $algorithm runs other executions"
    done
done
run 3 "$MAZURKA" check --algorithm=pct --depth=3 -DMOST=4 count.c
prints 'stopped at a limit (max-executions): 10000 executions'
prints 'traces: '
prints 'errors missed: '
prints '  1: 0 %, 2: '
grep -q ' 4: ' .out && failed 'deeper than was asked for'

# Where there is no choice one execution is all.
cat >alone.c <<'END'
int main(void)
{
    return 0;
}
END
for algorithm in random pct pos; do
    run 0 "$MAZURKA" check --algorithm=$algorithm alone.c
    prints 'all executions explored: 1 execution,'
done

# Threads that wait in loops do not keep others from going on, nor those in loops
# that do something in each round, if they yield.
cat >waits.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_int flag, over, rounds, woken;
static void *wait(void *unused)
{
    while (!over)
        if (flag) {
            woken++;
            while (flag)
                ;
        }
    return unused;
}
static void *hold(void *unused)
{
    while (flag || !over)
        ;
    return unused;
}
static void *poll(void *unused)
{
    while (!over) {
        rounds++;
        sched_yield();
    }
    return unused;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, i ? WHAT : wait, NULL);
    for (int i = 0; i < 3; i++) {
        flag = 1;
        flag = 0;
    }
    over = 1;
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(woken < 3);
    return 0;
}
END
for algorithm in random pct pos; do
    for what in wait hold poll; do
        run 42 "$MAZURKA" check --algorithm=$algorithm --format=json \
            --max-executions=4000 --keep-going --max-events=1000 -DWHAT=$what \
            --output=found.json waits.c
        cp found.json .out
        [ "$(told sampled.cut)" = '0 ' ] || failed 'one does not go on'
        [ "$(told limit)" = 'max-executions ' ] || failed 'one goes on for ever'
        run 42 "$MAZURKA" replay found.json
        prints 'assertion failed: woken < 3'
    done
done

# Errors are replayed, as any are.
run 42 "$MAZURKA" check --algorithm=pct --format=json --output=found.json \
    -DMOST=3 count.c
run 42 "$MAZURKA" replay found.json
prints 'assertion failed: met < MOST'

refuses 2 '--seed is for --algorithm=random, pct and pos, not for pop' \
    "$MAZURKA" check --seed=2 -DMOST=3 count.c
refuses 2 '--depth is for --algorithm=pct, not for pos' \
    "$MAZURKA" check --algorithm=pos --depth=2 -DMOST=3 count.c
nothing_left
