/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 41
 */
/* A loop that changes something in each round, by a structure that a function
 * returns: it ends by itself. Main looks at it before, between, or after its
 * rounds. */
#include <assert.h>
#include <pthread.h>

struct count {
    int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct count count;

static __attribute__((noinline)) struct count raised(struct count before)
{
    return (struct count){before.n + 1};
}

static void *raise_it(void *unused)
{
    int ends;

    do {
        pthread_mutex_lock(&m);
        count = raised(count);
        ends = count.n == 40;
        pthread_mutex_unlock(&m);
    } while (!ends);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, raise_it, NULL);
    pthread_mutex_lock(&m);
    assert(count.n <= 40);
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    assert(count.n == 40);
    return 0;
}
