/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: nondeterminism
 */
/* Which cells are stored to depends on a pipe that was filled before main: what
 * an execution has read of it is gone for the next. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { CELLS = 4096, BYTES = 60000 };

atomic_int cells[CELLS], x;
static int ends[2];

__attribute__((constructor)) static void fill(void)
{
    static char bytes[BYTES];

    for (unsigned i = 0; i < BYTES; i++)
        bytes[i] = i * 7 + i / 256 * 13;
    if (pipe(ends) || write(ends[1], bytes, BYTES) != BYTES)
        _exit(1);
}

static unsigned next(void)
{
    unsigned short number = 0;

    if (read(ends[0], &number, sizeof number) < 0)
        _exit(1);
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
