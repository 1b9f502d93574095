/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: pthread_cond_signal in an atomic block
 */
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

int main(void)
{
    __VERIFIER_atomic_begin();
    pthread_cond_signal(&cond);
    __VERIFIER_atomic_end();
    return 0;
}
