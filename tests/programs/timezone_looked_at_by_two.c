/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Libc has a lock for its time zone. Who looks at TZ finds the same as another
 * one, so that their order does not matter. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static void *look(void *unused)
{
    struct tm tm;
    time_t zero = 0;

    tzset();
    localtime_r(&zero, &tm);
    assert(tm.tm_hour == 19);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    struct tm tm = {.tm_mday = 1};

    setenv("TZ", "EST5EDT", 1);
    tzset();
    pthread_create(&a, NULL, look, NULL);
    pthread_create(&b, NULL, look, NULL);
    mktime(&tm);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return timezone != 5 * 60 * 60;
}
