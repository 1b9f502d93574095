/* SPDX-License-Identifier: Apache-2.0 */
/* Two locks, and a variable that says which of them protects a block. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

static pthread_mutex_t inode = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t busy_lock = PTHREAD_MUTEX_INITIALIZER;
static int block, busy, is_inode;

static void *allocate(void *unused)
{
    pthread_mutex_lock(&inode);
    if (is_inode == 0) {
        pthread_mutex_lock(&busy_lock);
        busy = 1;
        pthread_mutex_unlock(&busy_lock);
        is_inode = 1;
    }
    block = 1;
    if (block != 1)
        reach_error();
    pthread_mutex_unlock(&inode);
    return unused;
}

static void *release(void *unused)
{
    pthread_mutex_lock(&busy_lock);
    if (busy == 0) {
        block = 0;
        if (block != 0)
            reach_error();
    }
    pthread_mutex_unlock(&busy_lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, allocate, 0);
    pthread_create(&b, 0, release, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
