#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Files belong to an execution: those outside are as before a check, however it
# ends; and --share-files, replay --keep-files.
. "$(dirname "$0")/frame"

# It changes all that is in data/, and says so if it does not find that as it is
# now; in two executions.
cat >changes.c <<'END'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
static atomic_int x;
static void *add(void *unused)
{
    x++;
    return unused;
}
static int is(const char *path, const char *content)
{
    char text[100] = "";
    int file = open(path, O_RDONLY);
    int same = file >= 0 && read(file, text, 99) == (int)strlen(content) &&
               !strcmp(text, content);
    close(file);
    return same;
}
int main(int argc, char **argv)
{
    (void)argv;
    pthread_t thread;
    char text[10];
    int reader = open("data/log", O_RDONLY), writer, file, twin = dup(reader);
    pthread_create(&thread, 0, add, 0);
    x++;
    assert(is("data/log", "1\n") && read(reader, text, 2) == 2);
    struct stat before, after;
    stat("data/empty/../log", &before);
    writer = open("data/log", O_WRONLY | O_APPEND);
    fstat(writer, &after);
    assert(before.st_mode == after.st_mode &&
           before.st_mtim.tv_sec == after.st_mtim.tv_sec &&
           before.st_mtim.tv_nsec == after.st_mtim.tv_nsec);
    assert(write(writer, "2\n", 2) == 2 && is("data/log", "1\n2\n"));
    assert(read(twin, text, 10) == 2); /* the position is shared, */
    assert(read(reader, text, 10) == 0); /* and stays so */
    assert(is("data/empty/../old", "old\n"));
    assert(is("data/link", "old\n") && !rename("data/log", "data/old"));
    assert(is("data/old", "1\n2\n") && is("data/link", "1\n2\n"));
    file = open("data/link", O_WRONLY | O_TRUNC);
    assert(file >= 0 && is("data/old", "") && !unlink("data/link"));
    assert(!rmdir("data/empty") && rmdir("data/full") == -1);
    assert(!unlink("data/full/file") && !rmdir("data/full"));
    assert(!chmod("data/read-only", 0600) && !truncate("data/read-only", 1));
    file = open("data/shared", O_RDWR);
    char *memory = mmap(0, 4, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    assert(memory[0] == 'a');
    memory[0] = 'b';
    fclose(fopen("data/new", "w"));
    assert(!mkdir("data/folder", 0700) && !symlink("new", "data/folder/link"));
    pthread_join(thread, 0);
    if (argc > 1)
        abort();
    return 0;
}
END
lay_out() {
    rm -rf data && mkdir data data/empty data/full
    echo 1 >data/log
    echo old >data/old
    echo x >data/full/file
    echo all >data/read-only
    echo abc >data/shared
    ln -s old data/link
    chmod 400 data/read-only
    look >before
}
look() {
    find data -printf '%p %y %m %s %i %T@ %l\n' | sort
    find data -type f -exec cksum {} + | sort
}
unchanged() {
    look | cmp -s - before || failed "files were changed: $(look | diff before -)"
    nothing_left
}
"$MAZURKA" cc -g changes.c -o changes || failed 'does not compile'
lay_out
for options in '' -j2 --isolation=fork --algorithm=dpor --audit=all; do
    run 0 "$MAZURKA" check $options ./changes
    prints '2 executions'
    unchanged
done

# The execution of a report leaves what it has written where it is asked to.
for isolation in process fork; do
    run 42 "$MAZURKA" check --isolation=$isolation --format=json \
        --output=report.json ./changes -- abort
    unchanged
    run 42 "$MAZURKA" replay report.json --keep-files=kept
    unchanged
    [ -f "kept$work/data/new" ] && [ ! -s "kept$work/data/old" ] &&
        [ "$(cat "kept$work/data/shared")" = bbc ] &&
        [ "$(readlink "kept$work/data/folder/link")" = new ] ||
        failed "not kept: $(find kept)"
    [ ! -e "kept$work/data/log" ] && [ ! -e "kept$work/data/full" ] ||
        failed "kept what was removed: $(find kept)"
    run 2 "$MAZURKA" replay report.json --keep-files=kept
    one_line
    says 'name a new folder'
    rm -r kept
done

# With --share-files the second execution sees what the first has done.
run 42 "$MAZURKA" check --share-files ./changes
look | cmp -s - before && failed 'nothing was changed'
lay_out

# kill -9, of all at once, in the midst of it.
cat >endless.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>
static atomic_int x;
static void *add(void *unused)
{
    for (int i = 0; i < 40; i++) {
        FILE *log = fopen("data/log", "a");
        fputs("line\n", log);
        fclose(log);
        unlink("data/old");
        x++;
    }
    return unused;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, add, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 0;
}
END
"$MAZURKA" cc endless.c -o endless || failed 'does not compile'
empty() {
    [ -z "$(ls -A "$TMPDIR")" ]
}
for options in '' --isolation=fork -j2; do
    command="mazurka check $options ./endless, killed"
    setsid "$MAZURKA" check $options ./endless >.out 2>.err &
    mazurka=$!
    wait_until 20 child_of "$mazurka" endless >/dev/null ||
        failed 'does not start'
    sleep 0.3
    kill -9 "$(child_of "$mazurka" endless)" "$mazurka"
    wait "$mazurka" 2>/dev/null
    wait_until 3 alone || failed 'a process is left'
    wait_until 3 empty || nothing_left
    unchanged
done

# A file that was open for writing at the start, by two descriptors, and one
# that has no name any more.
cat >inherits.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>
static atomic_int x;
static void *add(void *unused)
{
    x++;
    return unused;
}
int main(void)
{
    char text[10] = "";
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    x++;
    assert(lseek(7, 0, SEEK_END) == 2 && write(8, "2\n", 2) == 2);
    assert(pread(7, text, 9, 0) == 4 && !strcmp(text, "1\n2\n"));
    assert(lseek(9, 0, SEEK_END) == 4 && write(9, "more", 4) == 4);
    assert(pwrite(7, "0", 1, 0) == 1);
    pthread_join(thread, 0);
    return 0;
}
END
"$MAZURKA" cc inherits.c -o inherits || failed 'does not compile'
for options in '' -j2 --isolation=fork; do
    echo old >nameless
    exec 7<>data/log 8<&7 9<>nameless
    rm nameless
    run 0 "$MAZURKA" check $options ./inherits
    [ "$(cat <&9)" = old ] || failed 'a file without a name was changed'
    exec 7<&- 8<&- 9<&-
    unchanged
done

# What cannot be private is refused by name.
refusal() {
    echo "#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) { $1; return 0; }" >refused.c
    run 2 "$MAZURKA" check refused.c
    says "unsupported: $2"
    unchanged
}
ln data/log twin
refusal 'open("data/log", O_WRONLY)' \
    "changing $work/data/log, a file that has several names"
rm twin
truncate -s 65M large
refusal 'open("large", O_RDWR)' "changing $work/large, a file of more than"
rm large
mkfifo pipe
refusal 'open("pipe", O_RDWR)' "changing $work/pipe, which is a device"
refusal 'mmap(0, 4, PROT_READ, MAP_SHARED, open("data/log", O_RDONLY), 0);
    open("data/log", O_RDWR)' "changing $work/data/log, a file that is mapped"
refusal 'rename("data", "moved")' 'rename of a folder that was there before'
refusal 'fchmod(open("data/log", O_RDONLY), 0700)' 'fchmod of a file that was'
refusal 'unlink("/proc/self/cwd/data/log")' 'unlink with a path into /proc'
refusal 'mkdir("made", 0700); chdir("made")' 'chdir to a folder that the'

# Where there is no room for private files, who needs none is checked.
write_correct ok.c
"$MAZURKA" cc ok.c -o ok || failed 'does not compile'
run 0 env TMPDIR=/no/such "$MAZURKA" check ./ok
refuses 1 'set TMPDIR' env TMPDIR=/no/such "$MAZURKA" check ./changes
unchanged
