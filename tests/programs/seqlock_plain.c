/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A sequence lock over plain data is a data race, whatever is thrown away. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint sequence;
static int a, b;
volatile int sum;

static void *write_both(void *unused)
{
    atomic_fetch_add(&sequence, 1);
    a++;
    b++;
    atomic_fetch_add(&sequence, 1);
    return unused;
}

static void *read_both(void *unused)
{
    unsigned before = atomic_load(&sequence);

    sum = a + b;
    if (before % 2 == 0 && atomic_load(&sequence) == before)
        assert(sum % 2 == 0);
    return unused;
}

int main(void)
{
    pthread_t writing, reading;

    pthread_create(&writing, NULL, write_both, NULL);
    pthread_create(&reading, NULL, read_both, NULL);
    pthread_join(writing, NULL);
    pthread_join(reading, NULL);
    return 0;
}
