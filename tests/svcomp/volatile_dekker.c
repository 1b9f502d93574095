/* SPDX-License-Identifier: Apache-2.0 */
/* At most one of two sees the other not wanting; but volatile does not make
 * that more than a race. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

volatile int wants_a, wants_b;
int entered_a, entered_b;

void *enter_a(void *unused)
{
    wants_a = 1;
    if (!wants_b)
        entered_a = 1;
    return 0;
}

void *enter_b(void *unused)
{
    wants_b = 1;
    if (!wants_a)
        entered_b = 1;
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, enter_a, 0);
    pthread_create(&b, 0, enter_b, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (entered_a && entered_b)
        reach_error();
    return 0;
}
