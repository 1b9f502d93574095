/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* Who converts a lock waits for other descriptions, not for what another thread
 * has done by a duplicate meanwhile: its shared lock is converted, too. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int file, twin, other;

static void *convert(void *unused)
{
    assert(!flock(file, LOCK_EX));
    return unused;
}

static void *share(void *unused)
{
    assert(!flock(twin, LOCK_SH));
    return unused;
}

int main(void)
{
    pthread_t a, b;

    file = open("flock_twin.txt", O_RDWR | O_CREAT, 0600);
    twin = dup(file);
    other = open("flock_twin.txt", O_RDWR);
    assert(!flock(other, LOCK_SH) && !flock(file, LOCK_SH));
    pthread_create(&a, NULL, convert, NULL);
    pthread_create(&b, NULL, share, NULL);
    pthread_join(b, NULL);
    assert(!flock(other, LOCK_UN));
    pthread_join(a, NULL);
    return 0;
}
