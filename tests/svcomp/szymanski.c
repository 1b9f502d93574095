/* SPDX-License-Identifier: Apache-2.0 */
/* Szymanski's algorithm for two threads, with plain variables. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

static int flags[2], inside;

static void enter(int me)
{
    int other = 1 - me;

    flags[me] = 1;
    while (flags[other] >= 3)
        ;
    flags[me] = 3;
    if (flags[other] == 1) {
        flags[me] = 2;
        while (flags[other] != 4)
            ;
    }
    flags[me] = 4;
    if (me == 1)
        while (flags[other] >= 2)
            ;
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    if (me == 0)
        while (flags[other] == 2 || flags[other] == 3)
            ;
    flags[me] = 0;
}

static void *zero(void *unused)
{
    enter(0);
    return unused;
}

static void *one(void *unused)
{
    enter(1);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, zero, 0);
    pthread_create(&b, 0, one, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
