/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: reading or writing a file that is mapped
 */
/* A file is written to as memory, and read by its descriptor. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static char *memory;

static void *write_memory(void *unused)
{
    memory[0] = 'b';
    return unused;
}

int main(void)
{
    int fd = open("mapped", O_RDWR | O_CREAT | O_TRUNC, 0600);
    pthread_t thread;
    char c;

    assert(write(fd, "a", 1) == 1);
    memory = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert(memory != MAP_FAILED);
    pthread_create(&thread, NULL, write_memory, NULL);
    assert(pread(fd, &c, 1, 0) == 1 && c == 'a');
    pthread_join(thread, NULL);
    return 0;
}
