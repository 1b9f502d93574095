/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: abort
 * message: a handler has caught the end of its thread
 */
/* Who catches everything has to throw on what ends the thread. */
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *work(void *unused)
{
    try {
        sem_wait(&never);
    } catch (...) {
    }
    return unused;
}

int main()
{
    pthread_t thread;

    sem_init(&never, 0, 0);
    pthread_create(&thread, nullptr, work, nullptr);
    pthread_cancel(thread);
    pthread_join(thread, nullptr);
}
