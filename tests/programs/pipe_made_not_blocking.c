/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* Beside another thread one makes a pipe of its own, and says that it does not
 * wait; then hands it over. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int handed = -1;

static void *run(void *unused)
{
    int ends[2];
    char c;

    assert(!pipe(ends));
    assert(!fcntl(ends[0], F_SETFL, O_NONBLOCK));
    assert(read(ends[0], &c, 1) == -1 && errno == EAGAIN);
    assert(write(ends[1], "x", 1) == 1);
    pthread_mutex_lock(&m);
    handed = ends[0];
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;
    char c = 0;
    int fd;

    pthread_create(&t, NULL, run, NULL);
    pthread_mutex_lock(&m);
    fd = handed;
    pthread_mutex_unlock(&m);
    if (fd >= 0)
        assert(read(fd, &c, 1) == 1 && c == 'x');
    pthread_join(t, NULL);
    assert(read(handed, &c, 1) == (fd >= 0 ? -1 : 1));
    return 0;
}
