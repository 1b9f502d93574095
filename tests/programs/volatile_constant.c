/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Nobody changes what is constant, and so gcc tells of no access to it; but if
 * it is volatile it lies among what changes. Words, fields, bits, and whole
 * structures are read. */
#include <assert.h>
#include <pthread.h>

struct pair {
    int a, b : 4;
};

static const volatile int numbers[4] = {1, 2, 3, 4};
static const volatile struct pair pair = {5, 6};
static const volatile char letter = 7;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static int add_up(int count)
{
    const struct pair copy = pair;
    int all = numbers[2] + pair.a + pair.b + letter + copy.a;

    for (int i = 0; i < count; i++)
        all += numbers[i];
    return all;
}

static void *work(void *count)
{
    int all = add_up(*(int *)count);

    pthread_mutex_lock(&m);
    sum += all;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t other;
    int four = 4;

    pthread_create(&other, 0, work, &four);
    work(&four);
    pthread_join(other, 0);
    assert(sum == 2 * (3 + 5 + 6 + 7 + 5 + 10));
    return 0;
}
