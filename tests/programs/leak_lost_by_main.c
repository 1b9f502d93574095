/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --leaks
 * verdict: error
 * error: memory
 * message: memory leak: 2400 bytes in 100 blocks never freed
 */
/* What main alone has known is lost when it returns, though it is still where
 * its frame was: unless the thread has come first, and main frees it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { BLOCKS = 100 };

static atomic_int come;

static void *run(void *unused)
{
    atomic_store(&come, 1);
    return unused;
}

int main(void)
{
    void *volatile blocks[BLOCKS];
    pthread_t thread;

    for (int i = 0; i < BLOCKS; i++)
        blocks[i] = malloc(24);
    pthread_create(&thread, NULL, run, NULL);
    for (int i = 0; i < BLOCKS && atomic_load(&come); i++)
        free(blocks[i]);
    pthread_join(thread, NULL);
    return 0;
}
