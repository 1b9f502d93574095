/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* The wait is all that there is to the loop: it ends at once as long as the word
 * is not what the thread waits for, which changes nothing. */
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint word;

static void *work(void *unused)
{
    word = 1;
    while (!syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0))
        ;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    while (syscall(SYS_futex, &word, FUTEX_WAIT, 1, NULL, NULL, 0) &&
           errno == EAGAIN)
        ;
    pthread_join(thread, NULL);
    return 0;
}
