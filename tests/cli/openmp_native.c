/* SPDX-License-Identifier: Apache-2.0 */
/* Each construct of OpenMP with one to five threads, run natively: what it does
 * does not depend on who does it. */
#include <assert.h>
#include <limits.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

#define N 103

static int hit[N];
static void check(int n)
{
    for (int i = 0; i < n; i++) {
        assert(hit[i] == 1);
    }
    memset(hit, 0, sizeof hit);
}

#define PRAGMA(x) _Pragma(#x)
#define FOR(...)                                                              \
    PRAGMA(omp parallel for __VA_ARGS__)                                      \
    for (int i = 0; i < N; i++) {                                             \
        PRAGMA(omp atomic)                                                    \
        hit[i]++;                                                             \
    }                                                                         \
    check(N);

#define LOOP(I, loop, ...)                                                    \
    PRAGMA(omp taskloop __VA_ARGS__)                                          \
    loop {                                                                    \
        PRAGMA(omp atomic)                                                    \
        hit[I]++;                                                             \
    }                                                                         \
    check(N);

static void check_taskloops(void)
{
    static const unsigned long long most = ULLONG_MAX - N;
    int last = -1;

    LOOP(i, for (int i = 0; i < N; i++))
    LOOP(i, for (int i = 0; i < N; i++), grainsize(7))
    LOOP(i, for (int i = 0; i < N; i++), grainsize(200))
    LOOP(i, for (int i = 0; i < N; i++), grainsize(strict : 7))
    LOOP(i, for (int i = 0; i < N; i++), num_tasks(400))
    LOOP(i, for (int i = N - 1; i >= 0; i--), num_tasks(strict : 5))
    LOOP(i / 2, for (long i = 2 * N - 2; i >= 0; i -= 2), num_tasks(5))
    LOOP(i - 1, for (unsigned long long i = N; i > 0; i--), grainsize(2))
    LOOP(i - most, for (unsigned long long i = most; i < ULLONG_MAX; i++))
    LOOP(i, for (int i = 0; i < N; i++), if (0))
    LOOP(i, for (int i = 0; i < N; i++), final(1))
#pragma omp taskloop lastprivate(last)
    for (int i = 0; i < N; i++)
        last = i;
    assert(last == N - 1);
#pragma omp taskloop
    for (int i = 0; i < 0; i++)
        assert(0);
}

