/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=add
 * verdict: error
 * error: data-race
 */
/* additions_race, where the thread that reads is the one that is created: so it
 * is its addition that comes second, or first. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static volatile int data;

static void *read(void *unused)
{
    atomic_fetch_add(&count, 1);
    return data > 1 ? &data : unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, read, NULL);
    data = 1;
    atomic_fetch_add(&count, 1);
    pthread_join(thread, NULL);
    return 0;
}
