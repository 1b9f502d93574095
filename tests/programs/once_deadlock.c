/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * message: 2 threads wait for a once control
 * executions: 3
 */
/* Each routine needs what the other one prepares. Each begins its own: each
 * waits for the other. One begins both, the one in the other: that one waits
 * for itself, and the other for it; two ways. */
#include <pthread.h>

static pthread_once_t one = PTHREAD_ONCE_INIT, two = PTHREAD_ONCE_INIT;

static void prepare_two(void);

static void prepare_one(void)
{
    pthread_once(&two, prepare_two);
}

static void prepare_two(void)
{
    pthread_once(&one, prepare_one);
}

static void *use(void *unused)
{
    pthread_once(&two, prepare_two);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, use, NULL);
    pthread_once(&one, prepare_one);
    pthread_join(thread, NULL);
    return 0;
}
