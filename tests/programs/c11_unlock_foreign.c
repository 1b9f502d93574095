/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: unlock of a mutex that another thread holds
 */
#include <threads.h>

static mtx_t mutex;

static int run(void *unused)
{
    (void)unused;
    mtx_lock(&mutex);
    return 0;
}

int main(void)
{
    thrd_t thread;

    mtx_init(&mutex, mtx_plain);
    thrd_create(&thread, run, NULL);
    thrd_join(thread, NULL);
    return mtx_unlock(&mutex);
}
