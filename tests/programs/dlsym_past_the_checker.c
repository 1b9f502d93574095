/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka:
 * verdict: safe
 * executions: 2
 */
/* The program asks libc itself for functions, and gets those that the checker
 * sees: two threads that lock once each, in two orders, and no race. */
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

typedef int use_mutex(pthread_mutex_t *);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static use_mutex *lock, *unlock;
static int x;

static void *run(void *unused)
{
    lock(&m);
    x++;
    unlock(&m);
    return unused;
}

int main(void)
{
    void *libc = dlopen("libc.so.6", RTLD_NOW);
    pthread_t t;

    lock = (use_mutex *)dlsym(libc, "pthread_mutex_lock");
    unlock = (use_mutex *)dlsym(libc, "pthread_mutex_unlock");
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    return pthread_join(t, NULL);
}
