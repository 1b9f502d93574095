/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: nondeterminism
 */
/* Which cells are stored to depends on a file of the system that is another each
 * time. */
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { CELLS = 4096 };

atomic_int cells[CELLS], x;

static unsigned next(void)
{
    int file = open("/proc/sys/kernel/random/uuid", O_RDONLY);
    unsigned number = 0;

    if (file < 0 || read(file, &number, sizeof number) != sizeof number)
        _exit(1);
    close(file);
    return number;
}

static void *scatter(void *unused)
{
    for (int i = 0; i < 4; i++) {
        atomic_store(&cells[next() * 2654435761u / 64 % CELLS], i);
        atomic_store(&x, i);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, scatter, NULL);
    pthread_create(&b, NULL, scatter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
