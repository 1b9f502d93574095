/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* What libc finds out about the time zone it writes to variables, of which who
 * reads them knows nothing. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static void *look(void *unused)
{
    tzset();
    return unused;
}

int main(void)
{
    pthread_t thread;
    long seconds;

    setenv("TZ", "EST5EDT", 1);
    pthread_create(&thread, NULL, look, NULL);
    seconds = timezone;
    pthread_join(thread, NULL);
    return seconds == 1;
}
