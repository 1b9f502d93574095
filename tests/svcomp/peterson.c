/* SPDX-License-Identifier: Apache-2.0 */
/* Peterson's algorithm, with plain variables: correct, but a race. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

static int wants[2], turn;
static int inside;

static void enter(int me)
{
    wants[me] = 1;
    turn = 1 - me;
    while (wants[1 - me] && turn == 1 - me)
        ;
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    wants[me] = 0;
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
