/* SPDX-License-Identifier: Apache-2.0 */
/*
 * filesystem(N) [FG05] Fig. 7: each thread picks an inode and, if it has no
 * block, searches for a free one; a mutex for each inode and each block.
 * -DN=threads, at most 26; 1 execution up to 13 threads, then 2^(N - 13).
 *
 * small: -DN=18
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef N
#define N 16
#endif

enum { NUMBLOCKS = 26, NUMINODE = 32 };

static pthread_mutex_t locki[NUMINODE], lockb[NUMBLOCKS];
static int inode[NUMINODE];
static bool busy[NUMBLOCKS];

static void *allocate(void *tid)
{
    int i = (int)((intptr_t)tid % NUMINODE);

    pthread_mutex_lock(&locki[i]);
    if (inode[i] == 0) {
        int b = i * 2 % NUMBLOCKS;

        for (;;) {
            pthread_mutex_lock(&lockb[b]);
            if (!busy[b]) {
                busy[b] = true;
                inode[i] = b + 1;
                pthread_mutex_unlock(&lockb[b]);
                break;
            }
            pthread_mutex_unlock(&lockb[b]);
            b = (b + 1) % NUMBLOCKS;
        }
    }
    pthread_mutex_unlock(&locki[i]);
    return NULL;
}

int main(void)
{
    pthread_t thread[N];

    for (int i = 0; i < NUMINODE; i++)
        pthread_mutex_init(&locki[i], NULL);
    for (int b = 0; b < NUMBLOCKS; b++)
        pthread_mutex_init(&lockb[b], NULL);
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&thread[i], NULL, allocate, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < N; i++)
        assert(inode[i] > 0 && busy[inode[i] - 1]);
    return 0;
}
