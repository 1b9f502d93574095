/* SPDX-License-Identifier: Apache-2.0 */
/* A shared library that the samples are linked with. */
#include <stddef.h>

struct pair {
    int first, second;
};

int shared_array[4];
struct pair shared_pair;

int *shared_static(void);
void *shared_pc(int *line);

__attribute__((noinline)) static void *here(void)
{
    __asm__ volatile("" ::: "memory");
    return __builtin_return_address(0);
}

int *shared_static(void)
{
    static int local;

    local++;
    return &local;
}

void *shared_pc(int *line)
{
    *line = __LINE__; void *pc = here();
    shared_array[0]++;
    return pc;
}
