#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# OpenMP as gcc has it: its runtime is one of ours, part of the program.
. "$(dirname "$0")/frame"
export CC=gcc

# build NAME FLAGS...
build() {
    local name=$1
    shift
    "$MAZURKA" cc -g -fopenmp "$@" "$name.c" -o "$name" ||
        failed "$name does not compile"
}

# program NAME FLAGS...: what is read is its source, behind the usual headers.
program() {
    { printf '#include <assert.h>\n#include <omp.h>\n'; cat; } >"$1.c"
    build "$@"
}

# Two additions, in either order; and who of two takes which iteration.
program reduction <<'END'
int main(void)
{
    int n = 0;
#pragma omp parallel reduction(+ : n)
    n += omp_get_num_threads();
    assert(n == 4);
}
END
run 0 "$MAZURKA" check ./reduction
prints 'all executions explored: 2 executions'
run 42 env OMP_NUM_THREADS=1 "$MAZURKA" check ./reduction
program dynamic <<'END'
int main(void)
{
    int taken[3] = {0}, by[2] = {0};
#pragma omp parallel for schedule(dynamic) num_threads(2)
    for (int i = 0; i < 3; i++) {
        taken[i]++;
        by[omp_get_thread_num()]++;
    }
    assert(taken[0] == 1 && taken[1] == 1 && taken[2] == 1);
    assert(by[0] < 3);
}
END
run 42 "$MAZURKA" check ./dynamic
prints 'assertion failed: by[0] < 3'

# Each way to be alone, and what is left to each thread from region to region.
program alone <<'END'
static int count, named, wide, private_count;
static long double sum;
#pragma omp threadprivate(private_count)
int main(void)
{
    int once = 0, given;
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(2) private(given)
    {
        private_count = omp_get_thread_num() + 5;
#pragma omp critical
        count++;
#pragma omp critical(name)
        named++;
#pragma omp atomic
        sum += 1;
        omp_set_lock(&lock);
        wide++;
        omp_unset_lock(&lock);
#pragma omp single copyprivate(given)
        given = ++once;
        assert(given == 1);
    }
    omp_destroy_lock(&lock);
#pragma omp parallel num_threads(2)
    assert(private_count == omp_get_thread_num() + 5);
    assert(count == 2 && named == 2 && wide == 2 && once == 1 && sum == 2);
}
END
run 0 "$MAZURKA" check ./alone
prints 'all executions explored'

# Sections that take two locks in different orders.
program crossed <<'END'
int main(void)
{
    omp_lock_t a, b;
    omp_init_lock(&a);
    omp_init_lock(&b);
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            omp_set_lock(&a);
            omp_set_lock(&b);
            omp_unset_lock(&b);
            omp_unset_lock(&a);
        }
#pragma omp section
        {
            omp_set_lock(&b);
            omp_set_lock(&a);
            omp_unset_lock(&a);
            omp_unset_lock(&b);
        }
    }
}
END
run 42 "$MAZURKA" check ./crossed
prints 'crossed.c:13: error: deadlock: 2 threads wait for a mutex'
prints 'locked at crossed.c:19'

# A loop's variable that nobody has made private; nowait; a missing taskwait.
program shared <<'END'
int main(void)
{
    int sum = 0;
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 4; i++)
        sum += i;
    return sum != 6;
}
END
run 42 "$MAZURKA" check ./shared
prints 'shared.c:8: error: data race'
program nowait -DNOWAIT=nowait <<'END'
int main(void)
{
    int a[2] = {0}, b[2] = {0};
#pragma omp parallel num_threads(2)
    {
#pragma omp for NOWAIT
        for (int i = 0; i < 2; i++)
            a[i] = 1;
#pragma omp for
        for (int i = 0; i < 2; i++)
            b[i] = a[1 - i];
    }
    return b[0] + b[1] != 2;
}
END
run 42 "$MAZURKA" check ./nowait
prints 'nowait.c:10: error: data race on a[0]'
build nowait -DNOWAIT=
run 0 "$MAZURKA" check ./nowait

program tasks -DWAIT='_Pragma("omp taskwait")' <<'END'
static int fib(int n)
{
    int a, b;
    if (n < 2)
        return n;
#pragma omp task shared(a)
    a = fib(n - 1);
#pragma omp task shared(b)
    b = fib(n - 2);
    WAIT
    return a + b;
}
int main(void)
{
    int result = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    result = fib(2);
    assert(result == 1);
}
END
run 0 "$MAZURKA" check ./tasks
prints 'all executions explored'
build tasks -DWAIT=
run 42 "$MAZURKA" check ./tasks

# Dependences order tasks; without them they are not ordered.
program depends -DIN='depend(in : x)' <<'END'
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task shared(x) depend(out : x)
        x = 1;
#pragma omp task shared(x, y) IN
        y = x;
    }
    assert(y == 1);
}
END
run 0 "$MAZURKA" check ./depends
prints 'all executions explored'
build depends -DIN=
run 42 "$MAZURKA" check ./depends
prints 'depends.c:12: error: data race'

# Iterations in order; a loop in a loop; a region in a region.
program ordered <<'END'
int main(void)
{
    int last = -1;
#pragma omp parallel for ordered schedule(dynamic) num_threads(2)
    for (int i = 0; i < 3; i++) {
#pragma omp ordered
        {
            assert(last == i - 1);
            last = i;
        }
    }
#pragma omp parallel num_threads(2)
    {
        int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
        sum += omp_get_num_threads() * omp_get_level();
        assert(sum == 2);
    }
}
END
run 0 "$MAZURKA" check ./ordered
prints 'all executions explored'

# All constructs, natively, as with libgomp.
"$MAZURKA" cc -g -O1 -fopenmp "$here/openmp_native.c" -o native
run 0 ./native
prints ok

# Where memory is weak: barriers and critical sections order what they are to,
# and what a program publishes by itself needs its orders.
for order in release relaxed; do
    program weak -DORDER=memory_order_$order <<'END'
#include <stdatomic.h>
static atomic_int flag;
static int data, sum, seen;
int main(void)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num()) {
            data = 1;
            atomic_store_explicit(&flag, 1, ORDER);
        } else if (atomic_load_explicit(&flag, memory_order_acquire)) {
            seen = data;
        }
#pragma omp barrier
#pragma omp critical
        sum += data;
    }
    assert(sum == 2);
    return seen > 1;
}
END
    status=$([ $order = release ] && echo 0 || echo 42)
    run $status "$MAZURKA" check --memory-model=rc11 ./weak
done
prints 'data race on data'

# What is not there is told, not left out.
program detached <<'END'
int main(void)
{
    omp_event_handle_t event;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task detach(event)
    omp_fulfill_event(event);
}
void omp_fulfill_event(omp_event_handle_t event)
{
    (void)event;
}
END
run 2 "$MAZURKA" check ./detached
says 'unsupported: OpenMP with tasks that are detached'
cat >target.c <<'END'
int main(void)
{
    int n = 0;
#pragma omp target map(n)
    n = 1;
    return n != 1;
}
END
run 1 "$MAZURKA" cc -fopenmp target.c -o target
says 'GOMP_target_ext'
nothing_left
