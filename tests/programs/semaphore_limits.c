/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A count has a largest value: beyond it the calls fail. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

static sem_t s;

int main(void)
{
    int count;

    assert(sem_init(&s, 0, SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL);
    assert(sem_init(&s, 0, SEM_VALUE_MAX) == 0);
    assert(sem_post(&s) == -1 && errno == EOVERFLOW);
    assert(sem_wait(&s) == 0);
    assert(sem_getvalue(&s, &count) == 0 && count == SEM_VALUE_MAX - 1);
    assert(sem_post(&s) == 0);
    assert(sem_destroy(&s) == 0);
    assert(sem_init(&s, 0, 0) == 0);
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    return 0;
}
