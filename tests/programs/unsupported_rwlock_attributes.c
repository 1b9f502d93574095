/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: reader-writer locks that prefer writers
 */
/* It is initialised to prefer writers. */
#define _GNU_SOURCE
#include <pthread.h>

int main(void)
{
    pthread_rwlockattr_t attributes;
    pthread_rwlock_t lock;

    pthread_rwlockattr_init(&attributes);
    pthread_rwlockattr_setkind_np(
        &attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    return pthread_rwlock_init(&lock, &attributes);
}
