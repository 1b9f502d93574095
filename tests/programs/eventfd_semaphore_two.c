/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The same for two at a time. */
#include <pthread.h>
#include <sys/eventfd.h>

static int semaphore, inside;

static void *enter(void *unused)
{
    eventfd_t value;

    eventfd_read(semaphore, &value);
    inside++;
    eventfd_write(semaphore, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    semaphore = eventfd(2, EFD_SEMAPHORE);
    pthread_create(&a, NULL, enter, NULL);
    pthread_create(&b, NULL, enter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
