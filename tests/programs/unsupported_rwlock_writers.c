/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: reader-writer locks that prefer writers
 */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock =
    PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

int main(void)
{
    return pthread_rwlock_rdlock(&lock);
}
