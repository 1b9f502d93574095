/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* What each has done before is there for all, and what is done after it does not
 * come before: no race. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int one, two;

static void *run(void *unused)
{
    one = 1;
    pthread_barrier_wait(&barrier);
    assert(two == 2);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, run, NULL);
    two = 2;
    pthread_barrier_wait(&barrier);
    assert(one == 1);
    pthread_join(thread, NULL);
    return 0;
}
