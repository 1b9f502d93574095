/* SPDX-License-Identifier: Apache-2.0 */
/*
 * circular-buffer(N), SCTBench: a sender and a receiver take turns at a buffer
 * of 10 under one mutex, N times each, doing nothing when it is not their
 * turn. -DN=rounds; C(2N, N) executions: 3432 for 7, 12870 for 8.
 *
 * small: -DN=5
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef N
#define N 7
#endif

enum { SIZE = 10 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int buffer[SIZE];
static unsigned first, next;
static bool send = true, receive;

static void *sender(void *unused)
{
    int value = 0;

    for (int k = 0; k < N; k++) {
        pthread_mutex_lock(&m);
        if (send) {
            buffer[next++ % SIZE] = value++;
            send = false;
            receive = true;
        }
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *receiver(void *unused)
{
    int value = 0;

    for (int k = 0; k < N; k++) {
        pthread_mutex_lock(&m);
        if (receive) {
            assert(buffer[first++ % SIZE] == value++);
            receive = false;
            send = true;
        }
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t sending, receiving;

    pthread_create(&sending, NULL, sender, NULL);
    pthread_create(&receiving, NULL, receiver, NULL);
    pthread_join(sending, NULL);
    pthread_join(receiving, NULL);
    return 0;
}
