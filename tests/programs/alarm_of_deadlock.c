/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* What would end by an alarm that is set for such a case is a deadlock. */
#include <pthread.h>
#include <unistd.h>

int main(void)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

    alarm(10);
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    return 0;
}
