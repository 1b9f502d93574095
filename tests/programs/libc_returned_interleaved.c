/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: assertion
 */
/* What gmtime returns is libc's own: another thread's call may change it before
 * it is read, though not while gmtime runs. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static const time_t early, late = 946771200;

static void *convert(void *unused)
{
    gmtime(&late);
    return unused;
}

int main(void)
{
    pthread_t thread;
    const struct tm *parts;

    pthread_create(&thread, NULL, convert, NULL);
    parts = gmtime(&early);
    assert(parts->tm_year == 70);
    pthread_join(thread, NULL);
    return 0;
}
