/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Three moves in one statement are plain accesses, as they would be in C. */
#include <pthread.h>

static int counter;

static void *increment(void *unused)
{
    __asm__ volatile("movl %0, %%eax\n\t"
                     "incl %%eax\n\t"
                     "movl %%eax, %0"
                     : "+m"(counter)
                     :
                     : "eax", "cc");
    return unused;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, increment, NULL);
    increment(NULL);
    return pthread_join(other, NULL);
}
