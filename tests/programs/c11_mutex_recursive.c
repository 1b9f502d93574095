/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* One that is locked again by who has it, until it is unlocked as often. */
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static int counter;

static int run(void *unused)
{
    (void)unused;
    mtx_lock(&mutex);
    assert(mtx_trylock(&mutex) == thrd_success);
    counter++;
    mtx_unlock(&mutex);
    counter++;
    mtx_unlock(&mutex);
    return 0;
}

int main(void)
{
    thrd_t thread;

    mtx_init(&mutex, mtx_plain | mtx_recursive);
    thrd_create(&thread, run, NULL);
    run(NULL);
    thrd_join(thread, NULL);
    assert(counter == 4);
    return 0;
}
