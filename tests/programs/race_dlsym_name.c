/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* dlsym reads the name that it looks for. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>

static char name[] = "puts";

static void *look(void *unused)
{
    dlsym(RTLD_DEFAULT, name);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, look, NULL);
    name[3] = 'c';
    pthread_join(thread, NULL);
    return 0;
}
