/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: safe
 * executions: 1
 */
/* A plain variable can be awaited where plain accesses are interleaved. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

static volatile int data, flag;

static void *send(void *unused)
{
    data = 42;
    flag = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, send, NULL);
    mz_await(flag, ==, 1);
    assert(data == 42);
    pthread_join(thread, NULL);
    return 0;
}
