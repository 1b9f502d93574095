/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* Two controls in opposite orders, one after the other. Each thread may win its
 * own first one, or one of them both; that each wins its second one would need
 * each to come there before the other has come to its first. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t one = PTHREAD_ONCE_INIT, two = PTHREAD_ONCE_INIT;
static int values[2];

static void prepare_one(void)
{
    values[0]++;
}

static void prepare_two(void)
{
    values[1]++;
}

static void *forth(void *unused)
{
    pthread_once(&one, prepare_one);
    pthread_once(&two, prepare_two);
    assert(values[0] == 1 && values[1] == 1);
    return unused;
}

static void *back(void *unused)
{
    pthread_once(&two, prepare_two);
    pthread_once(&one, prepare_one);
    assert(values[0] == 1 && values[1] == 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, forth, NULL);
    pthread_create(&b, NULL, back, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
