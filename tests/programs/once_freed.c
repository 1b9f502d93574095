/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 * message: use-after-free
 */
/* The control ends before the last who waits for it has gone on. */
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t *once;

static void prepare(void)
{
}

static void *use(void *unused)
{
    pthread_once(once, prepare);
    return unused;
}

int main(void)
{
    pthread_t thread;

    once = calloc(1, sizeof *once);
    pthread_create(&thread, NULL, use, NULL);
    pthread_once(once, prepare);
    free(once);
    pthread_join(thread, NULL);
    return 0;
}
