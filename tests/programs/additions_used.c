/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=add
 * verdict: safe
 * executions: 6
 * naive: 6
 */
/* The results are used, in one way or another: 3! executions. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *add(void *unused)
{
    int before = atomic_fetch_add(&count, 1);

    assert(before >= 0 && before < 3);
    return unused;
}

static void *add_and_copy(void *result)
{
    *(int *)result = (count += 1) * 2;
    return NULL;
}

static void *add_and_pass(void *unused)
{
    return count++ ? unused : NULL;
}

int main(void)
{
    pthread_t a, b, c;
    int result = 0;

    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add_and_copy, &result);
    pthread_create(&c, NULL, add_and_pass, &result);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(result >= 2 && result <= 6);
    return 0;
}
