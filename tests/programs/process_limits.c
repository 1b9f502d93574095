/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Limits, nice values, policies and names that an execution has set are not seen
 * by the next; in it all calls that ask for them tell the same. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <syslog.h>
#include <ulimit.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *name)
{
    char own[16];

    assert(!prctl(PR_GET_NAME, own) && !strcmp(own, name));
    pthread_mutex_lock(&lock);
    sum++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void check_limits(void)
{
    struct rlimit resident, files, other;

    assert(!getrlimit(RLIMIT_RSS, &resident) && resident.rlim_cur != 4096);
    resident.rlim_cur = resident.rlim_max = 4096;
    assert(!setrlimit(RLIMIT_RSS, &resident));
    assert(!prlimit(0, RLIMIT_RSS, NULL, &other));
    assert(other.rlim_cur == resident.rlim_cur);
    resident.rlim_cur++;
    assert(setrlimit(RLIMIT_RSS, &resident) == -1 && errno == EINVAL);
    assert(!getrlimit(RLIMIT_NOFILE, &files));
    assert((rlim_t)sysconf(_SC_OPEN_MAX) == files.rlim_cur);
    files.rlim_cur = files.rlim_max;
    assert(!setrlimit(RLIMIT_NOFILE, &files));
    assert((rlim_t)getdtablesize() == files.rlim_max);
    assert(!getrlimit(RLIMIT_FSIZE, &files));
    assert((rlim_t)ulimit(UL_GETFSIZE) == files.rlim_cur / 512);
}

static void check_scheduling(void)
{
    struct sched_param param = {0};
    int policy, before = getpriority(PRIO_PROCESS, 0);

    assert(before < 19 && nice(1) == before + 1);
    assert(getpriority(PRIO_PROCESS, getpid()) == before + 1);
    assert(!setpriority(PRIO_PROCESS, 0, 99));
    assert(getpriority(PRIO_PROCESS, 0) == 19);
    assert(sched_getscheduler(0) == SCHED_OTHER);
    assert(!sched_setscheduler(0, SCHED_BATCH, &param));
    assert(!pthread_getschedparam(pthread_self(), &policy, &param));
    assert(policy == SCHED_BATCH && param.sched_priority == 0);
    param.sched_priority = 1;
    assert(sched_setparam(0, &param) == -1 && errno == EINVAL);
}

static void check_names(void)
{
    char name[16];
    int signal = SIGKILL;

    assert(!prctl(PR_SET_PDEATHSIG, 0));
    assert(!prctl(PR_GET_PDEATHSIG, &signal) && !signal);
    assert(!pthread_getname_np(pthread_self(), name, sizeof name));
    assert(strcmp(name, "limited"));
    assert(!prctl(PR_SET_NAME, "limited"));
    assert(!pthread_getname_np(pthread_self(), name, sizeof name));
    assert(!strcmp(name, "limited"));
}

static void check_addresses(void)
{
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found;
    char host[32], port[8];

    assert(!getaddrinfo("127.0.0.1", "80", &hints, &found));
    assert(!getnameinfo(found->ai_addr, found->ai_addrlen, host, sizeof host,
                        port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV));
    assert(!strcmp(host, "127.0.0.1") && !strcmp(port, "80"));
    freeaddrinfo(found);
    if (!getaddrinfo("localhost", "http", &hints, &found)) {
        const struct sockaddr_in *to = (const void *)found->ai_addr;

        assert(to->sin_port == htons(80));
        freeaddrinfo(found);
    }
}

int main(void)
{
    pthread_t threads[2];

    check_limits();
    check_scheduling();
    check_names();
    check_addresses();
    openlog("limits", LOG_PID, LOG_USER);
    syslog(LOG_INFO, "%d", sum);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, add, "limited");
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
