#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# needs: mpirun
# Several ranks count and find what one process does, all stop when one of them
# has to, and what they cannot do is refused. Left out where there is no mpirun.
. "$(dirname "$0")/frame"
compared='verdict executions blocked assume_blocked deadlocked events'
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# It waits for what has ended before it says so.
export OMPI_MCA_odls_base_sigkill_timeout=0
programs=$root/tests/programs
# ranks N ARGUMENT...: a command, to be run.
ranks() {
    mpirun --oversubscribe -n "$@"
}
write_correct correct.c
built correct.c -o correct
if [ ! -e "$(dirname "$MAZURKA")/mazurka-mpi.so" ]; then
    run 1 ranks 2 "$MAZURKA" check ./correct
    says 'that was built where Open MPI is'
    echo 'no plugin was built, as the headers of Open MPI are not here'
    exit 0
fi

# same N OPTION... PROGRAM
same() {
    local count=$1 alone
    shift
    "$MAZURKA" check --format=json --critical=off "$@" >.out 2>.err
    alone="$? $(figures $compared)"
    command="$count ranks: $*"
    ranks "$count" "$MAZURKA" check --format=json --critical=off "$@" \
        >.out 2>.err </dev/null
    [ "$? $(figures $compared)" = "$alone" ] || failed "not $alone"
}
built -DN=4 "$root/bench/programs/fib_bench.c" -o fib
same 2 ./fib
same 5 -j 2 ./fib
same 3 --memory-model=rc11 ./fib
write_count count.c
built -DMOST=3 count.c -o count
same 4 --keep-going ./count
same 2 ./count
built "$programs/choose_by_two.c" -o choices
same 2 --keep-going ./choices
# Threads that threads create, in any order; and what is begun anew for.
cat >births.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int flag;
static atomic_int *cells[3];
static void *child(void *cell)
{
    ++*(atomic_int *)cell;
    flag++;
    return NULL;
}
static void *parent(void *number)
{
    pthread_t t;
    atomic_int **cell = &cells[(long)number];

    *cell = calloc(1, sizeof **cell);
    flag++;
    pthread_create(&t, NULL, child, *cell);
    pthread_join(t, NULL);
    free(*cell);
    return NULL;
}
int main(void)
{
    pthread_t t[3];

    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, parent, (void *)i);
    while (flag < 2)
        ;
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END
built births.c -o births
same 4 -j 2 ./births

# One stops them all.
write_endless endless.c
built endless.c -o endless
run 3 ranks 3 "$MAZURKA" check --timeout=0.3 ./endless
prints 'stopped at a limit (timeout)'

# A rank that is killed takes all with it: nobody says that all is explored.
mpirun --oversubscribe -n 2 "$MAZURKA" check ./endless >.out 2>.err </dev/null &
mpirun=$!
searches() {
    other=$(child_of $mpirun mazurka) && child_of "$other" endless >.searching
}
wait_until 20 searches || failed 'no rank searches'
kill -KILL "$other"
wait $mpirun
[ $? -ne 0 ] || failed 'a rank was killed, and the exit status is 0'
wait_until 20 alone || failed 'something still runs'

