/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 6
 */
/* A file opened before main stands where it stood, in each execution. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int file;
atomic_int x;

__attribute__((constructor)) static void open_early(void)
{
    char skipped[3];

    file = open(__FILE__, O_RDONLY);
    if (read(file, skipped, sizeof skipped) != 3)
        _exit(1);
}

static void *run(void *unused)
{
    atomic_fetch_add(&x, 1);
    atomic_fetch_add(&x, 1);
    return unused;
}

int main(void)
{
    char text[4];
    pthread_t a, b;

    assert(read(file, text, sizeof text) == 4 && text[0] == 'S');
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
