/* SPDX-License-Identifier: Apache-2.0 */
/* 1 to 3 are handed over one by one; what arrives is their sum. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>
#include <stdbool.h>

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
pthread_cond_t empty = PTHREAD_COND_INITIALIZER;
pthread_cond_t full = PTHREAD_COND_INITIALIZER;
int num;
unsigned long total;
bool flag;

void *give(void *unused)
{
    for (int i = 1; i <= N; i++) {
        pthread_mutex_lock(&m);
        while (num > 0)
            pthread_cond_wait(&empty, &m);
        num = i;
        pthread_mutex_unlock(&m);
        pthread_cond_signal(&full);
    }
    return 0;
}

void *add(void *unused)
{
    for (int i = 1; i <= N; i++) {
        pthread_mutex_lock(&m);
        while (num == 0)
            pthread_cond_wait(&full, &m);
        total += num;
        num = 0;
        pthread_mutex_unlock(&m);
        pthread_cond_signal(&empty);
    }
    flag = true;
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, give, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (flag)
        __VERIFIER_assert(total == N * (N + 1) / 2);
    return 0;
}
