/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: pthread_once in a program with atomic blocks
 */
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void prepare(void)
{
}

int main(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_end();
    return pthread_once(&once, prepare);
}
