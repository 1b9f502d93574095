/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-events=200
 * verdict: incomplete
 */
/* What changes from turn to turn is where a file stands, which only the kernel
 * knows. */
#include <assert.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int x;

static int goes_on(int file)
{
    char c;

    return read(file, &c, 1) == 1 && lseek(file, 0, SEEK_CUR) < 5000;
}

int main(void)
{
    int file = open("/proc/self/exe", O_RDONLY);

    assert(file >= 0);
    while (goes_on(file))
        atomic_exchange(&x, 0);
    return 0;
}
