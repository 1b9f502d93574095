/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -Wno-deprecated-declarations
 * verdict: safe
 * executions: 2
 */
/* Attributes that are set can be read again, by their names of before, too. A
 * thread's own stack is accepted; it makes no difference. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

static _Alignas(64) char stack[1 << 17];

static void *work(void *argument)
{
    struct sched_param param;
    cpu_set_t set;
    clockid_t clock;
    struct timespec now;
    int policy;

    assert(!pthread_getaffinity_np(pthread_self(), sizeof set, &set));
    assert(CPU_COUNT(&set));
    assert(!pthread_getschedparam(pthread_self(), &policy, &param));
    assert(!pthread_setschedparam(pthread_self(), policy, &param));
    assert(!pthread_getcpuclockid(pthread_self(), &clock));
    assert(!clock_gettime(clock, &now));
    pthread_yield();
    return argument;
}

static void check_thread(void)
{
    pthread_attr_t how;
    pthread_t thread;
    cpu_set_t set;
    void *start;
    size_t size;

    assert(!pthread_attr_init(&how));
    assert(!pthread_attr_getaffinity_np(&how, sizeof set, &set));
    assert(!pthread_attr_setstackaddr(&how, stack + sizeof stack));
    assert(!pthread_attr_getstackaddr(&how, &start));
    assert(start == stack + sizeof stack);
    assert(!pthread_attr_setstack(&how, stack, sizeof stack));
    assert(!pthread_attr_getstack(&how, &start, &size));
    assert(start == stack && size == sizeof stack);
    assert(!pthread_create(&thread, &how, work, NULL));
    assert(!pthread_join(thread, NULL));
    assert(!pthread_attr_destroy(&how));
}

static void check_objects(void)
{
    pthread_condattr_t condition;
    pthread_mutexattr_t mutex;
    pthread_rwlockattr_t lock;
    int value;

    assert(!pthread_condattr_init(&condition));
    assert(!pthread_condattr_getpshared(&condition, &value));
    assert(value == PTHREAD_PROCESS_PRIVATE);
    assert(!pthread_mutexattr_init(&mutex));
    assert(!pthread_mutexattr_getpshared(&mutex, &value));
    assert(value == PTHREAD_PROCESS_PRIVATE);
    assert(!pthread_mutexattr_getprotocol(&mutex, &value));
    assert(value == PTHREAD_PRIO_NONE);
    assert(!pthread_mutexattr_setprotocol(&mutex, PTHREAD_PRIO_PROTECT));
    assert(!pthread_mutexattr_setprioceiling(&mutex, 7));
    assert(!pthread_mutexattr_getprioceiling(&mutex, &value) && value == 7);
    assert(!pthread_mutexattr_setrobust_np(&mutex, PTHREAD_MUTEX_ROBUST));
    assert(!pthread_mutexattr_getrobust_np(&mutex, &value));
    assert(value == PTHREAD_MUTEX_ROBUST);
    assert(!pthread_rwlockattr_init(&lock));
    assert(!pthread_rwlockattr_getkind_np(&lock, &value));
    assert(value == PTHREAD_RWLOCK_PREFER_READER_NP);
}

static pthread_mutex_t left;

static void *leave(void *argument)
{
    pthread_mutex_lock(&left);
    return argument;
}

/* The thread that leaves it is joined, or comes to it later. */
static void check_robust(void)
{
    pthread_mutexattr_t robust;
    pthread_t thread;

    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust_np(&robust, PTHREAD_MUTEX_ROBUST_NP);
    pthread_mutex_init(&left, &robust);
    pthread_create(&thread, NULL, leave, NULL);
    if (pthread_mutex_lock(&left) == EOWNERDEAD)
        assert(!pthread_mutex_consistent_np(&left));
    pthread_mutex_unlock(&left);
    pthread_join(thread, NULL);
}

int main(void)
{
    check_thread();
    check_objects();
    check_robust();
    return 0;
}
