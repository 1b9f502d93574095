/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 */
/* A mutex in freed memory is locked. */
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_mutex_t *volatile m = malloc(sizeof *m);

    pthread_mutex_init(m, NULL);
    free(m);
    pthread_mutex_lock(m);
    return 0;
}
