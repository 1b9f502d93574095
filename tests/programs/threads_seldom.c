/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 70
 */
/* More threads than any execution before has had, in one of the last ones. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { ADDITIONS = 4, MORE = 20 };

static atomic_int counter;
static int made;

static void *nothing(void *unused)
{
    return unused;
}

static void make_more(void)
{
    pthread_t threads[MORE];

    for (int i = 0; i < MORE; i++)
        assert(!pthread_create(&threads[i], NULL, nothing, NULL));
    for (int i = 0; i < MORE; i++)
        assert(!pthread_join(threads[i], NULL));
    made = MORE;
}

static void *run(void *is_main)
{
    int first = atomic_fetch_add(&counter, 1);

    for (int i = 1; i < ADDITIONS; i++)
        atomic_fetch_add(&counter, 1);
    if (first == ADDITIONS && is_main)
        make_more();
    return NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    run(&thread);
    pthread_join(thread, NULL);
    assert(!made || made == MORE);
    return 0;
}
