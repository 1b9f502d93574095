/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: funlockfile of a stream that another thread holds
 */
/* Only who has locked a stream may unlock it. */
#include <pthread.h>
#include <stdio.h>

static void *unlock(void *unused)
{
    funlockfile(stdout);
    return unused;
}

int main(void)
{
    pthread_t thread;

    flockfile(stdout);
    pthread_create(&thread, NULL, unlock, NULL);
    pthread_join(thread, NULL);
    funlockfile(stdout);
    return 0;
}