# Kept each so often; a rank, or the job, is killed, and that ends all. Then others go on, or
# one process does, to the same counts (not kept so often: on a busy machine that
# would last). Nothing is left of it then.
killed_when_kept() {
    local tries=5
    until killed_before_it_is_over "$@"; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || failed 'is over before it can be killed'
    done
}
# The search may be: it takes a second, and the machine does other things, too.
killed_before_it_is_over() {
    local status
    mpirun --oversubscribe -n 3 "$MAZURKA" check --format=json --critical=off \
        --checkpoint=kept:0.02 "$@" >.out 2>.err </dev/null &
    mpirun=$!
    wait_until 20 is_kept_or_over || failed 'is not kept meanwhile'
    other=$(child_of $mpirun mazurka)
    [ "${*: -1}" != ./endless ] || stays "$other"
    [ "$victim" = rank ] || other=$mpirun
    kill -KILL $other 2>/dev/null
    wait $mpirun 2>/dev/null
    status=$?
    wait_until 20 alone || failed 'something still runs'
    [ "$victim" = rank ] || rm -rf "$TMPDIR"/ompi.* # mpirun has no janitor
    [ -e kept ] || return 1
    [ $status -ne 0 ] || failed "the $victim was killed, and the exit status is 0"
}
is_kept_or_over() {
    [ -e kept ] || ! kill -0 $mpirun 2>/dev/null
}
# From one time that it is kept to the next one the process of the program stays.
stays() {
    local first
    first=$(child_of "$1" endless) || failed 'no program is there'
    rm kept
    wait_until 20 test -e kept || failed 'is not kept again'
    [ "$(child_of "$1" endless)" = "$first" ] || failed 'another process'
}
resumes() {
    local alone
    "$MAZURKA" check --format=json --critical=off "$@" >.out 2>.err
    alone="$? $(figures $compared)"
    command="kept: $*"
    killed_when_kept "$@"
    cp kept by_one
    "$MAZURKA" resume --format=json --checkpoint=by_one by_one >.out 2>.err
    [ "$? $(figures $compared)" = "$alone" ] || failed "alone: not $alone"
    ranks 4 "$MAZURKA" resume --format=json --checkpoint=kept kept >.out \
        2>.err </dev/null
    [ "$? $(figures $compared)" = "$alone" ] || failed "not $alone"
    [ ! -e kept ] || failed 'it is over, and kept'
}
built -DN=5 "$root/bench/programs/fib_bench.c" -o fib5
victim=rank
resumes ./fib5
# Loops that wait are learnt of; an error does not end it.
cat >late.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, flag;
static void *add(void *number)
{
    for (int i = 0; i < 2; i++)
        x += (long)number;
    if (number)
        while (!flag)
            ;
    flag = 1;
    assert(y != 2);
    y++;
    return NULL;
}
int main(void)
{
    pthread_t t[3];

    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, add, (void *)(i % 2));
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END
built late.c -o late
victim=job
resumes --keep-going ./late
victim=rank

# Stopped before its program comes to main: rank 0's supervisor looks when all is
# over, and still knows which objects the tasks speak of. (Each thread meets
# another one first.)
cat >slow.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int cells[4];
static void wait_for_leave(void) /* before the runtime begins */
{
    while (access("go", F_OK))
        usleep(1000);
}
__attribute__((section(".preinit_array"), used)) static void (*first)(void) =
    wait_for_leave;
