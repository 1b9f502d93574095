/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=ignore
 * verdict: error
 * error: misuse
 * message: initialisation of a mutex that is locked
 */
/* A mutex is initialised again while another thread holds it. */
#include <pthread.h>

static pthread_mutex_t m;

static void *use(void *unused)
{
    if (pthread_mutex_trylock(&m) == 0)
        pthread_mutex_unlock(&m);
    return unused;
}

static void *initialise(void *unused)
{
    pthread_mutex_init(&m, NULL);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, use, NULL);
    pthread_create(&threads[1], NULL, initialise, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
