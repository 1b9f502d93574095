/* SPDX-License-Identifier: Apache-2.0 */
/* Lamport's bakery, but nobody waits while the other draws a number. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

static int choosing[2], number[2], inside;

static void enter(int me)
{
    int other = 1 - me;

    choosing[me] = 1;
    number[me] = number[other] + 1;
    choosing[me] = 0;
    while (number[other] && (number[other] < number[me] ||
                             (number[other] == number[me] && other < me)))
        ;
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    number[me] = 0;
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
