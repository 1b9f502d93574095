/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The lock of one stream does not protect another. */
#include <pthread.h>
#include <stdio.h>

static void *print(void *unused)
{
    flockfile(stderr);
    putc_unlocked('a', stdout);
    funlockfile(stderr);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, print, NULL);
    putc('b', stdout);
    putc_unlocked('c', stdout);
    return pthread_join(thread, NULL);
}
