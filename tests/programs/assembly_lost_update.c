/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: assertion
 */
/* Without a lock prefix another thread may come in between what is read and
 * what is written, also within one instruction. */
#include <assert.h>
#include <pthread.h>

static int counter;

static void *increment(void *unused)
{
    __asm__ volatile("incl %0" : "+m"(counter) : : "cc");
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
