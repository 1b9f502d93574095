/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* One thread alone: the routine is run at the first call, and no more. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs;

static void prepare(void)
{
    runs++;
}

int main(void)
{
    assert(!pthread_once(&once, prepare));
    assert(!pthread_once(&once, prepare));
    assert(runs == 1);
    return 0;
}
