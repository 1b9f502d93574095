/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: safe
 * executions: 2
 *
 * Main has joined all threads, and so is alone; but not when it has created
 * another, though that has the number of one that has ended. Main reads what it
 * writes: before it, or after it.
 */
#include <assert.h>
#include <pthread.h>

static int written;

static void *nothing(void *argument)
{
    return argument;
}

static void *write_it(void *argument)
{
    written = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    int seen;

    for (int i = 0; i < 6; i++) {
        pthread_create(&thread, NULL, nothing, NULL);
        pthread_join(thread, NULL);
    }
    pthread_create(&thread, NULL, write_it, NULL);
    seen = written;
    pthread_join(thread, NULL);
    assert(seen <= written);
}
