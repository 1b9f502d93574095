/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 6
 */
/* Memory that an execution maps is fresh, and gone in the next one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

enum { SIZE = 1 << 20 };

atomic_int x;

static void *run(void *unused)
{
    atomic_fetch_add(&x, 1);
    atomic_fetch_add(&x, 1);
    return unused;
}

int main(void)
{
    char *map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_t a, b;

    assert(map != MAP_FAILED && map[SIZE / 2] == 0);
    map[SIZE / 2] = 1;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(map[SIZE / 2] == 1);
    assert(munmap(map, SIZE) == 0);
    return 0;
}