static int tp;
#pragma omp threadprivate(tp)
int main(void)
{
    for (int t = 1; t < 6; t++) {
        omp_set_num_threads(t);
        FOR()
        FOR(schedule(static, 1))
        FOR(schedule(static, 7))
        FOR(schedule(dynamic))
        FOR(schedule(dynamic, 9))
        FOR(schedule(guided))
        FOR(schedule(guided, 4))
        FOR(schedule(runtime))
        FOR(schedule(auto))
        FOR(schedule(monotonic : dynamic, 3))
        FOR(schedule(nonmonotonic : guided, 3))
        omp_set_schedule(omp_sched_static, 0);
        FOR(schedule(runtime))
        omp_set_schedule(omp_sched_guided, 2);
        FOR(schedule(runtime))
        omp_set_schedule(omp_sched_auto, 0);
        FOR(schedule(runtime))
        omp_set_schedule(omp_sched_static, 5);
        FOR(schedule(runtime))
        omp_set_schedule(omp_sched_dynamic, 1);
#pragma omp parallel
        {
#pragma omp for schedule(dynamic, 2)
            for (int i = N - 1; i >= 0; i -= 1) {
#pragma omp atomic
                hit[i]++;
            }
#pragma omp single
            check(N);
#pragma omp for schedule(static, 3) nowait
            for (long i = N - 1; i >= 0; i -= 2) {
#pragma omp atomic
                hit[i]++;
            }
#pragma omp for schedule(guided)
            for (unsigned long long i = 1; i < N; i += 2) {
#pragma omp atomic
                hit[i]++;
            }
#pragma omp single
            check(N);
#pragma omp for schedule(dynamic)
            for (unsigned long long i = N; i > 0; i--) {
#pragma omp atomic
                hit[i - 1]++;
            }
#pragma omp single
            check(N);
#pragma omp for schedule(dynamic, 4)
            for (unsigned long long i = ULLONG_MAX - N; i < ULLONG_MAX; i++) {
#pragma omp atomic
                hit[i - (ULLONG_MAX - N)]++;
            }
#pragma omp single
            check(N);
#pragma omp for schedule(dynamic, 4)
            for (long i = LONG_MIN; i < LONG_MIN + N; i++) {
#pragma omp atomic
                hit[i - LONG_MIN]++;
            }
#pragma omp single
            check(N);
#pragma omp for collapse(2) schedule(dynamic, 3)
            for (int i = 0; i < 10; i++)
                for (int j = 0; j < 10; j++) {
#pragma omp atomic
                    hit[i * 10 + j]++;
                }
#pragma omp single
            check(100);
#pragma omp for schedule(dynamic)
            for (int i = 5; i < 5; i++)
                assert(0);
        }
        int order = 0, last = -1, lp = -1;
#pragma omp parallel for ordered schedule(dynamic, 3) lastprivate(lp)
        for (int i = 0; i < N; i++) {
            lp = i;
#pragma omp ordered
            {
                assert(i == last + 1);
                last = i;
                order++;
            }
        }
        assert(order == N && last == N - 1 && lp == N - 1);
        order = 0, last = -1;
#pragma omp parallel for ordered schedule(static)
        for (int i = 0; i < N; i++) {
#pragma omp ordered
            {
                assert(i == last + 1);
                last = i;
                order++;
            }
        }
        last = -1;
#pragma omp parallel for ordered schedule(guided)
        for (int i = 0; i < N; i++) {
#pragma omp ordered
            {
                assert(i == last + 1);
                last = i;
                order++;
            }
        }
        last = -1;
#pragma omp parallel for ordered schedule(static, 2)
        for (int i = N; i > 0; i--) {
#pragma omp ordered
            {
                assert(last == -1 || i == last - 1);
                last = i;
                order++;
            }
        }
        assert(order == 3 * N);
        int cp, got = 0, sec = 0;
#pragma omp parallel private(cp) reduction(+ : got)
        {
#pragma omp single copyprivate(cp)
            cp = 42;
            got += cp;
        }
        assert(got == 42 * t);
#pragma omp parallel sections reduction(+ : sec)
        {
#pragma omp section
            sec += 1;
#pragma omp section
            sec += 10;
#pragma omp section
            sec += 100;
        }
        assert(sec == 111);
        sec = 0;
#pragma omp parallel reduction(+ : sec)
        {
#pragma omp sections
            {
#pragma omp section
                sec += 1;
#pragma omp section
                sec += 10;
            }
#pragma omp sections nowait
            {
#pragma omp section
                sec += 100;
            }
#pragma omp master
            sec += 1000;
        }
        assert(sec == 1111);
        int dsum = 0;
        double d = 0;
#pragma omp parallel for reduction(+ : d) reduction(max : dsum)
        for (int i = 0; i < N; i++) {
            d += i;
            if (i > dsum)
                dsum = i;
        }
        assert(d == N * (N - 1) / 2 && dsum == N - 1);
        long double ld = 0;
#pragma omp parallel
        {
#pragma omp atomic
            ld += 1;
        }
        assert(ld == t);
        omp_lock_t l;
        omp_nest_lock_t nl;
        omp_init_lock(&l);
        omp_init_nest_lock(&nl);
        int c = 0;
#pragma omp parallel
        {
            omp_set_lock(&l);
            c++;
            omp_unset_lock(&l);
            omp_set_nest_lock(&nl);
            assert(omp_test_nest_lock(&nl) == 2);
            c++;
            omp_unset_nest_lock(&nl);
            omp_unset_nest_lock(&nl);
#pragma omp critical
            c++;
#pragma omp critical(a)
            c++;
#pragma omp barrier
        }
        omp_destroy_lock(&l);
        omp_destroy_nest_lock(&nl);
#pragma omp parallel
        {
            tp = omp_get_thread_num() + 1;
            assert(omp_get_num_threads() == t && omp_get_level() == 1 &&
                   omp_get_ancestor_thread_num(0) == 0 &&
                   omp_get_team_size(1) == t);
#pragma omp parallel
            assert(omp_get_num_threads() == 1 && omp_get_level() == 2 &&
                       omp_get_active_level() == (t > 1) ||
                   t == 1);
        }
#pragma omp parallel
        assert(tp == omp_get_thread_num() + 1);
        omp_set_max_active_levels(2);
        int inner = 0;
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(3)
        {
#pragma omp atomic
            inner++;
        }
        assert(inner == 6);
        omp_set_max_active_levels(1);
#pragma omp parallel
#pragma omp single
        check_taskloops();
        int f = 0, tw = 0;
#pragma omp parallel
#pragma omp single
        {
            for (int i = 0; i < 20; i++) {
#pragma omp task firstprivate(i) shared(f)
                {
#pragma omp atomic
                    f += i;
#pragma omp task
                    {
#pragma omp atomic
                        f += 1;
                    }
#pragma omp taskwait
                }
            }
#pragma omp taskwait
            assert(f == 190 + 20);
#pragma omp taskgroup
            {
#pragma omp task
                {
#pragma omp task
                    {
#pragma omp atomic
                        tw++;
                    }
                }
            }
            assert(tw == 1);
            int x = 0, y = 0;
#pragma omp task depend(out : x) shared(x)
            x = 1;
#pragma omp task depend(in : x) depend(out : y) shared(x, y)
            {
                assert(x == 1);
                y = 2;
            }
#pragma omp task depend(inout : x) shared(x, y)
            {
                x = 5;
            }
#pragma omp task depend(in : x, y) shared(x, y)
            assert(x == 5 && y == 2);
#pragma omp task if (0) depend(in : y) shared(y)
            assert(y == 2);
#pragma omp taskwait
#pragma omp task final(1)
            {
                assert(omp_in_final());
#pragma omp task
                tw++;
                assert(tw == 2);
            }
#pragma omp taskwait
        }
    }
    puts("ok");
    return 0;
}
