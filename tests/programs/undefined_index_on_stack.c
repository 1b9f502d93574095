/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -fsanitize=bounds
 * verdict: error
 * error: undefined-behaviour
 * message: index out of bounds: 4 of '
 */
/* The element behind a local array is written if the thread has counted: no
 * red zone is needed for that, nor is there one. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count = 3;
static volatile int sum;

static void *more(void *unused)
{
    atomic_fetch_add(&count, 1);
    return unused;
}

int main(void)
{
    volatile int items[4] = {0};
    pthread_t thread;

    pthread_create(&thread, NULL, more, NULL);
    items[atomic_load(&count)] = 1;
    sum = items[3];
    pthread_join(thread, NULL);
    return 0;
}
