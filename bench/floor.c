/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The floor under every search: the time that fiber switches and page copies
 * take, as the runtime does them, with no search at all.
 *
 *     floor                      ns a switch, ns a page
 *     floor EXECUTIONS SWITCHES PAGES
 *                                seconds for so many executions, each of them
 *                                with that many switches and pages copied back
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "arch/arch.h"
#include "base/base.h"

enum { STACK = 64 << 10 };

static struct mz_suspended main_side, fiber;
static char stack[STACK] __attribute__((aligned(64)));
static char page[16 * MZ_PAGE], copy[16 * MZ_PAGE];
static uint64_t tp;
static bool sets_tp;

static void set_tp(void)
{
    if (sets_tp)
        mz_thread_pointer_set(tp);
}

static void other_side(void *unused)
{
    (void)unused;
    for (;;) {
        set_tp();
        mz_switch(&fiber, &main_side);
    }
}

static void prepare(void)
{
    tp = mz_thread_pointer();
    sets_tp = mz_thread_pointer_is_settable();
    fiber = mz_switch_fresh((uint64_t)(stack + STACK), other_side, NULL);
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static double run(uint64_t executions, uint64_t switches, uint64_t pages)
{
    double start = seconds();

    for (uint64_t x = 0; x < executions; x++) {
        for (uint64_t i = 0; i < pages; i++)
            mz_copy(page + i % 16 * MZ_PAGE, copy + i % 16 * MZ_PAGE, MZ_PAGE);
        for (uint64_t i = 0; i < switches; i += 2) {
            set_tp();
            mz_switch(&main_side, &fiber);
        }
    }
    return seconds() - start;
}

int main(int argc, char **argv)
{
    prepare();
    if (argc == 4) {
        printf("%.6f\n", run(strtoull(argv[1], NULL, 10),
                             strtoull(argv[2], NULL, 10),
                             strtoull(argv[3], NULL, 10)));
        return 0;
    }
    run(1000, 1000, 10);
    printf("switch %.1f ns, page %.1f ns\n", run(1000, 10000, 0) / 1e7 * 1e9,
           run(1000, 0, 1000) / 1e6 * 1e9);
    return 0;
}
