/* SPDX-License-Identifier: Apache-2.0 */
/* A block is freed when it is not busy; but that is looked at without the lock
 * under which it becomes busy. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

pthread_mutex_t m_inode = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t m_busy = PTHREAD_MUTEX_INITIALIZER;
int block, busy, inode;

void *allocate(void *unused)
{
    pthread_mutex_lock(&m_inode);
    if (inode == 0) {
        pthread_mutex_lock(&m_busy);
        busy = 1;
        pthread_mutex_unlock(&m_busy);
        inode = 1;
    }
    block = 1;
    if (block != 1)
        reach_error();
    pthread_mutex_unlock(&m_inode);
    return 0;
}

void *de_allocate(void *unused)
{
    if (busy == 0)
        block = 0;
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, allocate, 0);
    pthread_create(&b, 0, de_allocate, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
