/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Attributes of threads and of what they synchronise by are what they were set
 * to. Policies, priorities and affinity make no difference: any thread that can
 * go on may. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

static void handle(void)
{
}

static void *work(void *size)
{
    pthread_attr_t how;
    size_t own;
    cpu_set_t set;
    char name[16];

    assert(!pthread_getattr_np(pthread_self(), &how));
    assert(!pthread_attr_getstacksize(&how, &own));
    assert(own >= *(size_t *)size);
    assert(!pthread_attr_destroy(&how));
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
    pthread_setschedprio(pthread_self(), 0);
    assert(!pthread_setname_np(pthread_self(), "worker"));
    assert(!pthread_getname_np(pthread_self(), name, sizeof name));
    assert(!strcmp(name, "worker"));
    return NULL;
}

static void check_thread(void)
{
    struct sched_param param = {0};
    size_t size = 1 << 16, guard;
    pthread_attr_t how;
    pthread_t thread;
    int scope, policy, inherits;
    cpu_set_t set;

    assert(!pthread_attr_init(&how));
    assert(!pthread_attr_setstacksize(&how, size));
    assert(!pthread_attr_setguardsize(&how, 4096));
    assert(!pthread_attr_getguardsize(&how, &guard) && guard == 4096);
    assert(!pthread_attr_setscope(&how, PTHREAD_SCOPE_SYSTEM));
    assert(!pthread_attr_getscope(&how, &scope));
    assert(scope == PTHREAD_SCOPE_SYSTEM);
    assert(!pthread_attr_setinheritsched(&how, PTHREAD_EXPLICIT_SCHED));
    assert(!pthread_attr_getinheritsched(&how, &inherits));
    assert(inherits == PTHREAD_EXPLICIT_SCHED);
    assert(!pthread_attr_setschedpolicy(&how, SCHED_OTHER));
    assert(!pthread_attr_getschedpolicy(&how, &policy));
    assert(policy == SCHED_OTHER);
    assert(!pthread_attr_setschedparam(&how, &param));
    assert(!pthread_attr_getschedparam(&how, &param));
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    assert(!pthread_attr_setaffinity_np(&how, sizeof set, &set));
    assert(!pthread_create(&thread, &how, work, &size));
    pthread_join(thread, NULL);
    assert(!pthread_attr_destroy(&how));
}

static void check_objects(void)
{
    pthread_mutexattr_t mutex;
    pthread_condattr_t cond;
    pthread_rwlockattr_t rwlock;
    pthread_barrierattr_t barrier;
    clockid_t clock;
    int type, shared;

    assert(!pthread_mutexattr_init(&mutex));
    assert(!pthread_mutexattr_settype(&mutex, PTHREAD_MUTEX_ERRORCHECK));
    assert(!pthread_mutexattr_gettype(&mutex, &type));
    assert(type == PTHREAD_MUTEX_ERRORCHECK);
    assert(!pthread_mutexattr_destroy(&mutex));
    assert(!pthread_condattr_init(&cond));
    assert(!pthread_condattr_setclock(&cond, CLOCK_MONOTONIC));
    assert(!pthread_condattr_getclock(&cond, &clock));
    assert(clock == CLOCK_MONOTONIC);
    assert(!pthread_condattr_destroy(&cond));
    assert(!pthread_rwlockattr_init(&rwlock));
    assert(!pthread_rwlockattr_setpshared(&rwlock, PTHREAD_PROCESS_SHARED));
    assert(!pthread_rwlockattr_getpshared(&rwlock, &shared));
    assert(shared == PTHREAD_PROCESS_SHARED);
    assert(!pthread_rwlockattr_destroy(&rwlock));
    assert(!pthread_barrierattr_init(&barrier));
    assert(!pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED));
    assert(!pthread_barrierattr_getpshared(&barrier, &shared));
    assert(shared == PTHREAD_PROCESS_SHARED);
    assert(!pthread_barrierattr_destroy(&barrier));
}

int main(void)
{
    assert(!pthread_atfork(handle, handle, handle));
    assert(!pthread_setconcurrency(2) && pthread_getconcurrency() == 2);
    check_thread();
    check_objects();
    return 0;
}
