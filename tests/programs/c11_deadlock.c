/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * message: 2 threads wait for a mutex
 */
/* Two mutexes of C11 in opposite orders. */
#include <threads.h>

static mtx_t one, two;

static int forth(void *unused)
{
    (void)unused;
    mtx_lock(&one);
    mtx_lock(&two);
    mtx_unlock(&two);
    mtx_unlock(&one);
    return 0;
}

static int back(void *unused)
{
    (void)unused;
    mtx_lock(&two);
    mtx_lock(&one);
    mtx_unlock(&one);
    mtx_unlock(&two);
    return 0;
}

int main(void)
{
    thrd_t a, b;

    mtx_init(&one, mtx_plain);
    mtx_init(&two, mtx_plain);
    thrd_create(&a, forth, NULL);
    thrd_create(&b, back, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    return 0;
}
