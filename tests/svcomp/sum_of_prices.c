/* SPDX-License-Identifier: Apache-2.0 */
/* Each thread takes a place for its price; there is one place too few. */
#include <pthread.h>

void __VERIFIER_atomic_take(int *place)
{
    static int taken;

    *place = taken++;
}

static void *add(void *prices)
{
    int place;

    __VERIFIER_atomic_take(&place);
    ((int *)prices)[place] = 3;
    return 0;
}

int main()
{
    int prices[1] = {0}, sum = 0;
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, add, prices);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < 1; i++)
        sum += prices[i];
    return sum > 6;
}
