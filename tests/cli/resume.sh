#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A search that is stopped goes on as if it had not been: same counts, verdict,
# errors. Files that are not what they were are refused, and nothing is lost.
. "$(dirname "$0")/frame"
compared='verdict executions blocked assume_blocked loop_blocked deadlocked '
compared+=events
programs=$root/tests/programs

# same EACH JOBS OPTION... PROGRAM: after each so many executions it is stopped.
same() {
    local each=$1 jobs=$2 whole sessions=1 status=0
    shift 2
    "$MAZURKA" check --format=json --critical=off "$@" >.out 2>.err
    whole="$? $(figures $compared)"
    rm -f kept
    command="resume after each $each executions: $*"
    "$MAZURKA" check --format=json --critical=off --checkpoint=kept \
        --max-executions="$each" "$@" >.out 2>.err || status=$?
    while [ -e kept ]; do
        [ "$status" -eq 3 ] || [ "$status" -eq 42 ] || failed "status $status"
        says 'mazurka resume kept'
        status=0
        "$MAZURKA" resume -j $((1 + sessions % jobs)) \
            --max-executions="$each" kept >.out 2>.err || status=$?
        sessions=$((sessions + 1))
        [ "$sessions" -le 70 ] || failed 'has no end'
    done
    [ "$status $(figures $compared)" = "$whole" ] ||
        failed "$status $(figures $compared), not $whole"
    [ "$sessions" -gt 2 ] || failed 'was never stopped'
}

built -DN=4 "$root/bench/programs/fib_bench.c" -o fib
same 400 3 ./fib
same 5000 2 --memory-model=rc11 ./fib
built "$programs/verifier_atomic_function.c" -o block
same 1 1 ./block
write_count count.c
built -DMOST=3 count.c -o count
same 7 2 --keep-going ./count
cat >choices.c <<'END'
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *unused)
{
    int chosen = mz_choose(3);

    pthread_mutex_lock(&m);
    x += chosen + mz_choose(2);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(x != 5 || mz_choose(2));
    return 0;
}
END
built choices.c -o choices
same 4 2 --keep-going ./choices

# Loops that wait are learnt of, and how they are to be looked at after a trylock
# has failed.
cat >tried.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *waits(void *unused)
{
    while (!flag)
        ;
    if (!pthread_mutex_trylock(&m))
        pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, waits, NULL);
    flag = 1;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END
built tried.c -o tried
same 2 1 ./tried

