/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * executions: 1
 * message: 2 threads wait for a change, in a loop
 */
/* Each spins until the other has said something: nobody ever does. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int said[2];

static void *wait_and_say(void *other)
{
    atomic_int *mine = other == &said[0] ? &said[1] : &said[0];

    while (!atomic_load((atomic_int *)other))
        ;
    atomic_store(mine, 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, wait_and_say, &said[0]);
    pthread_create(&b, NULL, wait_and_say, &said[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
