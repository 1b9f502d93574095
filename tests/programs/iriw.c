/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 15
 */
/* Two readers never see two independent writes in opposite orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
static int x_then_y[2], y_then_x[2];

static void *write_one(void *variable)
{
    atomic_store((atomic_int *)variable, 1);
    return NULL;
}

static void *read_x_then_y(void *unused)
{
    x_then_y[0] = atomic_load(&x);
    x_then_y[1] = atomic_load(&y);
    return unused;
}

static void *read_y_then_x(void *unused)
{
    y_then_x[0] = atomic_load(&y);
    y_then_x[1] = atomic_load(&x);
    return unused;
}

int main(void)
{
    pthread_t t[4];

    pthread_create(&t[0], NULL, write_one, &x);
    pthread_create(&t[1], NULL, write_one, &y);
    pthread_create(&t[2], NULL, read_x_then_y, NULL);
    pthread_create(&t[3], NULL, read_y_then_x, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    assert(!(x_then_y[0] && !x_then_y[1] && y_then_x[0] && !y_then_x[1]));
    return 0;
}
