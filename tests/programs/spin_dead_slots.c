/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka:
 * verdict: safe
 * executions: 1
 */
/* Some 2000 bytes of a frame are never written to. What earlier calls have left
 * there is no state of the thread, and its second round is as its first was. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int looked;
static int done;

static __attribute__((noinline)) int is_done(void)
{
    volatile char unused[2000];
    int result;

    unused[0] = 0;
    pthread_mutex_lock(&m);
    result = done + unused[0];
    pthread_mutex_unlock(&m);
    return result;
}

static void *wait_for(void *unused)
{
    do
        (void)looked;
    while (!is_done());
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, wait_for, NULL);
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
}
