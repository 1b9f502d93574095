/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Two add to a counter, and who reads gets what is there by then: after the
 * one, after the other, or after both, which come in two orders. */
#include <assert.h>
#include <pthread.h>
#include <sys/eventfd.h>

static int counter;

static void *add(void *number)
{
    assert(!eventfd_write(counter, *(int *)number));
    return NULL;
}

int main(void)
{
    int one = 1, two = 2;
    eventfd_t value;
    pthread_t a, b;

    counter = eventfd(0, 0);
    pthread_create(&a, NULL, add, &one);
    pthread_create(&b, NULL, add, &two);
    assert(!eventfd_read(counter, &value) && value >= 1 && value <= 3);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
