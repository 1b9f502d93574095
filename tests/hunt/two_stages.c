/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 2 */
/* Two variables belong together, and have a lock each. Two orders: the reader
 * comes after the first has been written and before the second is. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *write_both(void *unused)
{
    pthread_mutex_lock(&first_lock);
    first = 1;
    pthread_mutex_unlock(&first_lock);
    pthread_mutex_lock(&second_lock);
    second = first + 1;
    pthread_mutex_unlock(&second_lock);
    return unused;
}

static void *read_both(void *unused)
{
    int a, b;

    pthread_mutex_lock(&first_lock);
    a = first;
    pthread_mutex_unlock(&first_lock);
    if (!a)
        return unused;
    pthread_mutex_lock(&second_lock);
    b = second;
    pthread_mutex_unlock(&second_lock);
    assert(b == a + 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, write_both, NULL);
    pthread_create(&b, NULL, read_both, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
