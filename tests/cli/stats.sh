#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --stats: what it tells of which algorithm; that counts are the same each time
# and fit together; and that U stays small however many executions there are.
. "$(dirname "$0")/frame"
write_correct ok.c
write_wrong wrong.c
qpor='--algorithm=qpor --dependence=object'

# build NAME FILE OPTION...: of bench/programs.
build() {
    local name=$1 file=$2
    shift 2
    "$MAZURKA" cc -O2 -pthread "$@" "$root/bench/programs/$file" -o "$name" ||
        failed "$file does not compile"
}

# stats STATEMENT...: of `s`, the statistics, and `report`, all the last command
# printed.
stats() {
    printf '%s\n' 'import json, sys' \
        'report = json.load(open(sys.argv[1]))' 's = report.get("stats", {})' \
        'u = s.get("unfolding", {})' "$@" >check.py
    python3 check.py .out || failed 'the statistics are not as they must be'
}

# Nobody asks, nobody is told.
run 0 "$MAZURKA" check ok.c
! grep -q statistics .out || failed 'statistics that nobody asked for'
run 0 "$MAZURKA" check --format=json ok.c
! grep -q '"stats"' .out || failed 'statistics that nobody asked for'
refuses 2 '--jobs and --stats contradict each other' \
    "$MAZURKA" check --stats -j 2 ok.c

# How many executions are not equivalent to one before: all of an optimal
# algorithm; of all interleavings as many.
"$MAZURKA" cc -O2 "$root/tests/programs/mutex_counter.c" -o counter ||
    failed 'mutex_counter.c does not compile'
run 0 "$MAZURKA" check ./counter
! grep -q traces .out || failed 'traces that nobody asked for'
for options in '' --isolation=fork; do
    run 0 "$MAZURKA" check --count-traces $options ./counter
    prints '6 executions, 6 distinct traces'
done
run 0 "$MAZURKA" check --count-traces --format=json --algorithm=naive \
    --sleep-sets=off -DEACH=1 "$root/tests/programs/dekker.c"
python3 -c 'import json, sys
report = json.load(open(sys.argv[1]))
assert report["traces"] == 3 < report["executions"], report' .out ||
    failed 'not 3 traces of more executions'
refuses 2 '--jobs and --count-traces contradict each other' \
    "$MAZURKA" check --count-traces -j 2 ok.c

# After the summary; with an error, too; but not of its replay.
run 0 "$MAZURKA" check --stats ok.c
[ "$(sed -n 2p .out)" = statistics: ] || failed 'not below the summary'
prints '  time, running the program: '
run 42 "$MAZURKA" check --stats wrong.c
prints '  time, running the program: '
replay=$(tail -n 1 .out)
run 42 sh -c "$replay"
! grep -q statistics .out || failed 'statistics of a replay'

# What other algorithms have.
build fib fib_bench.c -DN=3
run 0 "$MAZURKA" check --stats --format=json fib
stats 'assert list(s) == ["cases", "waypoints", "seconds"], s' \
    'assert s["cases"]["contained"] and s["cases"]["inherited"][0], s' \
    'assert list(s["seconds"]) == ["running", "deciding"], s'
run 0 "$MAZURKA" check --stats fib
prints '  what slept: '
run 0 "$MAZURKA" check --stats --format=json --algorithm=optimal fib
stats 'assert list(s) == ["largest_tree", "waypoints", "seconds"], s' \
    'assert s["largest_tree"] == report["largest_tree"] > 1, s'
run 0 "$MAZURKA" check --stats --algorithm=optimal fib
prints '  nodes of the largest backtrack set or wakeup tree: '

