/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -fsanitize=address
 * verdict: safe
 */
/* A thread, or an execution, ends in the midst of frames with red zones: the
 * next one begins without. */
#include <mazurka.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

__attribute__((noinline)) static int fill(void)
{
    char bytes[2000], *volatile first = bytes;

    memset(first, 1, sizeof bytes);
    return memchr(first, 0, sizeof bytes) != NULL;
}

__attribute__((noinline)) static void descend(int depth, bool ends)
{
    char bytes[20], *volatile first = bytes;

    memset(first, 1, sizeof bytes);
    if (depth)
        descend(depth - 1, ends);
    else if (ends)
        pthread_exit(NULL);
    else
        mz_assume(mz_choose(3) == 2);
    memset(first, 1, sizeof bytes);
}

static void *run(void *unused)
{
    if (fill())
        return (void *)1;
    descend(5, unused != NULL);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    void *result;

    if (fill())
        return 1;
    for (int i = 0; i < 6; i++) { /* more than there are numbers for */
        pthread_create(&thread, NULL, run, &thread);
        pthread_join(thread, &result);
        if (result)
            return 2;
    }
    pthread_create(&thread, NULL, run, NULL);
    descend(5, false);
    pthread_join(thread, &result);
    return result != NULL;
}
