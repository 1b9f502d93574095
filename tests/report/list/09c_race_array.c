/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdlib.h>

#define N 4
static double grid[8][N];

struct job { int first, last; };

static void *smooth(void *arg)
{
    struct job *j = arg;
    for (int r = j->first; r <= j->last; r++)       /* <=: one row too many */
        for (int c = 0; c < N; c++)
            grid[r][c] *= 0.5;
    return NULL;
}

int main(void)
{
    pthread_t x, y;
    struct job top = { 0, 4 }, bottom = { 4, 7 };
    pthread_create(&x, NULL, smooth, &top);
    pthread_create(&y, NULL, smooth, &bottom);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
    return 0;
}
