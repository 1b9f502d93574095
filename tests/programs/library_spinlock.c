/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
#include "assembly/spinlock.h"

#include <assert.h>
#include <pthread.h>

static struct spinlock lock;
static int counter;

static void *work(void *unused)
{
    spinlock_acquire(&lock);
    counter++;
    spinlock_release(&lock);
    return unused;
}

int main(void)
{
    pthread_t others[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&others[i], NULL, work, NULL);
    work(NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(others[i], NULL);
    assert(counter == 3);
    return 0;
}
