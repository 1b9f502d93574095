/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: sem_open
 */
#include <fcntl.h>
#include <semaphore.h>

int main(void)
{
    sem_t *semaphore = sem_open("/mazurka", O_CREAT, 0600, 1);

    return sem_wait(semaphore);
}