static void *add(void *number)
{
    for (int i = 0; i < 4; i++)
        cells[((long)number + i) % 4]++;
    return NULL;
}
int main(void)
{
    pthread_t t[4];

    for (long i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, add, (void *)i);
    cells[0]++;
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END
cat >hold.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static double clock_at_start;
static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
static void say(const char *file)
{
    close(open(file, O_CREAT, 0666));
}
__attribute__((constructor)) static void begin(void)
{
    unsetenv("LD_PRELOAD");
}
/* It looks at its limits between two calls: between two that are late it has
 * seen that one was met. */
int sigtimedwait(const sigset_t *set, siginfo_t *info,
                 const struct timespec *time)
{
    int (*real)(const sigset_t *, siginfo_t *, const struct timespec *) =
        dlsym(RTLD_NEXT, "sigtimedwait");
    static int is_late;

    if (is_late)
        say("met");
    if (!clock_at_start)
        clock_at_start = now();
    is_late = now() - clock_at_start > 0.2;
    for (; !access("hold", F_OK); usleep(1000))
        say("held");
    return real(set, info, time);
}
END
cc -shared -fPIC -o hold.so hold.c || failed 'no compiler'
touch go
built slow.c -o slow
run 0 "$MAZURKA" check --format=json --critical=off ./slow
alone=$(figures $compared)
run 3 "$MAZURKA" check --format=json --critical=off --timeout=0.05 \
    --checkpoint=slowly ./slow
while [ "$(field executions)" -eq 0 ]; do
    run 3 "$MAZURKA" resume --format=json slowly
done
rm go
mpirun --oversubscribe -n 1 env LD_PRELOAD=./hold.so "$MAZURKA" resume slowly : \
    -n 1 "$MAZURKA" resume slowly >.out 2>.err </dev/null &
mpirun=$!
first_waits() {
    for other in $(cat /proc/$mpirun/task/$mpirun/children); do
        grep -qz '^OMPI_COMM_WORLD_RANK=0$' /proc/$other/environ &&
            search=$(child_of $other slow) && return
    done 2>/dev/null
    return 1
}
has_ended() {
    grep -q '^State:.Z' "/proc/$search/status"
}
wait_until 20 first_waits || failed 'rank 0 does not search'
wait_until 20 test -e met || failed 'no limit has been met'
touch hold
wait_until 20 test -e held || failed 'rank 0 is not held'
touch go
wait_until 20 has_ended || failed 'rank 0 still searches'
rm hold
wait $mpirun
[ $? -eq 3 ] || failed 'not ended by its limit'
says 'go on with'
run 0 "$MAZURKA" resume --format=json --timeout=99 --checkpoint=slowly \
    slowly
[ "$(figures $compared)" = "$alone" ] || failed "not $alone"

# A search that goes on is stopped by its limit, and kept again.
killed_when_kept ./endless
run 3 ranks 2 "$MAZURKA" resume --timeout=2 kept
says 'go on with'
rm kept

# One that was begun with a limit that ranks do not have.
run 3 "$MAZURKA" check --max-executions=9 --checkpoint=kept ./fib
run 0 ranks 2 "$MAZURKA" resume --format=json kept
executions=$(field executions)
run 0 "$MAZURKA" check --format=json ./fib
[ "$(field executions)" -eq "$executions" ] || failed "not $executions"

# Refused, in one line of ours.
refused() {
    run 2 ranks 2 "$MAZURKA" "${@:2}"
    [ "$(grep '^mazurka: ' .err)" = "mazurka: $1" ] || failed "not: $1"
}
refused '--stats is not for mpirun' check --stats ./fib
refused 'mpirun is not for --algorithm=dpor: it is for pop and trust' \
    check --algorithm=dpor ./fib
refused "mpirun is for a program that all ranks have: build it with 'mazurka \
cc' first" check fib.c
refused "'mazurka split' is not for mpirun: 'mazurka check' and 'mazurka \
resume' are" split 2 kept
refused 'cannot read kept: No such file or directory' resume kept
run 3 "$MAZURKA" check --max-executions=9 --checkpoint=kept ./fib
refused '--max-executions is not for mpirun' resume --max-executions=9 kept
rm kept
# Help is no failure.
run 0 ranks 2 "$MAZURKA" check --help
contains .err improperly && failed 'mpirun takes help for a failure'

# A rank that cannot take part ends all, and it is said which: of two the first,
# or the second.
host=$(hostname)
ends() { # ends STATUS TEXT WORD...: what one is begun by
    run "$1" timeout 20 mpirun --oversubscribe -n 1 "${@:3}" "$MAZURKA" \
        check ./fib : -n 1 "$MAZURKA" check ./fib
    says "mazurka: $2"
    run "$1" timeout 20 mpirun --oversubscribe -n 1 "$MAZURKA" check ./fib : \
        -n 1 "${@:3}" "$MAZURKA" check ./fib
    says "mazurka: rank 1, on $host: $2"
}
ends 1 'cannot have' sh -c 'ulimit -v 6000000 && exec "$@"' sh
ends 1 'the checked process has no room' \
    sh -c 'ulimit -v 50000000 && exec "$@"' sh

# What a supervisor hears of children when its process has ended is nothing.
timeout 20 mpirun --oversubscribe -n 2 "$MAZURKA" check --timeout=0.5 \
    ./endless >.out 2>.err </dev/null &
timeout=$!
mpirun_runs() {
    mpirun=$(child_of $timeout mpirun)
}
wait_until 20 mpirun_runs || failed 'mpirun does not run'
wait_until 20 searches || failed 'no rank searches'
while kill -CHLD "$other" 2>/dev/null; do
    :
done
wait $timeout
[ $? -eq 3 ] || failed 'not ended by its limit'

# Without a limit of the stack libraries lie where they do with one.
(ulimit -s unlimited) 2>/dev/null &&
    run 0 ranks 1 "$MAZURKA" check ./fib : -n 1 sh -c \
        'ulimit -s unlimited && exec "$0" check ./fib' "$MAZURKA"
# And where addresses are random, as the rules of a container want it.
write_random random.c
cc random.c -o random || failed 'no compiler'
run 0 ranks 1 "$MAZURKA" check ./fib : -n 1 ./random "$MAZURKA" check ./fib
# Threads have less room for their heaps, which lie elsewhere.
run 1 ranks 1 "$MAZURKA" check ./fib : -n 1 sh -c \
    'ulimit -v 300000000 && exec "$0" check ./fib' "$MAZURKA"
says 'the same ulimit -v'
# Elsewhere another program has that name.
if unshare -m true 2>/dev/null; then
    run 1 ranks 1 "$MAZURKA" check ./fib : -n 1 unshare -m sh -c \
        'mount --bind count fib && exec "$0" check ./fib' "$MAZURKA"
    says 'mazurka: rank 1 does not have the program and libraries of the others'
    mkdir empty there
    cp fib there
    run 2 ranks 1 "$MAZURKA" check there/fib : -n 1 unshare -m sh -c \
        'mount --bind empty there && exec "$0" check there/fib' "$MAZURKA"
    says "mazurka: rank 1, on $host: there/fib: No such file or directory"
fi
wait_until 20 alone || failed 'something still runs'
wait_until 20 nothing_left
