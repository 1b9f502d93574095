/* SPDX-License-Identifier: Apache-2.0 */
/* Two variables are to change at once. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

static int a_value, b_value;

static void *set(void *unused)
{
    a_value = 1;
    b_value = -1;
    return unused;
}

static void *check(void *unused)
{
    if (!((a_value == 0 && b_value == 0) || (a_value == 1 && b_value == -1)))
        reach_error();
    return unused;
}

int main(void)
{
    pthread_t a, b, c;

    pthread_create(&a, 0, set, 0);
    pthread_create(&b, 0, set, 0);
    pthread_create(&c, 0, check, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
