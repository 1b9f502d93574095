/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* As a mutex: who is first. */
#include <assert.h>
#include <pthread.h>
#include <sys/eventfd.h>

static int semaphore, inside;

static void *enter(void *unused)
{
    eventfd_t value;

    assert(!eventfd_read(semaphore, &value) && value == 1);
    assert(++inside == 1);
    inside--;
    assert(!eventfd_write(semaphore, 1));
    return unused;
}

int main(void)
{
    pthread_t a, b;

    semaphore = eventfd(1, EFD_SEMAPHORE);
    pthread_create(&a, NULL, enter, NULL);
    pthread_create(&b, NULL, enter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
