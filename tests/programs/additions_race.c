/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=add
 * verdict: error
 * error: data-race
 */
/* Each of the two additions acquires and releases, and nobody knows which comes
 * first: it is only seen where the reader's does that one races with the other.
 * They commute, so that but one of their orders is run. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static volatile int data;

static void *write(void *unused)
{
    data = 1;
    atomic_fetch_add(&count, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int seen;

    pthread_create(&thread, NULL, write, NULL);
    atomic_fetch_add(&count, 1);
    seen = data;
    pthread_join(thread, NULL);
    return seen > 1;
}
