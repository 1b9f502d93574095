/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: assertion
 */
/* The variable is read before libc looks at TZ, or after. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static void *look(void *unused)
{
    struct tm tm = {.tm_mday = 1};

    mktime(&tm);
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
    assert(seconds == 5 * 60 * 60);
    return 0;
}
