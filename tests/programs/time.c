/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 6
 */
/* The clock is the same in every execution, and never goes back. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <time.h>

enum { CELLS = 997 };

atomic_int x, cells[CELLS];

static void *run(void *unused)
{
    atomic_fetch_add(&x, 1);
    atomic_fetch_add(&x, 1);
    return unused;
}

int main(void)
{
    struct timespec now, later;
    struct timeval day;
    pthread_t a, b;

    assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    assert(gettimeofday(&day, NULL) == 0);
    atomic_store(&cells[(now.tv_nsec + day.tv_usec + time(NULL)) % CELLS], 1);
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    clock_gettime(CLOCK_MONOTONIC, &later);
    assert(later.tv_sec > now.tv_sec || (later.tv_sec == now.tv_sec &&
                                         later.tv_nsec >= now.tv_nsec));
    assert(time(NULL) >= day.tv_sec);
    return 0;
}
