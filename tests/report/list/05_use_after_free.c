/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct session {
    int id;
    char name[16];
};

static _Atomic(struct session *) current;

static void *logger(void *arg)
{
    struct session *s = atomic_load(&current);
    if (s)
        printf("session %d: %s\n", s->id, s->name);
    return arg;
}

static void *closer(void *arg)
{
    struct session *s = atomic_exchange(&current, NULL);
    free(s);
    return arg;
}

int main(void)
{
    struct session *s = calloc(1, sizeof *s);
    pthread_t x, y;
    s->id = 7;
    strcpy(s->name, "root");
    atomic_store(&current, s);
    pthread_create(&x, NULL, logger, NULL);
    pthread_create(&y, NULL, closer, NULL);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
    return 0;
}
