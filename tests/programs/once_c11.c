/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* call_once of C11: either of two threads is the first. */
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static int value;

static void prepare(void)
{
    value++;
}

static void *use(void *unused)
{
    call_once(&once, prepare);
    assert(value == 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, use, NULL);
    use(NULL);
    pthread_join(thread, NULL);
    return 0;
}
