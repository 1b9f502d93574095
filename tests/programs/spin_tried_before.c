/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-events=400
 * verdict: safe
 */
/* Two threads take two locks in opposite orders, and try the second one. Before
 * that each has done so by the same code for longer than is remembered, with
 * locks of its own: its last rounds are known nevertheless. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

struct pair {
    pthread_mutex_t first, second;
};

static struct pair shared = {PTHREAD_MUTEX_INITIALIZER,
                             PTHREAD_MUTEX_INITIALIZER};
static struct pair own[2] = {
    {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER},
    {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER},
};
static int n;

static __attribute__((noinline)) bool take_both(pthread_mutex_t *one,
                                                pthread_mutex_t *other)
{
    pthread_mutex_lock(one);
    if (pthread_mutex_trylock(other) == 0)
        return true;
    pthread_mutex_unlock(one);
    return false;
}

static void raise_it(struct pair *mine, pthread_mutex_t *one,
                     pthread_mutex_t *other)
{
    pthread_mutex_lock(&mine->second);
    for (int i = 0; i < 15; i++)
        if (take_both(&mine->first, &mine->second))
            return;
    while (!take_both(one, other))
        ;
    n++;
    pthread_mutex_unlock(other);
    pthread_mutex_unlock(one);
    pthread_mutex_unlock(&mine->second);
}

static void *raise_too(void *unused)
{
    raise_it(&own[1], &shared.second, &shared.first);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, raise_too, NULL);
    raise_it(&own[0], &shared.first, &shared.second);
    pthread_join(thread, NULL);
    assert(n == 2);
    return 0;
}
