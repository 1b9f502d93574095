/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * message: 1 thread waits for a mutex, 1 for a once control
 */
/* The routine needs a mutex that another holds who waits for its end. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void prepare(void)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}

static void *use(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_once(&once, prepare);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *ask(void *unused)
{
    pthread_once(&once, prepare);
    return unused;
}

int main(void)
{
    pthread_t thread;

    /* It locks twice if it comes first, which is another deadlock. */
    pthread_create(&thread, NULL, ask, NULL);
    use(NULL);
    pthread_join(thread, NULL);
    return 0;
}
