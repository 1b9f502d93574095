/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* The process has one mask, which each change tells: three values in a row. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/stat.h>

static mode_t found;

static void *mask_all(void *unused)
{
    found = umask(077);
    return unused;
}

int main(void)
{
    pthread_t thread;
    mode_t before, last;

    umask(1);
    pthread_create(&thread, NULL, mask_all, NULL);
    before = umask(2);
    pthread_join(thread, NULL);
    last = umask(0);
    assert((before == 1 && found == 2 && last == 077) ||
           (before == 077 && found == 1 && last == 2));
    return 0;
}
