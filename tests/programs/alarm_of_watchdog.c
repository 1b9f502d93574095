/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* An alarm for the case that something takes too long, which it does not. */
#include <assert.h>
#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    sum++;
    pthread_mutex_unlock(&lock);
    sleep(3);
    return unused;
}

int main(void)
{
    struct itimerval timer = {.it_value = {20, 0}}, left;
    pthread_t threads[2];

    assert(alarm(10) == 0);
    assert(!setitimer(ITIMER_REAL, &timer, &left));
    assert(left.it_value.tv_sec == 9 && left.it_value.tv_usec > 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(alarm(0) == 17 && sum == 2);
    assert(!getitimer(ITIMER_REAL, &left) && !left.it_value.tv_sec);
    sleep(100);
    return 0;
}
