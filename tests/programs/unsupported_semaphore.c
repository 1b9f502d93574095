/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: sem_timedwait
 */
/* Waiting for a semaphore is modelled, but not for a time. */
#include <semaphore.h>
#include <time.h>

static sem_t semaphore;

int main(void)
{
    struct timespec until = {.tv_sec = 1};

    sem_init(&semaphore, 0, 1);
    sem_wait(&semaphore);
    sem_post(&semaphore);
    sem_timedwait(&semaphore, &until);
    return 0;
}
