/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: lock of a spin lock that has not been initialised
 */
/* Memory of zeros is no spin lock: on this processor it would be taken. */
#include <pthread.h>

static pthread_spinlock_t lock;

int main(void)
{
    return pthread_spin_lock(&lock);
}
