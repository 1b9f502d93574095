/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --volatile=atomic
 * verdict: error
 * error: data-race
 */
/* A volatile flag that is atomic does not order what is plain. */
#include <pthread.h>

static volatile int ready;
int data;

static void *produce(void *unused)
{
    data = 1;
    ready = 1;
    return unused;
}

int main(void)
{
    pthread_t other;
    int seen = 0;

    pthread_create(&other, NULL, produce, NULL);
    if (ready)
        seen = data;
    pthread_join(other, NULL);
    return seen & 2;
}
