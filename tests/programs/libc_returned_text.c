/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A lock around getpwuid alone does not protect the name that it returns, which
 * the next call writes. */
#include <pthread.h>
#include <pwd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *look(void *unused)
{
    pthread_mutex_lock(&lock);
    getpwuid(0);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    const char *name;
    char initial;

    pthread_mutex_lock(&lock);
    name = getpwuid(0)->pw_name;
    pthread_mutex_unlock(&lock);
    pthread_create(&thread, NULL, look, NULL);
    initial = *name;
    pthread_join(thread, NULL);
    return initial == 0;
}