# Another input makes it another program: what was explored says nothing of it.
cat >input.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x;
static int most;
static void *add(void *unused)
{
    for (int i = 0; i < most; i++)
        x++;
    return unused;
}
int main(void)
{
    FILE *input = fopen("input", "r");
    pthread_t a, b;

    if (!input || fscanf(input, "%d", &most) != 1)
        return 1;
    fclose(input);
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
END
built input.c -o input_reader
for jobs in 1 3; do
    echo 5 >input
    same 99 $jobs ./input_reader
    run 3 "$MAZURKA" check --checkpoint=kept --max-executions=99 ./input_reader
    for other in 4 6; do
        echo $other >input
        cp kept other
        refuses 1 'what it reads, a file, say, must be what it was' \
            "$MAZURKA" resume -j $jobs other
        cmp -s kept other || failed 'the file is another one'
    done
    rm kept other
done

# What is left holds addresses, as places and as values: of a variable, a
# function, a stack, the heap, the environment, libc. They are what they were,
# whatever the process that goes on is begun with.
built "$root/tests/cli/places.c" -o places
run 0 "$MAZURKA" check --format=json ./places
whole=$(figures $compared)
run 3 "$MAZURKA" check --checkpoint=kept --max-executions=9 ./places
has_no_limit() {
    (ulimit -s unlimited && exec "$@")
}
goes_on() {
    cp kept other
    run 0 "$@" "$MAZURKA" resume --format=json --max-executions=9999 other
    [ "$(figures $compared)" = "$whole" ] || failed "not $whole"
}
goes_on setarch --addr-no-randomize
goes_on setarch --addr-compat-layout
# Where that cannot be: the kernel puts everything somewhere else.
write_random random.c
cc random.c -o random || failed 'no compiler'
goes_on ./random
goes_on ./random
run 3 ./random "$MAZURKA" check --checkpoint=random.kept --max-executions=9 \
    ./places
mv random.kept kept
goes_on
goes_on ./random
# The list of libraries of another machine is larger: it is mapped meanwhile.
if unshare -m true 2>/dev/null; then
    cp /etc/ld.so.cache larger
    head -c 50000 /dev/zero >>larger
    goes_on unshare -m sh -c \
        'mount --bind larger /etc/ld.so.cache && exec "$@"' sh
fi
# Where threads have less room for their heaps these lie elsewhere.
cp kept other
(ulimit -v 300000000 && refuses 1 'ulimit -v must be what it was' \
    "$MAZURKA" resume other) || exit 1
cmp -s kept other || failed 'the file is another one'
goes_on env -i HOME=/nowhere
# On another processor main's own storage would lie elsewhere, if the loader knew
# what it can do: it is not told, and the program does not see that.
cat >cpu.c <<'END'
#include <assert.h>
#include <stdlib.h>
#include <sys/platform/x86.h>
int main(int argc, char **argv)
{
    const char *own = getenv("GLIBC_TUNABLES");

    assert(argc == 3 && CPU_FEATURE_ACTIVE(POPCNT) == atoi(argv[1]));
    assert(!own == !atoi(argv[2]));
    return 0;
}
END
built cpu.c -o cpu
trusted=--trust=__x86_get_cpuid_feature_leaf
if grep -qw popcnt /proc/cpuinfo; then
    run 0 "$MAZURKA" check $trusted ./cpu -- 1 0
    run 0 env GLIBC_TUNABLES=glibc.malloc.check=0 \
        "$MAZURKA" check $trusted --checkpoint=cpu.kept ./cpu -- 1 1
fi
run 0 "$MAZURKA" check $trusted --checkpoint=cpu.kept ./cpu -- 0 0
goes_on env MORE="$(printf '%090000d' 0)"
if (ulimit -s unlimited) 2>/dev/null; then
    goes_on has_no_limit
    # The program itself has it.
    run 0 has_no_limit "$MAZURKA" check ./places -- 0xffffffffffffffff
fi

# Each so often a process takes the place of another: together they run no more
# executions than they may. A search that met a bound is over, too.
run 3 "$MAZURKA" check --format=json --checkpoint=kept:0.001 \
    --max-executions=300 ./fib
[ "$(field executions)" -eq 300 ] || failed 'not 300 executions'
says 'go on with'
run 3 "$MAZURKA" resume --format=json --max-executions=200 kept
[ "$(field executions)" -eq 500 ] || failed 'not 500 executions'
rm kept
run 3 "$MAZURKA" check --format=json --checkpoint=kept --max-events=12 ./tried
[ ! -e kept ] || failed 'kept, and nothing is left'

# Memory that was written before main is in huge pages, where the kernel has them,
# so that processes come and go soon; it is the same in each execution.
cat >filled.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
enum { SIZE = 9 << 20 };
static char global[SIZE];
static char *heap;
static atomic_int turns;
__attribute__((constructor)) static void fill(void)
{
    heap = memset(malloc(SIZE), 1, SIZE);
    memset(global, 1, SIZE / 2);
}
static void *add(void *number)
{
    for (int i = 0; i < TURNS; i++) {
        size_t at = (size_t)turns++ * 70000 + (size_t)number;

        if (heap[at] != 1 || global[at] != (at < SIZE / 2))
            abort();
        heap[at] = global[at] = 3;
    }
    return NULL;
}
int main(void)
{
    pthread_t t[3];

    for (size_t i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, add, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return heap[SIZE - 1] != 1 || global[SIZE - 1];
}
END
built -DTURNS=2 filled.c -o filled
same 9 2 ./filled
cat >collapse.c <<'END'
#include <string.h>
#include <sys/mman.h>
int main(void)
{
    char *got = mmap(NULL, 4 << 20, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *huge = got + (-(unsigned long)got & ((2 << 20) - 1));

    memset(got, 1, 4 << 20);
    return madvise(huge, 2 << 20, MADV_HUGEPAGE) ||
           madvise(huge, 2 << 20, 25 /* MADV_COLLAPSE */);
}
END
cc collapse.c -o collapse
if ./collapse; then
    built -DTURNS=30 filled.c -o filled
    "$MAZURKA" check --checkpoint=of_filled:60 --timeout=20 ./filled >.out \
        2>.err &
    supervisor=$!
    has_huge_pages() {
        local process
        process=$(child_of $supervisor filled) &&
            grep -q 'AnonHugePages: *[1-9]' "/proc/$process/smaps"
    }
    wait_until 15 has_huge_pages || failed 'no huge pages'
    kill -INT $supervisor
    wait $supervisor
    rm -f of_filled
fi

# By time, by Ctrl-C; also kept meanwhile, and then killed.
write_endless endless.c
built endless.c -o endless
run 3 "$MAZURKA" check --timeout=0.3 --checkpoint=kept ./endless
says 'go on with'
cp kept first
searches() {
    local all
    all=$(cat "/proc/$1/task/$1/children") && [ -n "$all" ]
}
"$MAZURKA" resume --checkpoint=other:0.1 kept >.out 2>.err &
wait_until 20 test -e other || failed 'is not kept meanwhile'
kill -KILL $!
wait $! 2>/dev/null
cmp -s first kept || failed 'the file before is gone'
run 3 "$MAZURKA" resume --format=json --max-executions=1 other
[ "$(field executions)" -gt 1 ] || failed 'nothing was kept'
# The program runs up to main once: the process that has done so stays.
"$MAZURKA" check --checkpoint=stays:0.01 ./endless >.out 2>.err &
supervisor=$!
for i in 1 2 3 4; do
    rm -f stays
    wait_until 20 test -e stays || failed 'is not kept meanwhile'
    now=$(child_of $supervisor endless) || failed 'there is no process'
    [ "$now" = "${first:=$now}" ] || failed 'another process'
done
kill -INT $supervisor
wait $supervisor
[ $? -eq 130 ] || failed 'not ended by Ctrl-C'
# The next process would run another program.
cp endless moved
"$MAZURKA" check --checkpoint=of_moved:0.05 ./moved >.out 2>.err &
wait_until 20 test -e of_moved || failed 'is not kept meanwhile'
cp count new
mv new moved
wait $!
[ $? -eq 1 ] || failed 'goes on with another program'
says 'moved has changed since the search was begun'
# So does it if that had come before the search was kept first: be it the
# program, or a library of its.
echo 'int f(void) { return 0; }' >f.c
built -shared -fPIC f.c -o libf.so
built endless.c -o early -Wl,--no-as-needed ./libf.so
works() {
    local process
    process=$(child_of "$1" early) && searches "$process"
}
# Or before it has been loaded.
cat >before.c <<'END'
#include <unistd.h>
static void wait_for_go(void)
{
    while (access("go", F_OK))
        usleep(1000);
}
__attribute__((section(".preinit_array"), used)) static void (*first)(void) =
    wait_for_go;
END
built endless.c before.c -o early
"$MAZURKA" check --checkpoint=of_early:0.1 --timeout=9 ./early >.out 2>.err &
is_begun() {
    child_of $! early >.child
}
wait_until 20 is_begun || failed 'is not begun'
cp early new
mv new early
printf 'other' >>early
touch go
wait $!
[ $? -eq 1 ] || failed 'goes on with what has replaced it'
says 'early has changed since the search was begun'
rm of_early
built endless.c -o early -Wl,--no-as-needed ./libf.so
for file in early libf.so; do
    "$MAZURKA" check --checkpoint=of_early --timeout=60 ./early >.out 2>.err &
    wait_until 20 works $! || failed 'does not search'
    sleep 0.3
    cp $file new
    printf 'other' >>new
    mv new $file
    kill -INT $!
    wait $!
    [ $? -eq 130 ] || failed 'not ended by Ctrl-C'
    refuses 2 "$file has changed since" "$MAZURKA" resume of_early
    rm of_early
done
env --default-signal "$MAZURKA" resume --timeout=60 kept >.out 2>.err &
wait_until 20 searches $! || failed 'does not search'
sleep 0.2
kill -INT $!
wait $!
[ $? -eq 130 ] || failed 'not ended by the signal'
says 'go on with'

# What is refused: the file stays as it was.
head -c 30000 kept >short
refuses 2 'damaged, or was cut short' "$MAZURKA" resume short
cp kept changed
printf 'x' | dd of=changed bs=1 seek=20000 conv=notrunc 2>/dev/null
refuses 2 'damaged, or was cut short' "$MAZURKA" resume changed
cp kept older
printf '\006' | dd of=older bs=1 seek=16 conv=notrunc 2>/dev/null
refuses 2 'older was written by another version of mazurka' \
    "$MAZURKA" resume older
refuses 2 'is no file that --checkpoint' "$MAZURKA" resume endless.c
refuses 2 'cannot read nothing' "$MAZURKA" resume nothing
refuses 2 'name one file' "$MAZURKA" resume
refuses 2 '--plain is settled' "$MAZURKA" resume --plain=ignore kept
refuses 2 'it is no search' "$MAZURKA" check --checkpoint=endless.c ./endless
refuses 2 'a program that stays' "$MAZURKA" check --checkpoint=kept endless.c
refuses 2 'is for pop' "$MAZURKA" check --checkpoint=new --algorithm=source \
    ./endless
refuses 2 'contradict' "$MAZURKA" check --checkpoint=new --isolation=fork \
    ./endless
mkdir elsewhere
cd elsewhere
refuses 2 'was begun in' "$MAZURKA" resume ../kept
cd ..
built -DN=5 endless.c -o endless
echo >>endless
refuses 2 'endless has changed since' "$MAZURKA" resume kept
[ ! -e new ] || failed 'a file is left of what was refused'
nothing_left
