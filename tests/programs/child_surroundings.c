/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A child inherits what another thread may have changed before. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>

static void *change(void *unused)
{
    umask(077);
    return unused;
}

int main(void)
{
    pthread_t thread;

    umask(022);
    pthread_create(&thread, NULL, change, NULL);
    assert(!system("test $(umask) = 0022"));
    pthread_join(thread, NULL);
    return 0;
}
