/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Two controls in the same eight bytes have nothing to do with one another. */
#include <pthread.h>

static _Alignas(8) pthread_once_t once[2] = {PTHREAD_ONCE_INIT,
                                             PTHREAD_ONCE_INIT};

static void prepare(void)
{
}

static void *use(void *control)
{
    pthread_once(control, prepare);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, use, &once[0]);
    pthread_create(&b, NULL, use, &once[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
