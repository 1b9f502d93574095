/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: sem_wait of a semaphore that has been destroyed
 */
/* It is used when nobody has it open any more. */
#include <fcntl.h>
#include <semaphore.h>

int main(void)
{
    sem_t *semaphore = sem_open("/mazurka", O_CREAT, 0600, 1);

    sem_close(semaphore);
    return sem_wait(semaphore);
}
