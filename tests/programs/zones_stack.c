/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -fsanitize=address
 * verdict: error
 * error: memory
 * message: stack-buffer-overflow: write of 4 bytes, 0 bytes after items, which has 16 bytes
 */
/* The element behind a local array is written if the other thread has counted
 * first. */
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
    int items[4] = {0}, *volatile first = items;
    pthread_t thread;

    pthread_create(&thread, NULL, more, NULL);
    first[atomic_load(&count)] = 1;
    sum = items[3];
    pthread_join(thread, NULL);
    return 0;
}
