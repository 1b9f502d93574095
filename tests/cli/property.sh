#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --property: only what violates it is an error, and all that can come before an
# end that is none is explored.
. "$(dirname "$0")/frame"

cat >ends.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void reach_error(void)
{
}
static int x, y;
static void *end(void *unused)
{
    FIRST;
    return unused;
}
static void *go_on(void *unused)
{
    SECOND;
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, end, NULL);
    pthread_create(&b, NULL, go_on, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return STATUS;
}
END
# check STATUS PROPERTY FIRST SECOND [OPTION...]
check() {
    local status=$1 property=$2 first=$3 second=$4
    shift 4
    run "$status" "$MAZURKA" check ${property:+--property=$property} \
        -DSTATUS=${main:-0} -DFIRST="$first" -DSECOND="$second" "$@" ends.c
}
main=0

# The same, compiled once for all algorithms: what is not `safe` so.
check_again() {
    local status=$1 property=$2 first=$3 second=$4 name
    shift 4
    name=$(tr -c 'a-z0-9' _ <<<"$first $second")
    [ -e "$name" ] || "$MAZURKA" cc -g -DSTATUS=0 -DFIRST="$first" \
        -DSECOND="$second" ends.c -o "$name" || failed 'does not compile'
    run "$status" "$MAZURKA" check --property="$property" "$@" "./$name"
}

# What ends the process does not hide what others do before it.
for algorithm in naive dpor source optimal pop qpor random; do
    for first in 'abort()' 'exit(1)' 'x = 1; abort()'; do
        check_again 42 unreach-call "$first" 'reach_error()' --algorithm=$algorithm
        prints 'error: reach_error is called [assertion]'
        [ $algorithm = random ] ||
            check 0 unreach-call "$first" 'y = 1' --algorithm=$algorithm
    done
    check_again 42 unreach-call 'x = 1; abort()' 'assert(!x)' --algorithm=$algorithm
    prints 'error: assertion failed: !x [assertion]'
    check_again 42 no-data-race 'x = 1; assert(0)' 'x = 2' --algorithm=$algorithm
    prints 'error: data race on x'
    [ $algorithm = random ] ||
        check 0 no-data-race 'reach_error()' 'abort()' --algorithm=$algorithm
done

# No violations: a deadlock, an exit status; unless nothing was asked for.
cat >locks.c <<'END'
#include <pthread.h>
int main(void)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    return 0;
}
END
for property in unreach-call no-data-race; do
    run 0 "$MAZURKA" check --property=$property locks.c
    main=1 check 0 $property 'x = 1' 'y = 1'
done
run 42 "$MAZURKA" check locks.c
main=1 check 42 '' 'x = 1' 'y = 1'
check 42 '' 'x = 1' 'abort()'

# Plain accesses are interleaved, or race.
check 42 unreach-call 'x = 1; x = 0' 'assert(!x)'
check 42 no-data-race 'x = 1; x = 0' 'y = x'

# Nor does reach_error hide what comes after it, where that may return.
check 42 no-data-race 'reach_error(); x = 1' 'x = 2'
prints 'error: data race on x'

# Errors of another kind are told, but are no violation, and hide none.
twice='void *p = malloc(1); free(p); free(p)'
for property in unreach-call no-data-race; do
    check 3 $property '' "$twice"
    for how in --algorithm={naive,source,pop,qpor} -j2 --isolation=fork; do
        check_again 3 $property '' "$twice" $how
        prints 'stopped: double free of a block of 1 byte'
        prints 'stopped at a limit (another-error)'
    done
done
check 42 valid-memsafety 'x = 1' "$twice"
prints '[memory]'
check 3 valid-memsafety '' 'pthread_mutex_t m; pthread_mutex_unlock(&m)'
check 3 unreach-call '' 'volatile int *p = 0; *p = 1'
check 42 valid-memsafety '' 'volatile int *p = 0; *p = 1'
misuse='static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; if (!x) pthread_mutex_unlock(&m)'
for how in --algorithm=naive --algorithm=pop --algorithm=qpor -j2 \
    --isolation=fork '--algorithm=random --max-executions=1000'; do
    check_again 42 unreach-call 'x = 1' "$misuse; else reach_error()" $how
    prints 'error: reach_error is called [assertion]'
    check_again 42 unreach-call 'x = 1' "x = !x; $misuse; else reach_error()" \
        $how
    prints 'error: reach_error is called [assertion]'
    check_again 3 unreach-call 'x = 1' "$misuse" $how
    prints '[misuse]'
