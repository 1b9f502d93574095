/* SPDX-License-Identifier: Apache-2.0 */
/* A lock of tickets: drawn atomically, but who is served is a plain
 * variable. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

void __VERIFIER_assert(int condition)
{
    if (!condition) {
    ERROR:
        reach_error();
        abort();
    }
}

unsigned next, serving;
int inside;

unsigned __VERIFIER_atomic_draw()
{
    return next++;
}

void *enter(void *unused)
{
    unsigned mine = __VERIFIER_atomic_draw();

    while (serving != mine)
        ;
    inside++;
    __VERIFIER_assert(inside == 1);
    inside--;
    serving++;
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, enter, 0);
    pthread_create(&b, 0, enter, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
