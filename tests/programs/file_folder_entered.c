/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* The process has one working folder: what a name means to one thread may be
 * changed by another. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static void *look(void *unused)
{
    assert(!access("etc", F_OK));
    return unused;
}

int main(void)
{
    pthread_t thread;

    if (chdir("/dev"))
        return 0;
    pthread_create(&thread, NULL, look, NULL);
    if (chdir("/"))
        return 0;
    pthread_join(thread, NULL);
    return 0;
}
