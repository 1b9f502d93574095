/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* What libc allocates in one thread and frees in another it guards by a lock of
 * its own: tzset keeps the name of the time zone. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static void *set(void *unused)
{
    tzset();
    return unused;
}

int main(void)
{
    pthread_t thread;

    unsetenv("TZ");
    pthread_create(&thread, NULL, set, NULL);
    tzset();
    pthread_join(thread, NULL);
    return 0;
}
