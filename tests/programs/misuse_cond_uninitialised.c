/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: broadcast of a condition variable that has not been initialised
 * executions: 1
 */
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_cond_t *cond = malloc(sizeof *cond);

    return pthread_cond_broadcast(cond);
}