done
check 42 '' '' "$misuse"
check 42 unreach-call 'x = 1' "$misuse; else reach_error()"
check 3 unreach-call 'x = 1' "$misuse"
cat >early.cc <<'END'
#include <cstdlib>
static struct early { early() { std::exit(3); } } early;
int main() {}
END
run 3 "$MAZURKA" check --property=unreach-call early.cc
run 42 "$MAZURKA" check early.cc
check 3 valid-memsafety 'x = 1' 'y = 1'
prints 'all executions explored, but not all memory errors are looked for: '
prints 'hint: what goes beyond a variable into another one'

# Termination: a loop that waits for what nobody will do, a deadlock. Safe only if
# nobody waits in a loop: that another thread ends it is a question of fairness.
printf 'CHECK( init(main()), LTL(F end) )\n' >end.prp
check 42 end.prp 'x = 1' 'while (!y) ;'
prints '[deadlock]'
check 42 end.prp 'x = 1' 'if (x) for (;;) y = !y'
prints '[loop]'
check 3 end.prp 'x = 1' 'while (!x) ;'
prints 'all executions explored, but that loops that wait end is not shown: '
cat >left.c <<'END'
#include <pthread.h>
static int x;
static void *spin(void *unused)
{
    while (!x)
        ;
    return unused;
}
int main(void)
{
    pthread_t t;
    return pthread_create(&t, NULL, spin, NULL);
}
END
run 3 "$MAZURKA" check --property=termination left.c
for how in '' -j2 --isolation=fork --algorithm=source; do
    check 0 end.prp 'x = 1' 'for (y = 0; y < 3 && !x; ) y++' $how
    check 3 end.prp 'x = 1' 'while (!x) ;' $how
done
check 0 end.prp 'abort()' 'assert(0)'
check 3 end.prp 'abort()' 'for (;;) ;' --watchdog=0.3
prints '(another-error)'
check 3 end.prp 'abort()' 'for (;;) y = !y' --max-events=1000
check 3 end.prp 'reach_error()' "$twice"
prints '(another-error)'
main=0 run 42 "$MAZURKA" check --property=termination locks.c
prints '[deadlock]'

# No execution comes to its end: that holds of none, and is said.
check 0 unreach-call 'mz_assume(x)' 'y = 1' -include mazurka.h
prints 'note: no execution comes to its end: each stops at an assumption'
check 3 '' 'mz_assume(x)' 'y = 1' -include mazurka.h
prints 'all executions explored, but none comes to its end: '
check 0 unreach-call 'mz_assume(!x)' 'y = 1' -include mazurka.h
contains "$work/.out" 'no execution comes' && failed 'that is not so'

