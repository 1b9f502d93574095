/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -fsanitize=address
 * verdict: error
 * error: memory
 * message: stack-buffer-overflow: read of 14 bytes, 0 bytes after
 */
/* Arrays whose length is known when it runs, of a thread each. Only the last
 * access is too far. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_size_t length = 13;

static void *run(void *unused)
{
    char bytes[atomic_load(&length)];

    memset(bytes, 1, sizeof bytes);
    return memchr(bytes, 2, sizeof bytes) ? unused : NULL;
}

int main(void)
{
    pthread_t thread;
    size_t n = atomic_load(&length);

    for (size_t i = 1; i < 4; i++) {
        char bytes[n * i];

        memset(bytes, 1, sizeof bytes);
    }
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);

    char bytes[n];

    memset(bytes, 1, n);
    return memchr(bytes, 2, n + 1) != NULL;
}
