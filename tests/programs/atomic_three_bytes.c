/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 6
 */
/* Three bytes within a word, which only libatomic can access, are one access as
 * any: a compare-exchange that fails is a read. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct colour {
    uint8_t red, green, blue;
};

static struct colour x;

static void *paint(void *value)
{
    struct colour black = {0, 0, 0};
    struct colour desired = {0, 0, (uint8_t)(uintptr_t)value};

    __atomic_compare_exchange(&x, &black, &desired, false, __ATOMIC_SEQ_CST,
                              __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];

    for (uintptr_t i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, paint, (void *)(i + 1));
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(x.blue >= 1 && x.blue <= 3);
    return 0;
}
