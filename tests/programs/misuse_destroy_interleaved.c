/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave --keep-going
 * verdict: error
 * error: misuse
 * message: of a mutex that
 * executions: 8
 * naive: 15
 */
/* A mutex is destroyed while another thread initialises it and takes it: seen
 * where no race detector looks, too.
 *
 * naive: main writes m and destroys it; the other writes m, initialises, locks
 * and unlocks it; nothing comes after an error. That main reads its own `thread`
 * is no operation. */
#include <pthread.h>

static pthread_mutex_t m;

static void *use(void *unused)
{
    pthread_mutex_init(&m, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, use, NULL);
    pthread_mutex_destroy(&m);
    pthread_join(thread, NULL);
    return 0;
}
