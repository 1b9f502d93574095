/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 2
 */
/* Both outcomes of a compare-exchange: one thread wins, either of the two. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int owner;

static void *claim(void *id)
{
    int nobody = 0, me = (int)(intptr_t)id;

    if (atomic_compare_exchange_strong(&owner, &nobody, me))
        return (void *)1;
    assert(nobody == 3 - me);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    void *first, *second;

    pthread_create(&a, NULL, claim, (void *)1);
    pthread_create(&b, NULL, claim, (void *)2);
    pthread_join(a, &first);
    pthread_join(b, &second);
    assert((intptr_t)first + (intptr_t)second == 1);
    return 0;
}
