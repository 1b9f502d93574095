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
#include <sys/auxv.h>
#include <time.h>

#include "base/base.h"

enum { PAGE = 4096, STACK = 64 << 10, FSGSBASE = 1 << 1 };

void mz_switch(void **save, void *to);
extern char mz_fiber_entry[];

static void *main_sp, *fiber_sp;
static char stack[STACK] __attribute__((aligned(64)));
static char page[16 * PAGE], copy[16 * PAGE];
static uint64_t tp;
static bool has_fsgsbase;

static void set_tp(void)
{
    if (has_fsgsbase)
        __asm__ volatile("wrfsbase %0" : : "r"(tp));
}

static void other_side(void *unused)
{
    (void)unused;
    for (;;) {
        set_tp();
        mz_switch(&fiber_sp, main_sp);
    }
}

static void prepare(void)
{
    uint64_t *sp = (uint64_t *)(stack + STACK) - 9;

    __asm__("mov %%fs:0, %0" : "=r"(tp));
    has_fsgsbase = getauxval(AT_HWCAP2) & FSGSBASE;
    sp[3] = (uint64_t)other_side; /* r12; see switch_x86_64.S */
    sp[6] = (uint64_t)mz_fiber_entry;
    fiber_sp = sp;
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
            mz_copy(page + i % 16 * PAGE, copy + i % 16 * PAGE, PAGE);
        for (uint64_t i = 0; i < switches; i += 2) {
            set_tp();
            mz_switch(&main_sp, fiber_sp);
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
