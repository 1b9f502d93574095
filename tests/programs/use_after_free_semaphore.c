/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 */
/* A semaphore is freed while a thread waits for it. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static void *wait_for_it(void *s)
{
    sem_wait(s);
    return NULL;
}

int main(void)
{
    sem_t *s = malloc(sizeof *s);
    pthread_t thread;

    sem_init(s, 0, 0);
    pthread_create(&thread, NULL, wait_for_it, s);
    free(s);
    pthread_join(thread, NULL);
    return 0;
}
