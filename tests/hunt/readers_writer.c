/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 2 */
/* A writer waits for no readers, and then writes: one may have come between.
 * Two orders: it looks before the reader comes, and writes while that
 * reads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int readers, value[2];

static void *write_both(void *unused)
{
    if (!readers) {
        value[0] = 1;
        value[1] = 1;
    }
    return unused;
}

static void *read_both(void *unused)
{
    int first;

    readers++;
    first = value[0];
    assert(value[1] == first);
    readers--;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, write_both, NULL);
    pthread_create(&b, NULL, read_both, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
