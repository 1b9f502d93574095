/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 70
 */
/* Another program is run in one of the last executions only. It is run by a
 * copy of the process, whose signals are the program's. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>

enum { ADDITIONS = 4 };

static atomic_int counter;

static void run_another(void)
{
    int status = system("exit 3");

    assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
}

static void *run(void *is_main)
{
    int first = atomic_fetch_add(&counter, 1);

    for (int i = 1; i < ADDITIONS; i++)
        atomic_fetch_add(&counter, 1);
    if (first == ADDITIONS && is_main)
        run_another();
    return NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    run(&thread);
    pthread_join(thread, NULL);
    return 0;
}
