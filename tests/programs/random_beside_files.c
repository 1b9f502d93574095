/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* /dev/urandom is read after a file has been made, as a database does: what it
 * has in the place of the device is not of /proc. */
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static void read_from(const char *device)
{
    unsigned long drawn = 0;
    int fd = open(device, O_RDONLY);

    assert(fd >= 0 && read(fd, &drawn, sizeof drawn) == sizeof drawn);
    assert(drawn && !close(fd));
}

int main(void)
{
    char name[] = "random_beside_files";
    int fd = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    FILE *stream;

    assert(fd >= 0 && write(fd, "a", 1) == 1);
    read_from("/dev/urandom");
    read_from("/dev/random");
    stream = fopen("/dev/urandom", "r");
    assert(stream && fgetc(stream) != EOF && !fclose(stream));
    assert(!close(fd) && !unlink(name));
    return 0;
}
