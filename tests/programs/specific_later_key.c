/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A destructor may use another key; what it leaves there is destroyed, too. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t one, two;
static int first, second;

static void destroy_one(void *value)
{
    first++;
    pthread_setspecific(two, value);
}

static void destroy_two(void *value)
{
    second++;
    if (second == 1)
        pthread_setspecific(one, value);
}

static void *run(void *unused)
{
    pthread_setspecific(one, &one);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_key_create(&one, destroy_one);
    pthread_key_create(&two, destroy_two);
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    assert(first == 2 && second == 2);
    return 0;
}
