#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mazurka replay --at: before each step of a report there is a stop, with what
# came before, by the thread that is about to take the step, the operation still
# to be done; under gdb on that thread's stack.
. "$(dirname "$0")/frame"
export COLUMNS=20 # a table, in all words
cat >steps.c <<'END'
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int ready;
static int x, chosen;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *add(void *argument)
{
    int seen;

    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    seen = x;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    x = seen + 1;
    pthread_mutex_unlock(&m);
    return argument;
}
static void *choose(void *argument)
{
    chosen = mz_choose(3);
    return argument;
}
int main(void)
{
    pthread_t a, b, third;

    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    puts("two threads");
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    pthread_create(&third, NULL, choose, NULL);
    pthread_join(third, NULL);
    pthread_join(b, NULL);
    puts("all have ended");
    fflush(stdout);
    assert(x == 2 || chosen != 1);
    return 0;
}
END

# rows: the steps that were told, a line each: number, thread, what, where. (What
# is stopped has no critical step; and two things of one name are told apart
# only where both are told of.)
rows() {
    grep -E '^ +[0-9]+  ' | tr -s ' ' |
        sed 's/ << critical$//; s/, critical$//
             s/\(a temporary of [a-z]*\) of main[.0-9]*/\1/'
}

# each_step STRIDE OPTION... PROGRAM: at so many steps, from the first on.
each_step() {
    local stride=$1 n count row

    shift
    [ -z "${MAZURKA_TEST_ALL:-}" ] || stride=1

    run 42 "$MAZURKA" check -v --format=json --output=report.json "$@"
    run 42 "$MAZURKA" replay report.json
    rows <.out >all
    count=$(wc -l <all)
    [ "$count" -gt 12 ] || failed "only $count steps"
    for ((n = 1; n <= count; n += stride)); do
        run 0 "$MAZURKA" replay report.json --at=$n
        prints "stopped: before step $n"
        head -n $((n - 1)) all >before
        sed '/^the next step/,$d' .out | rows | diff - before >&2 ||
            failed "$n: other steps came before it"
        row=$(sed -n "${n}p" all)
        # What a plain access writes is not known before it.
        [ "$(sed '1,/^the next step/d' .out | rows | head -1)" = \
            "$(sed 's/\( write: .*\) = .* (was [^)]*)/\1/' <<<"$row")" ] ||
            failed "the next step is not $row"
        [ "$(sed -n 's/^  thread \([^ ]*\).*/\1/p' .out)" = \
            "$(echo "$row" | cut -d' ' -f3)" ] || failed "$n: another thread"
    done
    refuses 2 "the execution has $count steps" \
        "$MAZURKA" replay report.json --at=$((count + 1))
}
"$MAZURKA" cc steps.c -o steps || failed 'does not compile'
for isolation in process fork; do
    each_step 1 --isolation=$isolation ./steps
done
each_step 2 --plain=interleave ./steps

# A run that has to begin again, for want of stacks, is told once.
cat >many.c <<'END'
#include <assert.h>
#include <pthread.h>
enum { THREADS = 20 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *lock(void *number)
{
    pthread_mutex_lock(&m);
    assert((long)number < THREADS - 1);
    pthread_mutex_unlock(&m);
    return NULL;
}
int main(void)
{
    pthread_t threads[THREADS];

    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, lock, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
END
"$MAZURKA" cc many.c -o many || failed 'does not compile'
run 42 "$MAZURKA" check -v ./many
rows <.out >checked
for isolation in process fork; do
    each_step 7 --critical=off --isolation=$isolation ./many
    diff checked all || failed 'the replay tells other steps than the check'
done

# Who waits for what then, and what the program has said until then.
run 42 "$MAZURKA" check --format=json --output=report.json ./steps
run 42 "$MAZURKA" replay report.json
prints 'all have ended'
step=$(grep 'pthread_cond_broadcast' .out | awk '{print $1; exit}')
run 0 "$MAZURKA" replay --at "$step" report.json
prints 'two threads'
! grep -q 'all have ended' .out || failed 'the program has gone on'
prints 'main.1 waits for mutex m, held by main since step'

step=$(rows <.out | grep 'main pthread_mutex_lock' | head -1 | cut -d' ' -f2)
run 0 "$MAZURKA" replay --at "$step" report.json
! grep -q 'held by' .out || failed 'main has the mutex before it locks it'

for step in 0 -1 x 1x 99999999999999999999; do
    refuses 2 'the number of a step' "$MAZURKA" replay report.json --at="$step"
done
refuses 2 "--at needs a value: --at=STEP" "$MAZURKA" replay report.json --at=

# With gdb: the operation is still to be done.
if command -v gdb >/dev/null; then
    run 42 "$MAZURKA" replay report.json
    step=$(rows <.out | grep 'main atomic store: ready' | cut -d' ' -f2)
    printf 'bt\nprint ready\ncontinue\nprint ready\nbt\nkill\nquit\n' >script
    env -u COLUMNS timeout 60 "$MAZURKA" replay --gdb --at="$step" \
        report.json <script \
        >.out 2>.err || failed "exit status $?"
    [ "$(grep -cE '\[mazurka: (before step|error:)' .out)" -eq 2 ] ||
        failed 'not two stops: before the step, at the failure'
    sed '/Continuing/,$d' .out >first
    sed '1,/Continuing/d' .out >second
    grep -q ' main () at steps.c:37' first || failed 'it does not stop in main'
    grep -q ' = 0$' first || failed 'the operation has been done'
    grep -q ' = 1$' second || failed 'the operation has not been done'
    grep -q 'main () at steps.c:46' second || failed 'it does not stop at the failure'
    wait_until 2 alone || failed 'a process is left'
fi
nothing_left
