/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Each of two threads chooses, and one pair of nine fails: an account of it
 * gives each the choices that it made itself. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint x, y;

static void *choose(void *at)
{
    atomic_store((atomic_uint *)at, mz_choose(3));
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, choose, &x);
    pthread_create(&b, NULL, choose, &y);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x != 1 || y != 2);
    return 0;
}
