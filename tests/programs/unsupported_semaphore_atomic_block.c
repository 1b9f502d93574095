/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: sem_post in an atomic block
 */
#include <semaphore.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static sem_t s;

int main(void)
{
    sem_init(&s, 0, 0);
    __VERIFIER_atomic_begin();
    sem_post(&s);
    __VERIFIER_atomic_end();
    return 0;
}
