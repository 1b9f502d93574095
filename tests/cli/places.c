/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Addresses of a variable, a function, a stack, the heap, the environment and
 * libc, as places and as values: what is left of a search holds them. The first
 * argument, if there is one, is the limit of the stack that the program is to
 * find, in bytes.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
static _Atomic(void *) top, cells[2];
static int variable;
static void *push(void *number)
{
    void **own = malloc(sizeof *own), *seen = atomic_load(&top);

    *own = &own;
    atomic_store(&cells[(long)number],
                 number ? (void *)&abort : (void *)getenv("HOME"));
    do
        *own = seen;
    while (!atomic_compare_exchange_strong(&top, &seen,
                                           number ? (void *)own
                                                  : (void *)&own));
    atomic_store(&cells[!number], (void *)push);
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t t[2];
    struct rlimit limit;

    getrlimit(RLIMIT_STACK, &limit);
    assert(argc < 2 || limit.rlim_cur == strtoull(argv[1], NULL, 0));
    atomic_store(&top, &variable);
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, push, (void *)i);
    atomic_load(&top);
    atomic_load(&cells[0]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
