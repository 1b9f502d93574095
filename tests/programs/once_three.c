/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* Whichever of three threads comes first runs the routine; the others wait for
 * its end, and what it has written is theirs. When they come, while it runs or
 * later, is all the same: one execution for each that may be the first. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value;

static void prepare(void)
{
    value++;
}

static void *use(void *unused)
{
    pthread_once(&once, prepare);
    assert(value == 1);
    return unused;
}

int main(void)
{
    pthread_t thread[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, use, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
