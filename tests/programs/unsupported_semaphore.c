/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: sem_
 */
#include <semaphore.h>

static sem_t semaphore;

int main(void)
{
    sem_init(&semaphore, 0, 1);
    sem_wait(&semaphore);
    sem_post(&semaphore);
    return 0;
}
