#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# -j N: several workers explore what one does, no more and no less, also when
# they are killed; limits, signals and errors stop them all.
. "$(dirname "$0")/frame"
check() {
    "$MAZURKA" check --algorithm=pop "$@"
}

# Refused.
write_correct ok.c
for number in 0 x 1x -1 65; do
    refuses 2 "--jobs=$number: give a number from 1 to 64" check "-j$number" \
        ok.c
done
refuses 2 '--jobs=0: give a number from 1 to 64' check -j 0 ok.c
refuses 2 '-j needs a value' check ok.c -j
refuses 2 "--jobs is for --algorithm=$(able_text jobs), not for naive" \
    "$MAZURKA" check -j2 --algorithm=naive ok.c
refuses 2 '--jobs and --isolation=fork contradict each other' \
    check -j2 --isolation=fork ok.c
refuses 2 'or auto' check --jobs=autom ok.c
for most in 1 2; do # no more than there are
    set -- $(python3 -ISc 'import os, sys
print(*sorted(os.sched_getaffinity(0))[:int(sys.argv[1])])' $most)
    run 0 taskset -c "$(echo "$*" | tr ' ' ,)" \
        "$MAZURKA" check --format=json -j auto ok.c
    [ "$(field jobs)" = $# ] || failed "not $# jobs"
done
nothing_left

# The same counts and errors, however many there are.
cat >errors.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *unused)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x = 1;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    y = x;
    return unused;
}
static void *two(void *unused)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    x = 2;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    y = y + x;
    assert(y != 4);
    return unused;
}
static void *three(void *unused)
{
    int seen = x;
    y = seen;
    assert(seen != 2);
    return unused;
}
int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, one, 0);
    pthread_create(&t[1], 0, two, 0);
    pthread_create(&t[2], 0, three, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
END
sed 's/assert(.*);//' errors.c >deadlocks.c
sed '/lock/d; s/assert(.*);//' errors.c >none.c
cp "$root/bench/programs/fib_bench.c" fib.c
for program in errors deadlocks none; do
    "$MAZURKA" cc -g -O1 -pthread $program.c -o $program || failed 'no compiler'
done
"$MAZURKA" cc -O2 -DN=4 fib.c -o fib4 || failed 'no compiler'
"$MAZURKA" cc -O2 -DN=5 fib.c -o fib5 || failed 'no compiler'
command='the same with -j1, -j2, -j3'
python3 -IS - >.out 2>.err <<'END' || failed 'not the same'
import json, os, subprocess
def check(jobs, program):
    ran = subprocess.run(
        [os.environ['MAZURKA'], 'check', '--algorithm=pop', '--keep-going',
         '--format=json', f'-j{jobs}', program], stdout=subprocess.PIPE)
    report = json.loads(ran.stdout)
    assert report['jobs'] == jobs and report['workers_lost'] == 0
    assert report['options']['jobs'] == jobs
    print(jobs, program, report['executions'], report['deadlocked'])
    return ([ran.returncode] +
            [report[name] for name in (
                'verdict', 'executions', 'blocked', 'assume_blocked',
                'deadlocked', 'events', 'events_run', 'threads')] +
            sorted(error['message'] for error in report['errors']))
for program in './errors', './deadlocks', './none', './fib4':
    alone = check(1, program)
    assert (len(alone) > 10) == (program == './errors'), alone
    for jobs in 2, 3:
        together = check(jobs, program)
        assert together == alone, (together, alone)
END
command='graphs of weak memory, the same with -j1, -j2'
python3 -IS - >.out 2>.err <<'END' || failed 'not the same'
import json, os, subprocess
def check(jobs, option, program):
    ran = subprocess.run(
        [os.environ['MAZURKA'], 'check', option, '--keep-going',
         '--format=json', f'-j{jobs}', program], stdout=subprocess.PIPE)
    report = json.loads(ran.stdout)
    assert report['jobs'] == jobs and report['workers_lost'] == 0
    return ([ran.returncode] +
            [report[name] for name in ('verdict', 'executions', 'blocked',
                                       'deadlocked', 'events', 'events_run',
                                       'threads')] +
            sorted(error['message'] for error in report['errors']))
for option in '--memory-model=rc11', '--memory-model=tso', '--algorithm=trust':
    for program in './errors', './deadlocks', './none', './fib4':
        alone, together = (check(jobs, option, program) for jobs in (1, 2))
        assert together == alone, (option, together, alone)
END
for option in --suggest-orders --relax; do
    refuses 2 "--jobs and $option contradict each other" \
        "$MAZURKA" check -j2 --memory-model=rc11 $option none
done
run 42 check -j2 errors
prints 'error found'
run 42 check -j3 deadlocks
prints '[deadlock]'
run 42 check -j2 --format=json --output=report.json errors
run 42 "$MAZURKA" replay report.json
nothing_left

# Twenty are killed, at random times.
command='kill -9 of workers'
python3 -IS - >.out 2>.err <<'END' || failed 'not the exact count'
import json, os, random, subprocess, time
def children(process):
    try:
        with open(f'/proc/{process}/task/{process}/children') as children:
            return [int(child) for child in children.read().split()]
    except OSError:
        return []
def name(process):
    try:
        with open(f'/proc/{process}/comm') as name:
            return name.read().strip()
    except OSError:
        return ''
def workers(mazurka):
    for child in children(mazurka):
        if name(child) == 'fib5':
            return children(child)
    return []
def check(jobs, most):
    mazurka = subprocess.Popen(
        [os.environ['MAZURKA'], 'check', '--algorithm=pop', '--format=json',
         f'-j{jobs}', './fib5'], stdout=subprocess.PIPE)
    killed = 0
    while mazurka.poll() is None and killed < most:
        time.sleep(random.random() * 0.04)
        for worker in random.sample(workers(mazurka.pid), 1) \
                if workers(mazurka.pid) else []:
            try:
                os.kill(worker, 9)
                killed += 1
            except ProcessLookupError:
                pass
    report = json.loads(mazurka.communicate()[0])
    lost = report['workers_lost']
    print(jobs, killed, lost, report['executions'])
    assert report['verdict'] == 'safe' and report['executions'] == 218243
    assert report['blocked'] == 0 and report['events'] == events
    assert lost <= killed # one may just have ended
    return lost
events = json.loads(subprocess.run(
    [os.environ['MAZURKA'], 'check', '--format=json', './fib5'],
    stdout=subprocess.PIPE).stdout)['events']
seed = random.randrange(1 << 32)
print('seed', seed)
random.seed(seed)
lost = 0
while lost < 20:
    lost += check(random.choice([2, 3]), 20 - lost)
END
nothing_left
"$MAZURKA" check --algorithm=pop -j2 ./fib5 >.out 2>.err &
mazurka=$!
command='one is killed'
worker() {
    checked=$(child_of "$mazurka" fib5) &&
        worker=$(child_of "$checked" fib5)
}
wait_until 20 worker || failed 'does not start'
kill -9 "$worker"
wait $mazurka || failed "exit status $?"
prints 'all executions explored: 218243 executions'
prints 'note: 1 worker was killed'
nothing_left

# What kills itself does so again, and that is told.
cat >suicide.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
static long call(long number, long a, long b)
{
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b)
                     : "rcx", "r11", "memory");
    return result;
}
static atomic_int x;
static void *add(void *unused)
{
    if (x++ == 1)
        call(SYS_kill, call(SYS_getpid, 0, 0), 9);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    add(0);
    pthread_join(t, 0);
    return 0;
}
END
run 1 check -j2 --asm=trust suicide.c
one_line
says 'workers died 33 times at the same piece of work'
nothing_left

