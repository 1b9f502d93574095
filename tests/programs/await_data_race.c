/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* An await reads atomically; the plain store that it waits for does not. */
#include <mazurka.h>
#include <pthread.h>

static int flag;

static void *raise_flag(void *unused)
{
    flag = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, raise_flag, NULL);
    mz_await(flag, ==, 1);
    pthread_join(thread, NULL);
    return 0;
}
