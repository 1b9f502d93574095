/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 16
 */
/* As futex_wake_one_of_two, since it is known then who is moved: both sleep, in
 * either order, and either is woken up: 4. One sleeps; the other comes before the
 * requeue, or after it, before or after the one goes on: 2 * 3. Both find the word
 * changed, each before the requeue or after it, in either order: 6. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint word, other;

static void *wait_once(void *unused)
{
    syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
    return unused;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, wait_once, NULL);
    pthread_create(&second, NULL, wait_once, NULL);
    word = 1;
    syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, 1, (void *)1L, &other, 1);
    syscall(SYS_futex, &other, FUTEX_WAKE, 1, NULL, NULL, 0);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
