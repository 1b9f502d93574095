/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers are handed over, but a wait that ends is believed though
 * another one took what was there. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

void __VERIFIER_assert(int condition)
{
    if (!condition) {
    ERROR:
        reach_error();
        abort();
    }
}

enum { N = 3 };

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t full = PTHREAD_COND_INITIALIZER;
int num, zeros;

void *give(void *unused)
{
    for (int i = 1; i <= N; i++) {
        pthread_mutex_lock(&m);
        num += i;
        pthread_mutex_unlock(&m);
        pthread_cond_signal(&full);
    }
    return 0;
}

void *add(void *unused)
{
    pthread_mutex_lock(&m);
    if (num == 0)
        pthread_cond_wait(&full, &m);
    if (num == 0)
        zeros++;
    num = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main()
{
    pthread_t giver, adders[2];

    pthread_create(&giver, 0, give, 0);
    pthread_create(&adders[0], 0, add, 0);
    pthread_create(&adders[1], 0, add, 0);
    pthread_join(giver, 0);
    pthread_join(adders[0], 0);
    pthread_join(adders[1], 0);
    __VERIFIER_assert(zeros == 0);
    return 0;
}
