/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 36
 */
/* Reclamation by epochs (Fraser, 2004). Who reads announces the epoch that it
 * found. The epoch goes on when all that read are in it; what was replaced in
 * the one before is then nobody's any more, and is freed. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { REPLACEMENTS = 3, IDLE = 0 };

struct pair {
    int a, b;
};

static _Atomic(struct pair *) current;
static atomic_int epoch = 1, announced; /* by the reader; or IDLE */
static struct pair *replaced[REPLACEMENTS + 3]; /* in each epoch */

static void *read_pair(void *unused)
{
    struct pair *pair;

    announced = epoch;
    pair = current;
    assert(pair->a == pair->b);
    announced = IDLE;
    return unused;
}

static struct pair *make(int value)
{
    struct pair *pair = malloc(sizeof *pair);

    pair->a = pair->b = value;
    return pair;
}

static void go_on(void)
{
    int reader = announced, now = epoch;

    if (reader != IDLE && reader != now)
        return;
    epoch = now + 1;
#ifdef BROKEN
    free(replaced[now]);
    replaced[now] = NULL;
#else
    free(replaced[now - 1]);
    replaced[now - 1] = NULL;
#endif
}

int main(void)
{
    pthread_t reader;

    current = make(0);
    pthread_create(&reader, NULL, read_pair, NULL);
    for (int i = 1; i <= REPLACEMENTS; i++) {
        replaced[epoch] = atomic_exchange(&current, make(i));
        go_on();
        if (replaced[epoch])
            break; /* the reader holds it up */
    }
    pthread_join(reader, NULL);
    for (int i = 0; i < REPLACEMENTS + 3; i++)
        free(replaced[i]);
    free(current);
    return 0;
}
