#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --race-sample=PERCENT: data races are looked for in that share of the
# executions, always the same ones, whoever explores them; and the verdict is
# safe only if that was done in all.
. "$(dirname "$0")/frame"

# The accesses race only in the second of two executions: the first one explored
# is that in which the sections come in this order.
cat >hidden.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *first(void *unused)
{
    x = 1;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}
static void *second(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    x = 2;
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
END
# They race in each execution; then something else fails as well.
cat >both.c <<'END'
#include <assert.h>
#include <pthread.h>
static int x;
static void *write(void *unused)
{
    x = 1;
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, write, 0);
    x = 2;
    pthread_join(a, 0);
    assert(x == 3);
    return 0;
}
END
cat >assume.c <<'END'
#include <mazurka.h>
int main(void)
{
    mz_assume(mz_choose(3) == 0);
    return 0;
}
END
# Only the second of two executions shows that x is accessed in parts.
cat >parts.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static union {
    _Atomic uint64_t whole;
    _Atomic uint32_t low;
} x;
static atomic_int flag;
static void *write(void *unused)
{
    x.whole = 1;
    flag = 1;
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, write, 0);
    if (flag)
        x.low = 1;
    pthread_join(a, 0);
    return 0;
}
END
write_correct correct.c
sed 's/^    x++;/&/; /pthread_create/d; /pthread_join/d; s/return x.*/return 0;/' \
    correct.c >alone.c
cp "$root/bench/programs/mpc.c" .
for program in hidden both assume parts correct alone mpc; do
    "$MAZURKA" cc -g -pthread $program.c -o $program || failed 'no compiler'
done

for share in x -1 101 1.5 10% ''; do
    refuses 2 "--race-sample=$share: give a number from 0 to 100" \
        "$MAZURKA" check --race-sample=$share hidden
done
refuses 2 '--race-sample needs a value: PERCENT' \
    "$MAZURKA" check hidden --race-sample
for plain in ignore interleave; do
    refuses 2 "--race-sample is for --plain=check, not for $plain" \
        "$MAZURKA" check --plain=$plain --race-sample=100 hidden
done

# What was not looked for is not said to be absent.
for as in pop optimal source naive 'pop -j2' 'pop --isolation=fork' \
    'qpor --dependence=object'; do
    as=--algorithm=$as
    run 42 "$MAZURKA" check $as hidden
    prints '[data-race]'
    run 42 "$MAZURKA" check $as --race-sample=100 hidden
    run 3 "$MAZURKA" check $as --race-sample=1 hidden
    prints 'all executions explored, but not all checked for data races: '
    prints '2 executions, 1 checked for data races, '
    run 3 "$MAZURKA" check $as --race-sample=0 hidden
    prints '2 executions, 0 checked for data races, '
    run 3 "$MAZURKA" check $as --race-sample=1 --format=json hidden
    [ "$(field verdict)" = incomplete ] || failed 'not incomplete'
    [ "$(field limit)" = race-sample ] || failed 'another limit'
    [ "$(field race_checked)" = 1 ] || failed 'another number'
done
run 0 "$MAZURKA" check --race-sample=1 alone
prints 'all executions explored: 1 execution, 1 checked for data races, '
run 3 "$MAZURKA" check --race-sample=0 alone
run 3 "$MAZURKA" check --race-sample=1 assume
run 0 "$MAZURKA" check --format=json correct
[ "$(field race_checked)" = "$(field executions)" ] || failed 'not all checked'
run 0 "$MAZURKA" check --plain=ignore --format=json correct
[ "$(field race_checked)" = 0 ] || failed 'some were checked'

# Executions of a search that began anew do not count, checked or not.
run 3 "$MAZURKA" check --algorithm=pop --race-sample=1 parts
prints '2 executions, 1 checked for data races, '
run 3 "$MAZURKA" check --algorithm=qpor --race-sample=1 parts
prints '2 executions, 2 more before it began anew, 1 checked for data races, '

# An error in an execution that was not checked, and one in one that was, are
# told and replayed as what they are.
for isolation in process fork; do
    for share in 0:assertion 1:data-race 100:data-race; do
        run 42 "$MAZURKA" check --isolation=$isolation \
            --race-sample=${share%:*} --format=json --output=report.json both
        run 42 "$MAZURKA" replay report.json
        prints "[${share#*:}]"
        prints 'interleaving ('
        [ ! -s .err ] || failed 'something is said of another error'
    done
done

# The same executions, whatever the share; as many of them as there should be,
# and the same ones each time, also when several workers share them.
command='the same executions, a share of them checked'
python3 -IS - >.out 2>.err <<'END' || failed 'not so'
import json, os, subprocess
def check(share, *options):
    ran = subprocess.run(
        [os.environ['MAZURKA'], 'check', '--format=json',
         f'--race-sample={share}', *options, './mpc'], stdout=subprocess.PIPE)
    report = json.loads(ran.stdout)
    assert ran.returncode == (0 if share == 100 else 3), report
    print(share, options, report['race_checked'])
    return ([report[name] for name in (
        'executions', 'blocked', 'events', 'events_run', 'threads')],
            report['race_checked'])
for algorithm, spread in ('pop', 100), ('optimal', 3), ('source', 100):
    counts, checked = check(100, f'--algorithm={algorithm}')
    assert checked == counts[0] == 2958
    for share in 0, 1, 37:
        same, checked = check(share, f'--algorithm={algorithm}')
        assert same == counts, (same, counts)
        assert abs(checked - 29.58 * share) < spread, (share, checked)
        assert checked > 0 or share == 0
        for options in ([], ['--isolation=fork'] if share == 1 else [],
                        ['-j2'], ['-j3'])[:4 if algorithm == 'pop' else 1]:
            again = check(share, f'--algorithm={algorithm}', *options)
            assert again == (same, checked), again
END
nothing_left
