/* SPDX-License-Identifier: Apache-2.0 */
/* Main does not wait for its thread, which may have come so far all the
 * same. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int ending;

void *look(void *unused)
{
    pthread_mutex_lock(&lock);
    if (ending)
        reach_error();
    pthread_mutex_unlock(&lock);
    return 0;
}

int main()
{
    pthread_t t;

    pthread_create(&t, 0, look, 0);
    pthread_mutex_lock(&lock);
    ending = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}
