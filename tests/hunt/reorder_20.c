/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 2 */
/* Nineteen threads set two variables, one looks at both. Two orders: the first
 * is set before it looks, the second by nobody. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SETTERS = 19 };

static atomic_int a, b;

static void *set(void *unused)
{
    a = 1;
    b = -1;
    return unused;
}

static void *look(void *unused)
{
    int seen = a;

    assert(seen + b == 0 || b == -1);
    return unused;
}

int main(void)
{
    pthread_t setters[SETTERS], looker;

    for (int i = 0; i < SETTERS; i++)
        pthread_create(&setters[i], NULL, set, NULL);
    pthread_create(&looker, NULL, look, NULL);
    for (int i = 0; i < SETTERS; i++)
        pthread_join(setters[i], NULL);
    pthread_join(looker, NULL);
    return 0;
}
