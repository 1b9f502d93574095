/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: fork: what a child process does: pthread_create
 */
/* A child is no thread of the program, nor has it any. */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void *run(void *unused)
{
    return unused;
}

int main(void)
{
    pid_t child = fork();
    pthread_t thread;

    if (!child) {
        pthread_create(&thread, NULL, run, NULL);
        pthread_join(thread, NULL);
        _exit(0);
    }
    return waitpid(child, NULL, 0) != child;
}
