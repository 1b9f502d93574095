/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka:
 * verdict: safe
 * executions: 2
 */
/* The program stands before functions of libc, and asks for the next ones: they
 * are the checker's, so that the lock orders the two threads. Two threads, one
 * lock each: two orders. What has failed is told once, whatever else is called
 * in between. */
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef int use_mutex(pthread_mutex_t *);
typedef void *allocate(size_t);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static use_mutex *next_lock;
static allocate *next_malloc;
static int locks, x;

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    locks++;
    return next_lock(mutex);
}

void *malloc(size_t size)
{
    if (!next_malloc)
        next_malloc = (allocate *)dlsym(RTLD_NEXT, "malloc");
    return next_malloc(size);
}

static void *run(void *unused)
{
    next_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;
    use_mutex *unlock;
    char *text;

    free(malloc(1));
    assert(!dlsym(RTLD_DEFAULT, "there_is_none"));
    text = strdup("a function that is looked up now");
    assert(strstr(dlerror(), "there_is_none") && !dlerror());
    free(text);
    next_lock = (use_mutex *)dlsym(RTLD_NEXT, "pthread_mutex_lock");
    unlock = (use_mutex *)dlsym(dlopen("libc.so.6", RTLD_NOW),
                                "pthread_mutex_unlock");
    assert(dlsym(RTLD_DEFAULT, "pthread_mutex_lock") ==
           (void *)pthread_mutex_lock);
    pthread_create(&t, NULL, run, NULL);
    pthread_mutex_lock(&m);
    x++;
    unlock(&m);
    pthread_join(t, NULL);
    assert(x == 2 && locks == 1);
    return 0;
}