# Where pop goes on by default it is not asked who, unless it is timed: the same
# executions, threads that wait, yield, and go on for ever included.
cat >turns.c <<'END'
#include <mazurka.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
atomic_int x, y;
static void *locks(void *own)
{
    pthread_mutex_lock(&a);
    sched_yield();
    x++;
    pthread_mutex_lock(&b);
    y += x;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return own;
}
static void *tries(void *own)
{
    for (int i = 0; i < 2 && pthread_mutex_trylock(&b); i++)
        sched_yield();
#ifdef ENDLESS
    while (x < 9)
        y++;
#endif
    return own;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, i % 2 ? tries : locks, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
}
END
for options in '-O1 --keep-going --simplest=off' \
    '-O1 -DENDLESS --max-events=40 --max-executions=300'; do
    for how in '' --stats; do
        "$MAZURKA" check --format=json $options $how turns.c >.out
        stats 'print([(k, report[k]) for k in ("verdict", "executions", "blocked",' \
            '"cut_short", "events")], len(str(report["errors"])))' >now
        [ ! "$how" ] || cmp -s before now || failed "others with $options"
        mv now before
    done
done
rm before

# Counts are the same each time, whatever runs the program.
build disp disp.c -DSERVERS=5 -DREQUESTS=3
for isolation in process process fork; do
    run 0 "$MAZURKA" check --stats --format=json $qpor --isolation=$isolation \
        disp
    stats 'del s["seconds"]' 's.pop("waypoints", None)' 'print(s)' >now || failed 'no statistics'
    [ ! -e before ] || cmp -s before now || failed 'other counts now'
    mv now before
done

# What must hold for every search that explores everything; with a small k also.
for k in optimal 1; do
    run 0 "$MAZURKA" check --stats --format=json $qpor --k $k disp
    stats 'runs = report["executions"] + report["blocked"]' \
        'assert u["events"] == 0 < u["peak"] < u["added"], "U at the end"' \
        'assert u["added"] == u["thread_trees"]["events"]' \
        'assert 0 < u["object_trees"]["events"] < u["added"]' \
        'assert u["thread_trees"]["trees"] == report["threads"]' \
        'assert u["object_trees"]["trees"] == 6, "five servers, one number"' \
        'for trees in u["thread_trees"], u["object_trees"]:' \
        '    assert 1 < trees["depth_average"] < trees["depth_most"]' \
        'for queries in u["causality"], u["conflict"]:' \
        '    found = queries["by_distance"].values()' \
        '    assert queries["queries"] == sum(found) > 1000' \
        'assert len(u["events_after_runs"]) == runs.bit_length()' \
        'assert max(u["events_after_runs"]) <= u["peak"]' \
        'assert u["alternatives"] == runs - 1 < u["combs"], "A begins a run"' \
        'assert u["spike_average"] < u["spike_longest"], "spikes"' \
        'assert len(s["seconds"]) == 7 and min(s["seconds"].values()) > 0' \
        'assert sum(s["seconds"].values()) < report["seconds"], "times"'
done
run 0 "$MAZURKA" check --stats $qpor disp
for line in 'events in U: 0 in the end' \
    'events in U after 1, 2, 4, ... executions: ' 'thread trees: ' \
    'object trees: 6, ' 'causality queries: ' 'conflict queries: ' 'combs: ' \
    'time, building combs: ' 'time, pruning: '; do
    prints "  $line"
done

# A limit: what was counted until then is told, and U is not empty.
run 3 "$MAZURKA" check --stats --format=json $qpor --max-executions=700 disp
stats 'assert u["events"] > 0 and len(u["events_after_runs"]) == 10, u' \
    'assert s["seconds"]["running"] > 0, s'

# Line 13 of [NRSCP18] Algorithm 1: of the events of 151,032 executions, some 18
# in each are new, U never has more than an eighth of as many as there are
# executions, and while these become ten times as many it does not grow.
build disp disp.c -DSERVERS=5 -DREQUESTS=5
run 0 "$MAZURKA" check --stats --format=json $qpor disp
stats 'assert report["executions"] == 151032, report["executions"]' \
    'kept = u["events_after_runs"]' \
    'assert u["added"] > 2000000, u' \
    'assert u["peak"] < 151032 / 8, u["peak"]' \
    'assert max(kept[14:]) < 1.5 * max(kept[:14]), kept' \
    'assert u["events"] == 0, u["events"]'
nothing_left
