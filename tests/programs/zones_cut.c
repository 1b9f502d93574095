/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -fsanitize=address
 * verdict: safe
 */
/* An execution ends in the midst of frames with red zones: the next one begins
 * without. */
#include <mazurka.h>
#include <pthread.h>
#include <string.h>

__attribute__((noinline)) static int fill(void)
{
    char bytes[2000], *volatile first = bytes;

    memset(first, 1, sizeof bytes);
    return memchr(first, 0, sizeof bytes) != NULL;
}

__attribute__((noinline)) static void descend(int depth)
{
    char bytes[20], *volatile first = bytes;

    memset(first, 1, sizeof bytes);
    if (depth)
        descend(depth - 1);
    else
        mz_assume(mz_choose(3) == 2);
    memset(first, 1, sizeof bytes);
}

static void *run(void *unused)
{
    if (fill())
        return &unused;
    descend(5);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    void *result;

    if (fill())
        return 1;
    pthread_create(&thread, NULL, run, NULL);
    descend(5);
    pthread_join(thread, &result);
    return result != NULL;
}
