/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka:
 * verdict: incomplete
 * executions: 1
 */
/* The program asks libc itself for a function: the checker does not see the
 * lock, and says so. */
#include <dlfcn.h>
#include <pthread.h>

int main(void)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    void *libc = dlopen("libc.so.6", RTLD_NOW);
    int (*lock)(pthread_mutex_t *) =
        (int (*)(pthread_mutex_t *))dlsym(libc, "pthread_mutex_lock");

    return lock(&m);
}
