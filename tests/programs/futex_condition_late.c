/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* A condition variable by hand, which looks at its signals too late: without the
 * mutex. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint word;

static long futex(atomic_uint *word, int operation, unsigned value)
{
    return syscall(SYS_futex, word, operation, value, NULL, NULL, 0);
}

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *tell(void *unused)
{
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    word++;
    futex(&word, FUTEX_WAKE, 1);
    return unused;
}

static void wait_ready(void)
{
    pthread_mutex_lock(&m);
    while (!ready) {
        pthread_mutex_unlock(&m);
        futex(&word, FUTEX_WAIT, word);
        pthread_mutex_lock(&m);
    }
    pthread_mutex_unlock(&m);
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, tell, NULL);
    wait_ready();
    pthread_join(thread, NULL);
    return 0;
}