# Overflows: of an operation whose result has a signed type; other undefined
# behaviour ends the execution. gcc folds some operations before they are checked.
printf 'CHECK( init(main()), LTL(G ! overflow) )\n' >overflow.prp
cat >operations.c <<'END'
#include <stdlib.h>
#define NO __attribute__((EXEMPT))
NO static int more(int x) { return x + 1; }
void reach_error(void) {}
static int m = 2147483647;
int main(void)
{
    int x = m;
    reach_error();
    return (OPERATION) != 0 && more(0) == 2;
}
END
# operation STATUS C [OPTION...]
operation() {
    local status=$1 text=$2
    shift 2
    run "$status" "$MAZURKA" check --property=overflow.prp \
        -DOPERATION="$text" -DEXEMPT=unused "$@" operations.c
}
operation 42 'x += 1'
prints "error: integer overflow: 2147483647 + 1 in 'int' [undefined-behaviour]"
operation 3 'x + 1u'
prints 'all executions explored, but not all operations are checked: '
prints 'CC=clang'
if command -v clang >/dev/null; then
    export CC=clang
    for text in 'x + 1 > x' '(x - m + 1) << 31' '(-x - 1) / -1' \
        '-(-x - 1)' '(x + 10) - 10' '0 * (x + 1)' '(char)(x * 3)' \
        '({ _Atomic int a = x; a++; })' '({ _Atomic short s = 1; s += x; 1; })'; do
        operation 42 "$text"
        prints 'error: integer overflow: '
    done
    for text in '-x << 1' '1 << (x - m + 32)' '1 / (x - m)'; do
        operation 3 "$text"
    done
    for text in '2147483647 + 1' '1 << 31'; do
        operation 2 "$text" # folded, in a condition
    done
    operation 0 'x + 1u + (char)200 + (abort(), 1)'
    operation 0 'abort(), x + 1'
    for text in '({ int __attribute__((vector_size(8))) v = {x}; (v + v)[0]; })' \
        '({ _Complex int z = x; __real__(z + z); })' '__real__(1i + x)'; do
        operation 2 "$text" # of these the checks say nothing
    done
    mkdir system
    echo 'static int one(void) { int a[] = {2147483647 + 1}; return *a; }' \
        >system/one.h
    operation 2 'one()' -isystem system -include one.h
    says 'overflow in expression'
    # Folded by clang, without a warning.
    operation 2 '({ int a[2] = {-(-2147483647 - 1), 2}; a[0]; })' -Wno-overflow
    says 'gcc, which tells of constants that overflow'
    echo 'int main(int i, char **a) { return (i + 2147483647) / 2 == 1; }' >text.i
    run 42 "$MAZURKA" check --property=overflow.prp text.i
    unset CC
fi
operation 2 'x + 1' -UEXEMPT '-DEXEMPT=no_sanitize("undefined")'
says 'operations.c:3: with `no_sanitize` an overflow could be missed'
for option in -w -fwrapv -fno-sanitize=undefined -ldl -fno-strict-overflow; do
    operation 2 x $option
    says "with $option an overflow could be missed"
done
run 0 "$MAZURKA" cc -w -DOPERATION=x -DEXEMPT=unused operations.c -o program
refuses 2 'name source files in C' "$MAZURKA" check --property=no-overflow \
    ./program
refuses 2 'contradict each other' \
    "$MAZURKA" check --property=no-overflow --plain=check locks.c

# Files of the competition; a report names the property, and is replayed by it.
printf 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n' >unreach.prp
printf 'CHECK( init(main()), LTL(G ! data-race) )\n\n' >race.prp
for what in free deref memtrack; do
    printf 'CHECK( init(main()), LTL(G valid-%s) )\n' $what
done >memory.prp
check 0 race.prp 'reach_error()' 'y = 1'
check 3 memory.prp 'reach_error()' 'y = 1'
check 42 unreach.prp 'abort()' 'reach_error()' --format=json --output=found.json
grep -q '"property": "unreach-call"' found.json || failed 'not told'
run 42 "$MAZURKA" replay found.json
prints 'error: reach_error is called [assertion]'

cat unreach.prp race.prp >both.prp
printf 'CHECK( init(main()), LTL(G valid-memcleanup) )\n' >cleanup.prp
: >empty.prp
refuses 2 'of properties there are unreach-call, no-data-race, valid-memsafety' \
    "$MAZURKA" check --property=cleanup.prp locks.c
head -n 2 memory.prp >part.prp
refuses 2 'valid-deref and valid-memtrack together' \
    "$MAZURKA" check --property=part.prp locks.c
refuses 2 'ask for one of them' "$MAZURKA" check --property=both.prp locks.c
refuses 2 'no property in it' "$MAZURKA" check --property=empty.prp locks.c
refuses 2 'choose unreach-call' "$MAZURKA" check --property=speed locks.c
refuses 2 'or the name of a file' "$MAZURKA" check --property= locks.c
refuses 2 'Is a directory' "$MAZURKA" check --property=. locks.c
refuses 2 'contradict each other' \
    "$MAZURKA" check --property=unreach-call --plain=check locks.c
nothing_left
