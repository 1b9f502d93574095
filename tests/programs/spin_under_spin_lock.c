/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* Two threads wait for what is looked at under a spin lock only. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;
static int value;

static int look(void)
{
    int seen;

    pthread_spin_lock(&lock);
    seen = value;
    pthread_spin_unlock(&lock);
    return seen;
}

static void *wait(void *unused)
{
    int seen;

    while (!(seen = look()))
        ;
    assert(seen == 1);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, wait, NULL);
    pthread_spin_lock(&lock);
    value = 1;
    pthread_spin_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
