/* SPDX-License-Identifier: Apache-2.0 */
/* Peterson's algorithm, with atomics: they order what is inside. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assert(int condition)
{
    if (!condition) {
    ERROR:
        reach_error();
        abort();
    }
}

atomic_int wants[2], turn;
int inside;

void enter(int me)
{
    wants[me] = 1;
    turn = 1 - me;
    while (wants[1 - me] && turn == 1 - me)
        ;
    inside++;
    __VERIFIER_assert(inside == 1);
    inside--;
    wants[me] = 0;
}

void *zero(void *unused)
{
    enter(0);
    return 0;
}

void *one(void *unused)
{
    enter(1);
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, zero, 0);
    pthread_create(&b, 0, one, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
