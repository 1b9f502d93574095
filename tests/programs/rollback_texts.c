/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --leaks
 * verdict: safe
 * executions: 2
 */
/* What libc keeps of a thread beside its thread-local storage: each execution
 * begins without, or libc frees a block of the last one; and so does each thread.
 * errno is 0 when main begins. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void speak(int number)
{
    pthread_mutex_lock(&lock);
    assert(strstr(strerror(number), "12345"));
    assert(strsignal(number)); /* of a second block */
    pthread_mutex_unlock(&lock);
    errno = number;
}

static void *thread(void *unused)
{
    speak(123456);
    return unused;
}

int main(void)
{
    pthread_t other;

    assert(!errno);
    pthread_create(&other, NULL, thread, NULL);
    speak(12345);
    pthread_join(other, NULL);
    return 0;
}
