/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: opendir with a path into /proc
 */
/* The kernel knows of one thread. */
#include <dirent.h>
#include <pthread.h>

static void *wait_for_nothing(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t a;
    DIR *d;

    pthread_create(&a, NULL, wait_for_nothing, NULL);
    d = opendir("/proc/self/task");
    pthread_join(a, NULL);
    return d ? closedir(d) : 1;
}
