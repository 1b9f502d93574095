/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: changing O_NONBLOCK while other threads run in main
 */
/* That it does not wait is known to who reads, but not by what is ordered. */
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int handed;
static int began;

static void *run(void *unused)
{
    int ends[2];

    began = 1;
    if (pipe(ends) || write(ends[1], "x", 1) != 1)
        return NULL;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    atomic_store_explicit(&handed, ends[0], memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    char c;
    int fd;

    pthread_create(&t, NULL, run, NULL);
    fd = atomic_load_explicit(&handed, memory_order_relaxed);
    if (fd)
        read(fd, &c, 1);
    pthread_join(t, NULL);
    return !began;
}
