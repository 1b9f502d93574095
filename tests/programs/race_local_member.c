/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A member of a local variable whose address another thread has got, though
 * nobody ever takes the address of the member. (clang's own pass takes such a
 * member for private.) */
#include <pthread.h>
#include <stddef.h>

struct pair {
    int first, second;
};

static void *read_second(void *pair)
{
    return ((struct pair *)pair)->second ? NULL : pair;
}

int main(void)
{
    struct pair pair = {1, 1};
    pthread_t thread;

    pthread_create(&thread, NULL, read_second, &pair);
    pair.second = 2;
    pthread_join(thread, NULL);
    return 0;
}
