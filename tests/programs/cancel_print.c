/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* Whether printing is a cancellation point depends on what is in the buffer: of
 * a request that came before, both are explored. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static bool passed;

static void *work(void *unused)
{
    printf("a line\n");
    passed = true;
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(passed == (result != PTHREAD_CANCELED));
    return 0;
}