# Limits, and the end of them all.
write_endless endless.c
"$MAZURKA" cc -O2 endless.c -o endless || failed 'does not compile'
run 3 check --format=json -j3 --max-executions=1000 ./endless
[ "$(field executions)" = 1000 ] || failed 'not 1000 executions'
[ "$(field limit)" = max-executions ] || failed 'another limit'
run 0 check --max-executions=2 -j2 ok.c
run 3 check --format=json -j2 --timeout=0.5 ./endless
[ "$(field limit)" = timeout ] || failed 'another limit'

start() {
    command="kill $*"
    "$MAZURKA" check --algorithm=pop -j2 --format=json ./endless >.out 2>.err &
    mazurka=$!
    wait_until 20 started || failed 'does not start'
    sleep 0.2
}
started() {
    checked=$(child_of "$mazurka" endless) && child_of "$checked" endless
} >/dev/null
start -TERM mazurka
kill -TERM $mazurka
status=0
wait $mazurka || status=$?
[ $status -eq 143 ] || failed "exit status $status, not 143"
[ "$(field executions)" -gt 0 ] || failed 'no figures'
wait_until 3 alone || failed 'a process is left'
for victim in '$checked' '$mazurka'; do
    start -9 "$victim"
    eval kill -9 "$victim" # as it is known now
    wait $mazurka 2>/dev/null
    wait_until 3 alone || failed 'a process is left'
