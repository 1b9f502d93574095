/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Where to jump to is kept in memory that another thread changes; the compiler
 * itself writes there, and reads. */
#include <pthread.h>

static void *buffer[5];

static void *change(void *unused)
{
    buffer[1] = 0;
    return unused;
}

__attribute__((noinline)) static int prepare(void)
{
    return __builtin_setjmp(buffer);
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, 0, change, 0);
    prepare();
    pthread_join(other, 0);
    return 0;
}
