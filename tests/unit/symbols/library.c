/* SPDX-License-Identifier: Apache-2.0 */
/* A shared library that the samples are linked with. */
#include "expect.h"

struct pair {
    int first, second;
};

int shared_array[4];
struct pair shared_pair;

int *shared_static(void);
void *shared_pc(int *line);

int *shared_static(void)
{
    static int local;

    local++;
    return &local;
}

void *shared_pc(int *line)
{
    void *pc = AT(*line, here());

    shared_array[0]++;
    return pc;
}
