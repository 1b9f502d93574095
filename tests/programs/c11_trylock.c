/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* What is tried while another has it is busy: before, between or after. */
#include <assert.h>
#include <threads.h>

static mtx_t mutex;

static int run(void *unused)
{
    (void)unused;
    mtx_lock(&mutex);
    mtx_unlock(&mutex);
    return 0;
}

int main(void)
{
    thrd_t thread;
    int status;

    mtx_init(&mutex, mtx_plain);
    thrd_create(&thread, run, NULL);
    status = mtx_trylock(&mutex);
    assert(status == thrd_success || status == thrd_busy);
    if (status == thrd_success)
        mtx_unlock(&mutex);
    thrd_join(thread, NULL);
    return 0;
}
