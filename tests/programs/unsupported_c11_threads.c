/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: thrd_create
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
    return thrd_join(thread, NULL);
}
