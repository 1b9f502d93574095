/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 */
/* A write just past the end of a block. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_uint next;

static void *append(void *cells)
{
    ((volatile char *)cells)[atomic_fetch_add(&next, 1)] = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread[4];
    char *cells = malloc(3);

    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], NULL, append, cells);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    free(cells);
    return 0;
}
