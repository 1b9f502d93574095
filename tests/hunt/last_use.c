/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 1 */
/* The owner closes what a worker still works with. One order: the closing
 * before the last use. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int open = 1, done;

static void *work(void *unused)
{
    for (int i = 0; i < 10; i++) {
        assert(open);
        done++;
    }
    return unused;
}

static void *close_it(void *unused)
{
    for (int i = 0; i < 10; i++)
        done++;
    open = 0;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, close_it, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
