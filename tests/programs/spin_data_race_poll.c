/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2 --audit=off
 * verdict: error
 * error: data-race
 */
/* As spin_data_race_trylock.c; that the waiting is over is told by a pipe that is found
 * empty. To take something out of it orders nothing for who looks. */
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int flag;
static int x, p[2];
static _Thread_local volatile int r;

static void *wait_and_tell(void *unused)
{
    char c;

    while (!flag)
        r = x;
    if (read(p[0], &c, 1) != 1)
        return NULL;
    return unused;
}

static void *write_when_told(void *unused)
{
    struct pollfd q = {p[0], POLLIN, 0};

    if (poll(&q, 1, 0) == 0)
        x = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    if (pipe(p) || write(p[1], "x", 1) != 1)
        return 1;
    pthread_create(&a, NULL, wait_and_tell, NULL);
    pthread_create(&b, NULL, write_when_told, NULL);
    flag = 1;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
