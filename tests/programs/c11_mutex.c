/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 */
/* Three threads lock a mutex of C11 in any order. */
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static int counter;

static int run(void *unused)
{
    (void)unused;
    assert(mtx_lock(&mutex) == thrd_success);
    counter++;
    assert(mtx_unlock(&mutex) == thrd_success);
    return 0;
}

int main(void)
{
    thrd_t thread[3];

    assert(mtx_init(&mutex, mtx_plain) == thrd_success);
    for (int i = 0; i < 3; i++)
        thrd_create(&thread[i], run, NULL);
    for (int i = 0; i < 3; i++)
        thrd_join(thread[i], NULL);
    assert(counter == 3);
    mtx_destroy(&mutex);
    return 0;
}