done
nothing_left

# One hangs, the others do not.
cat >hang.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *unused)
{
    for (int i = 0; i < 12; i++)
        x++;
    return unused;
}
static void *wait_for(void *unused)
{
    for (volatile int once = x == 12; once;)
        ;
    return unused;
}
int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, add, 0);
    pthread_create(&t[1], 0, wait_for, 0);
    pthread_create(&t[2], 0, add, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
END
run 42 check -j2 --watchdog=0.3 hang.c
prints '[loop]'

# What a worker finds that all have to know from the start on.
cp "$(dirname "$0")/../programs/futex_bitset_rwlock.c" masks.c
run 0 check -j2 masks.c
prints 'all executions explored'
# Workers have positions of their own in files that were open before.
cat >reads.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int n;
static void *add(void *unused)
{
    for (int i = 0; i < 7; i++)
        n++;
    return unused;
}
int main(void)
{
    pthread_t a, b;
    char c;

    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i < 20; i++)
        assert(read(0, &c, 1) == 1 && c == 'a' + i);
    return 0;
}
END
"$MAZURKA" cc -O1 reads.c -o reads || failed 'does not compile'
echo abcdefghijklmnopqrstuvwxyz >letters
command='check --jobs=2 ./reads'
for from in 'cat letters |' '< letters'; do
    case $from in
    '<'*) "$MAZURKA" check --jobs=2 ./reads <letters >.out 2>.err ;;
    *) cat letters | "$MAZURKA" check --jobs=2 ./reads >.out 2>.err ;;
    esac || failed "$from: exit status $?"
    prints ' 3432 executions'
done

# Flags like O_NONBLOCK are those of what is open, which workers have in common,
# where it cannot be opened again.
cat >flags.c <<'END'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int n;
static void *add(void *unused)
{
    for (int i = 0; i < 4; i++)
        n++;
    return unused;
}
int main(void)
{
    pthread_t a, b;

    assert(!(fcntl(0, F_GETFL) & O_NONBLOCK));
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return fcntl(0, F_SETFL, O_NONBLOCK);
}
END
"$MAZURKA" cc flags.c -o flags || failed 'does not compile'
run 0 "$MAZURKA" check --jobs=2 ./flags # </dev/null
command='echo | check ./flags'
echo | "$MAZURKA" check ./flags >.out 2>.err || failed "exit status $?"
status=0
echo | "$MAZURKA" check --jobs=2 ./flags >.out 2>.err || status=$?
[ $status -eq 2 ] || failed "two workers: exit status $status"
says 'several workers with other flags'
nothing_left

# What a thread does that waits in a loop is the same, however many there are: two
# rounds of spin_long_round are more than is remembered of a thread, one is not.
# A handler that runs as main ends races with the loop of who has sent the signal.
for program in spin_long_round signal_exit; do
    "$MAZURKA" cc -O0 "$root/tests/programs/$program.c" -o $program ||
        failed "$program does not compile"
    for jobs in 1 2 3; do
        run 42 "$MAZURKA" check --keep-going --format=json --jobs=$jobs ./$program
        ! grep -q '"limit":' .out || failed "limit $(field limit)"
        counts="$(field executions) $(field loop_blocked)"
        [ $jobs -gt 1 ] || alone=$counts
        [ "$counts" = "$alone" ] || failed "$jobs workers: $counts, not $alone"
    done
done
nothing_left
