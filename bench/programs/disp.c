/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Disp(s, r) [NRSCP18], dispatcher(N) = Disp(N, N): for each of r requests
 * main lets a picker walk over the servers' numbers, and hands the request to
 * the server the picker stands at. -DSERVERS=s -DREQUESTS=r;
 * 137 executions for (5,2), 1482 for (5,3), 6854 for (4,4), 15282 for (5,4).
 *
 * small: -DSERVERS=4 -DREQUESTS=3
 * object: same traces
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef SERVERS
#define SERVERS 5
#endif
#ifndef REQUESTS
#define REQUESTS 3
#endif

static pthread_mutex_t k = PTHREAD_MUTEX_INITIALIZER, srv[SERVERS];
static int sid, in[SERVERS], out[SERVERS];

static void *server(void *arg)
{
    intptr_t id = (intptr_t)arg;

    pthread_mutex_lock(&srv[id]);
    if (in[id] > 0)
        out[id] = in[id];
    pthread_mutex_unlock(&srv[id]);
    return NULL;
}

static void *picker(void *unused)
{
    for (int x = 0; x < SERVERS; x++) {
        pthread_mutex_lock(&k);
        sid = x;
        pthread_mutex_unlock(&k);
    }
    return unused;
}

static void dispatch(void)
{
    pthread_t picking;
    int i;

    pthread_create(&picking, NULL, picker, NULL);
    pthread_mutex_lock(&k);
    i = sid;
    pthread_mutex_unlock(&k);
    assert(0 <= i && i < SERVERS);

    pthread_mutex_lock(&srv[i]);
    in[i]++;
    pthread_mutex_unlock(&srv[i]);
    pthread_join(picking, NULL);
}

int main(void)
{
    pthread_t serving[SERVERS];
    int sum = 0;

    for (int i = 0; i < SERVERS; i++)
        pthread_mutex_init(&srv[i], NULL);
    for (intptr_t i = 0; i < SERVERS; i++)
        pthread_create(&serving[i], NULL, server, (void *)i);
    for (int r = 0; r < REQUESTS; r++)
        dispatch();
    for (int i = 0; i < SERVERS; i++)
        pthread_join(serving[i], NULL);

    for (int i = 0; i < SERVERS; i++) {
        assert(out[i] <= in[i]);
        sum += in[i];
    }
    assert(sum == REQUESTS);
    return 0;
}
