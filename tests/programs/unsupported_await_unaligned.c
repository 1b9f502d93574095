/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: mz_await on a variable that crosses 8 aligned bytes
 */
#include <mazurka.h>
#include <stdint.h>

static struct __attribute__((packed, aligned(8))) {
    char before[6];
    uint32_t x;
} s;

int main(void)
{
    uint32_t *volatile x = (void *)(s.before + 6);

    mz_await(*x, ==, 0);
    return 0;
}
