/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: pthread_mutex_timedlock
 */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return pthread_mutex_timedlock(&m, &now);
}
