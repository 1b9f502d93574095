/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* To write is a cancellation point, and nothing is written if it is one. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int file;

static void *work(void *unused)
{
    write(file, "abc", 3);
    return unused;
}

int main(void)
{
    char name[] = "/tmp/mazurka-XXXXXX";
    pthread_t thread;
    void *result;

    file = mkstemp(name);
    unlink(name);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(lseek(file, 0, SEEK_END) == (result == PTHREAD_CANCELED ? 0 : 3));
    return 0;
}
