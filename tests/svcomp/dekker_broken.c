/* SPDX-License-Identifier: Apache-2.0 */
/* Dekker's algorithm, but who gave way goes on without saying so. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

static int wants[2], turn, inside;

static void enter(int me)
{
    int other = 1 - me;

    wants[me] = 1;
    while (wants[other]) {
        if (turn != me) {
            wants[me] = 0;
            while (turn != me)
                ;
            break;
        }
    }
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    turn = other;
    wants[me] = 0;
}

static void *zero(void *unused)
{
    enter(0);
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
