/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* Two threads sleep at one word, each for a second, again and again: that the
 * other one does, too, makes no difference to either, so that both loops end. */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int done;

static void *wait_for_it(void *unused)
{
    const struct timespec second = {1, 0};

    while (!done)
        syscall(SYS_futex, &done, FUTEX_WAIT, 0, &second);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, wait_for_it, NULL);
    done = 1;
    syscall(SYS_futex, &done, FUTEX_WAKE, 2);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
