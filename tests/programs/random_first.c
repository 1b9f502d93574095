/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* What rand() and random() draw from is the same: who comes first matters. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *draw(void *unused)
{
    random();
    return unused;
}

int main(void)
{
    pthread_t thread;
    int first;

    srand(7);
    first = rand();
    srand(7);
    pthread_create(&thread, NULL, draw, NULL);
    assert(rand() == first);
    pthread_join(thread, NULL);
    return 0;
}
