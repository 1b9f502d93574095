/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -fsanitize=address
 * verdict: error
 * error: memory
 * message: stack-buffer-underflow: write of 1 byte, 1 byte before bytes, which has 10 bytes
 */
/* A jump leaves the frames below; the one that it leads to keeps its zones. */
#include <setjmp.h>

static jmp_buf here;

__attribute__((noinline)) static void touch(volatile char *bytes, int at)
{
    bytes[at] = 1;
}

__attribute__((noinline)) static void leave(void)
{
    char bytes[10];

    touch(bytes, 9);
    longjmp(here, 1);
}

int main(void)
{
    char bytes[10];

    touch(bytes, 9);
    if (!setjmp(here))
        leave();
    touch(bytes, -1);
    return 0;
}
