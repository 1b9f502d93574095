/* SPDX-License-Identifier: Apache-2.0 */
/* A member of a structure is read without its lock. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

struct device {
    pthread_mutex_t lock;
    int opened;
    int users;
};

static struct device device = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *open_device(void *unused)
{
    pthread_mutex_lock(&device.lock);
    device.opened = 1;
    device.users++;
    pthread_mutex_unlock(&device.lock);
    return unused;
}

static void *count_users(void *unused)
{
    int users = device.users;

    if (users > 1)
        reach_error();
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, open_device, 0);
    pthread_create(&b, 0, count_users, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
