/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A compare-exchange without its lock prefix. */
#include <pthread.h>

static int lock, counter;

static void *work(void *unused)
{
    int held = 0;

    __asm__ volatile("cmpxchgl %2, %1"
                     : "+a"(held), "+m"(lock)
                     : "r"(1)
                     : "memory", "cc");
    if (!held)
        counter++;
    return unused;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    return pthread_join(other, NULL);
}
