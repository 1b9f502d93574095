/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A move that is alone in its statement is atomic: what is lost here is an
 * update, not by a data race. */
#include <assert.h>
#include <pthread.h>

static int counter;

static void *increment(void *unused)
{
    int value;

    __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(counter) : "memory");
    value++;
    __asm__ volatile("movl %1, %0" : "=m"(counter) : "r"(value) : "memory");
    return unused;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, increment, NULL);
    increment(NULL);
    pthread_join(other, NULL);
    assert(counter == 2);
    return 0;
}
