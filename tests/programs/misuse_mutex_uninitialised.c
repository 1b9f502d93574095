/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: lock of a mutex that has not been initialised
 */
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_mutex_t *m = malloc(sizeof *m);

    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
    free(m);
    return 0;
}
