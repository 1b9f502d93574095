/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: error
 * error: nondeterminism
 * message: what comes of the child process "echo $$"
 */
/* Another program says something else each time. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int sum;

static void *add(void *unused)
{
    sum++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    FILE *stream;

    pthread_create(&thread, NULL, add, NULL);
    sum++;
    pthread_join(thread, NULL);
    stream = popen("echo $$", "r");
    getc(stream);
    return pclose(stream);
}
