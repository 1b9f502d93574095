/* SPDX-License-Identifier: Apache-2.0 */
/* libuv: WORKS works for its pool (UV_THREADPOOL_SIZE threads). */
#include <assert.h>
#include <uv.h>

static int ran[WORKS], done;

static void work(uv_work_t *w)
{
    ++*(int *)w->data;
}

static void after(uv_work_t *w, int status)
{
    assert(!status);
    done += *(int *)w->data;
}

int main(void)
{
    uv_loop_t loop;
    uv_work_t w[WORKS];

    assert(!uv_loop_init(&loop));
    for (int i = 0; i < WORKS; i++) {
        w[i].data = &ran[i];
        assert(!uv_queue_work(&loop, &w[i], work, after));
    }
    assert(!uv_run(&loop, UV_RUN_DEFAULT) && done == WORKS);
    assert(!uv_loop_close(&loop));
    return 0;
}
