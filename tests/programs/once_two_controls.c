/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Two controls, one after the other: who is the first at the second one does not
 * depend on who was at the first. 2 * 2. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t one = PTHREAD_ONCE_INIT, two = PTHREAD_ONCE_INIT;
static int values;

static void prepare(void)
{
    values++;
}

static void *use(void *unused)
{
    pthread_once(&one, prepare);
    pthread_once(&two, prepare);
    assert(values == 2);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
