/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: sem_wait of a semaphore that has not been initialised
 */
#include <semaphore.h>
#include <stdlib.h>

int main(void)
{
    sem_t *volatile s = malloc(sizeof *s);

    sem_wait(s);
    return 0;
}
