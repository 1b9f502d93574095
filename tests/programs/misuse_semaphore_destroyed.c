/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: sem_post of a semaphore that has been destroyed
 */
#include <semaphore.h>

static sem_t s;

int main(void)
{
    sem_init(&s, 0, 1);
    sem_destroy(&s);
    sem_post(&s);
    return 0;
}
