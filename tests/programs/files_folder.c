/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 2
 */
/* A folder that an execution makes, what is in it, and what the kernel says to
 * what is wrong; in both orders of two additions. */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int x;

static void *add(void *unused)
{
    atomic_fetch_add(&x, 1);
    return unused;
}

static int count(const char *path)
{
    DIR *folder = opendir(path);
    int entries = 0;

    assert(folder);
    while (readdir(folder))
        entries++;
    closedir(folder);
    return entries;
}

static void make(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);

    assert(file >= 0 && write(file, "1", 1) == 1 && !close(file));
}

static void work(void)
{
    int before = count("."), folder;
    struct stat status;

    assert(!mkdir("files_folder", 0755) && count(".") == before + 1);
    assert(mkdir("files_folder", 0755) == -1 && errno == EEXIST);
    assert(open("files_folder/none/file", O_WRONLY | O_CREAT, 0600) == -1 &&
           errno == ENOENT);
    make("files_folder/a");
    make("files_folder/b");
    assert(open("files_folder/a/b", O_WRONLY | O_CREAT, 0600) == -1 &&
           errno == ENOTDIR);
    assert(rmdir("files_folder") == -1 && errno == ENOTEMPTY);
    assert(rmdir("files_folder/a") == -1 && errno == ENOTDIR);
    assert(!rename("files_folder", "files_moved"));
    assert(access("files_folder/a", F_OK) == -1 && errno == ENOENT);
    folder = open("files_moved", O_RDONLY | O_DIRECTORY);
    assert(folder >= 0 && !fstatat(folder, "a", &status, 0));
    assert(status.st_size == 1 && !linkat(folder, "a", folder, "c", 0));
    assert(!stat("files_moved/c", &status) && status.st_nlink == 2);
    assert(!symlink("b", "files_moved/link") && count("files_moved") == 6);
    assert(!unlink("files_moved/b") && access("files_moved/link", F_OK) == -1);
    make("./files_moved/../files_moved//b");
    assert(!access("files_moved/link", F_OK));
    assert(!unlinkat(folder, "b", 0) && !remove("files_moved/link"));
    assert(!remove("files_moved/a") && !unlink("files_moved/c"));
    assert(!rmdir("files_moved") && count(".") == before);
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, add, NULL);
    add(NULL);
    work();
    pthread_join(thread, NULL);
    make("files_left"); /* is not there in the second execution */
    return 0;
}
