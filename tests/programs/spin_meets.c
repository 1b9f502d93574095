/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka:
 * verdict: incomplete
 */
/* Each thread spins if it is alone. But main goes on if it comes to the mutex
 * while the other one holds it: so they do not wait for ever. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int is_over;

static void *look(void *unused)
{
    int seen;

    do {
        pthread_mutex_lock(&m);
        seen = atomic_load(&is_over);
        pthread_mutex_unlock(&m);
    } while (!seen);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, look, NULL);
    while (pthread_mutex_trylock(&m) == 0)
        pthread_mutex_unlock(&m);
    atomic_store(&is_over, 1);
    pthread_join(t, NULL);
}
