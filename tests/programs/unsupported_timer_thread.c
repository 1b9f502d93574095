/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: timer_create with SIGEV_THREAD
 */
/* A thread of libc's would call the function. */
#include <signal.h>
#include <stddef.h>
#include <time.h>

static void call(union sigval value)
{
    (void)value;
}

int main(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD};
    timer_t timer;

    event.sigev_notify_function = call;
    return timer_create(CLOCK_MONOTONIC, &event, &timer);
}
