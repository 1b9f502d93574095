/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: sem_close of a semaphore that a thread waits for
 */
/* It is closed while another thread waits for it. */
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t *s;

static void *wait(void *unused)
{
    sem_wait(s);
    return unused;
}

int main(void)
{
    pthread_t threads[1];

    s = sem_open("/mazurka", O_CREAT, 0600, 0);
    for (int i = 0; i < 1; i++)
        pthread_create(&threads[i], NULL, wait, NULL);
    sem_close(s);
    for (int i = 0; i < 1; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
