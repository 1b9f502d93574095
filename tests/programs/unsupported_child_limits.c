/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: system after limits or scheduling were set
 */
/* Of a limit that an execution sets the kernel knows nothing. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>

static void *set(void *unused)
{
    const struct rlimit none = {0, 0};

    setrlimit(RLIMIT_CORE, &none);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, set, NULL);
    system("ulimit -c");
    pthread_join(thread, NULL);
    return 0;
}
