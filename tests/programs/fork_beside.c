/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 * executions: 2
 */
/* What memory a child begins with depends on what others have done to it, and
 * how far they are. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int x;

static void *run(void *unused)
{
    pid_t child = fork();
    int status;

    if (!child)
        _exit(x);
    assert(waitpid(child, &status, 0) == child);
    assert(WEXITSTATUS(status) < 2);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    x = 1;
    pthread_join(thread, NULL);
    return 0;
}
