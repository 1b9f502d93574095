/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Threads of C11 order nothing but by what they lock or join. */
#include <threads.h>

int counter;

static int run(void *unused)
{
    (void)unused;
    counter++;
    return 0;
}

int main(void)
{
    thrd_t thread;

    thrd_create(&thread, run, NULL);
    counter++;
    thrd_join(thread, NULL);
    return counter == 7;
}
