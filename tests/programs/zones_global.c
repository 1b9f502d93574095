/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -fsanitize=address
 * verdict: error
 * error: memory
 * message: global-buffer-overflow: write of 8 bytes, 2 bytes after name, which has 10 bytes
 */
/* What libc writes for the program, behind a global: only if both threads have
 * made the text longer. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static char name[10], other[10];
static atomic_int length = 4;

static void *longer(void *unused)
{
    atomic_fetch_add(&length, 8);
    return unused;
}

int main(void)
{
    char *volatile behind = name + 12;
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, longer, NULL);
    if (atomic_load(&length) == 12)
        memset(other, 1, 10);
    if (atomic_load(&length) == 20)
        memset(behind, 1, 8);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
