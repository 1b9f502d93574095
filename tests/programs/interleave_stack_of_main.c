/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave --keep-going
 * verdict: error
 * error: assertion
 * executions: 4
 */
/* A lost update on main's stack: as soon as the others use it, what main does to
 * it is an operation, too.
 *
 * executions: of the six orders of two reads and two writes those two pairs are
 * alike that differ in the order of the reads. */
#include <assert.h>
#include <pthread.h>

static __attribute__((noinline)) void increment(int *counter)
{
    ++*counter;
}

static void *run(void *counter)
{
    increment(counter);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int counter = 0;

    pthread_create(&thread, NULL, run, &counter);
    increment(&counter);
    pthread_join(thread, NULL);
    assert(counter == 2);
    return 0;
}
