/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 * message: the stack of a thread that has ended
 */
/* What a thread returns must outlive it. */
#include <pthread.h>

static void *compute(void *unused)
{
    int result = 7;

    (void)unused;
    pthread_exit(&result);
}

int main(void)
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, NULL, compute, NULL);
    pthread_join(thread, &result);
    return *(int *)result - 7;
}
