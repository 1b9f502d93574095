/* SPDX-License-Identifier: Apache-2.0 */
/*
 * indexer(N) [FG05] Fig. 1: each thread inserts 4 messages into a shared hash
 * table of 128 entries; the compare-and-swap is one mutex per entry.
 * -DN=threads; 1 execution up to 11 threads, then 8^(N - 11).
 *
 * small: -DN=13
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef N
#define N 13
#endif

enum { SIZE = 128, MAX = 4 };

static int table[SIZE];
static pthread_mutex_t lock[SIZE];

static bool cas(int h, int expected, int desired)
{
    bool matches;

    pthread_mutex_lock(&lock[h]);
    matches = table[h] == expected;
    if (matches)
        table[h] = desired;
    pthread_mutex_unlock(&lock[h]);
    return matches;
}

static void *insert_messages(void *id)
{
    int tid = (int)(intptr_t)id;

    for (int m = 1; m <= MAX; m++) {
        int w = m * 11 + tid;
        int h = w * 7 % SIZE;

        while (!cas(h, 0, w))
            h = (h + 1) % SIZE;
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[N];
    int used = 0;

    for (int i = 0; i < SIZE; i++)
        pthread_mutex_init(&lock[i], NULL);
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&thread[i], NULL, insert_messages, (void *)(i + 1));
    for (int i = 0; i < N; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < SIZE; i++)
        used += table[i] != 0;
    assert(used == N * MAX);
    return 0;
}
