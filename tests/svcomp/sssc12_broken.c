/* SPDX-License-Identifier: Apache-2.0 */
/* Threads take cells by twos, but where the next ones are is read before the
 * lock is taken. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

enum { LENGTH = 4, CHUNK = 2, THREADS = 2 };

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int data[LENGTH], next;

void *fill(void *unused)
{
    int c = next, end;

    pthread_mutex_lock(&lock);
    end = c + CHUNK <= LENGTH ? c + CHUNK : LENGTH;
    next = end;
    pthread_mutex_unlock(&lock);
    for (; c < end; c++) {
        if (data[c] != 0)
            reach_error();
        data[c] = 1;
    }
    return 0;
}

int main()
{
    pthread_t threads[THREADS];

    for (int t = 0; t < THREADS; t++)
        pthread_create(&threads[t], 0, fill, 0);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], 0);
    return 0;
}
