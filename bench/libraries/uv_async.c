/* SPDX-License-Identifier: Apache-2.0 */
/* libuv: another thread wakes the loop SENDS times. */
#include <assert.h>
#include <uv.h>

static uv_async_t async;
static int woken;

static void on_wake(uv_async_t *handle)
{
    woken++;
    uv_close((uv_handle_t *)handle, NULL);
}

static void wake(void *unused)
{
    (void)unused;
    for (int i = 0; i < SENDS; i++)
        assert(!uv_async_send(&async));
}

int main(void)
{
    uv_loop_t loop;
    uv_thread_t t;

    assert(!uv_loop_init(&loop) && !uv_async_init(&loop, &async, on_wake));
    assert(!uv_thread_create(&t, wake, NULL));
    assert(!uv_run(&loop, UV_RUN_DEFAULT));
    assert(!uv_thread_join(&t) && woken == 1);
    assert(!uv_loop_close(&loop));
    return 0;
}
