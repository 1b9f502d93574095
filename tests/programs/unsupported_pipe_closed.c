/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: closing a pipe or socket that another thread uses
 */
/* Who waits by a descriptor goes on to use it when it was closed. */
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *get(void *unused)
{
    char c;

    read(ends[0], &c, 1);
    return unused;
}

int main(void)
{
    pthread_t a;

    if (pipe(ends))
        return 1;
    pthread_create(&a, NULL, get, NULL);
    close(ends[0]);
    pthread_join(a, NULL);
    return 0;
}
