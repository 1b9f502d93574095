/* SPDX-License-Identifier: Apache-2.0 */
/* A thread creates another one and joins it: main, which joins the first, comes
 * after both. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

int x;

void *inner(void *unused)
{
    x++;
    return 0;
}

void *outer(void *unused)
{
    pthread_t t;

    x++;
    pthread_create(&t, 0, inner, 0);
    pthread_join(t, 0);
    return 0;
}

int main()
{
    pthread_t t;

    pthread_create(&t, 0, outer, 0);
    pthread_join(t, 0);
    if (x != 2)
        reach_error();
    return 0;
}
