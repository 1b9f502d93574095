/* SPDX-License-Identifier: Apache-2.0 */
/* A thread that aborts does not hide what another can do before. */
#include <assert.h>
#include <pthread.h>

extern void abort(void);
void reach_error(void)
{
    assert(0);
}

static int x;

static void assume_abort_if_not(int condition)
{
    if (!condition)
        abort();
}

static void *stop(void *unused)
{
    assume_abort_if_not(x == 1);
    return unused;
}

static void *fail(void *unused)
{
    if (x == 0)
        reach_error();
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, stop, 0);
    pthread_create(&b, 0, fail, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
