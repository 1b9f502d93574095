/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: waiting for any child beside system or popen
 */
/* It may be the one that system waits for, which fails then. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>

static void *run(void *unused)
{
    return system("true") ? NULL : unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    wait(NULL);
    pthread_join(thread, NULL);
    return 0;
}
