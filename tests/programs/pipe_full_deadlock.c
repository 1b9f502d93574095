/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * message: 2 threads wait for room in a pipe
 */
/* Each of two writes more than there is room for before it reads what the other
 * has written. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

enum { PAGE = 4096 };

static int there[2], back[2];
static char pages[2 * PAGE];

static void *talk(void *unused)
{
    write(back[1], pages, sizeof pages);
    read(there[0], pages, sizeof pages);
    return unused;
}

int main(void)
{
    static char got[2 * PAGE];
    pthread_t a;

    if (pipe(there) || pipe(back))
        return 1;
    fcntl(there[1], F_SETPIPE_SZ, PAGE);
    fcntl(back[1], F_SETPIPE_SZ, PAGE);
    pthread_create(&a, NULL, talk, NULL);
    write(there[1], pages, sizeof pages);
    read(back[0], got, sizeof got);
    pthread_join(a, NULL);
    return 0;
}
