/* SPDX-License-Identifier: Apache-2.0 */
/* A driver's device: it is read without its lock before it was marked absent,
 * so somebody may be opening it. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>
#include <stdlib.h>

struct usb_device {
    pthread_mutex_t lock;
    int present;
    int opens;
};

struct usb_device *device;

void *driver_open(void *unused)
{
    pthread_mutex_lock(&device->lock);
    if (device->present)
        device->opens++;
    pthread_mutex_unlock(&device->lock);
    return 0;
}

void *driver_disconnect(void *unused)
{
    int opens = device->opens;

    pthread_mutex_lock(&device->lock);
    device->present = 0;
    pthread_mutex_unlock(&device->lock);
    if (opens != 0 && opens != 1)
        reach_error();
    return 0;
}

int main()
{
    pthread_t a, b;

    device = malloc(sizeof *device);
    if (!device)
        abort();
    pthread_mutex_init(&device->lock, 0);
    device->present = 1;
    device->opens = 0;
    pthread_create(&a, 0, driver_open, 0);
    pthread_create(&b, 0, driver_disconnect, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_mutex_destroy(&device->lock);
    free(device);
    return 0;
}
