/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 6
 */
/* Each thread has an errno of its own. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

atomic_int x;

static void *run(void *unused)
{
    assert(errno == 0);
    atomic_fetch_add(&x, 1);
    assert(errno == 0);
    assert(close(-1) == -1 && errno == EBADF);
    atomic_fetch_add(&x, 1);
    assert(errno == EBADF);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
