/* SPDX-License-Identifier: Apache-2.0 */
/* A request on the stack is handed to a thread that outlives the call. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct request { int id; char path[16]; };
static _Atomic(struct request *) pending;
static atomic_int served;

static void *server(void *arg)
{
    struct request *r = atomic_exchange(&pending, NULL);
    if (r) {
        assert(r->id == 7);
        atomic_fetch_add(&served, 1);
    }
    return arg;
}

static void submit(void)
{
    struct request request = {7, "/index"};
    atomic_store(&pending, &request);
}                                       /* does not wait */

static int other(void)
{
    char buffer[64];
    memset(buffer, 'x', sizeof buffer);
    return buffer[10];
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, server, NULL);
    submit();
    other();
    pthread_join(t, NULL);
    return 0;
}
