/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: join of a detached thread
 */
#include <threads.h>

static int run(void *unused)
{
    (void)unused;
    return 0;
}

int main(void)
{
    thrd_t thread;

    thrd_create(&thread, run, NULL);
    thrd_detach(thread);
    return thrd_join(thread, NULL);
}
