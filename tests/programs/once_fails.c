/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 * message: order == 1
 */
/* That the thread created first is the first at the control is an error. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Thread_local int own;
static int order;

static void prepare(void)
{
    order = own;
}

static void *use(void *number)
{
    own = (intptr_t)number;
    pthread_once(&once, prepare);
    assert(order == 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, use, (void *)1);
    pthread_create(&b, NULL, use, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
