/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Each thread jumps when it is its turn to use the one buffer. */
#include <pthread.h>

static void *buffer[5];
static int jumps;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) static void jump(void)
{
    __builtin_longjmp(buffer, 1);
}

__attribute__((noinline)) static void go(void)
{
    if (__builtin_setjmp(buffer)) {
        jumps++;
        return;
    }
    jump();
}

static void *run(void *unused)
{
    pthread_mutex_lock(&lock);
    go();
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, 0, run, 0);
    run(0);
    pthread_join(other, 0);
    return jumps != 2;
}
