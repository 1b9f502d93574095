/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: fork: what a child process does: it waits for ever for a mutex
 */
/* The thread that has locked it is not in the child. */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *hold(void *unused)
{
    pthread_mutex_lock(&lock);
    sleep(1);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pid_t child;

    pthread_create(&thread, NULL, hold, NULL);
    child = fork();
    if (!child) {
        pthread_mutex_lock(&lock);
        _exit(0);
    }
    pthread_join(thread, NULL);
    return waitpid(child, NULL, 0) != child;
}
