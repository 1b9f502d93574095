/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/linker.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "base/text.h"
#include "cli/driver.h"
#include "cli/home.h"
#include "cli/link_map.h"
#include "cli/message.h"
#include "cli/tool.h"
#include "cli/unit.h"
#include "region/note.h"

struct link {
    char linker[PATH_MAX];
    struct mz_home home;
    const char *output;
    const char *map; /* the user's, or NULL */
    char own_map[PATH_MAX];
    bool has_object;
    bool is_relocatable; /* addresses are not those of a program */
    bool prints_map; /* to standard output: there can be no other */
};

bool mz_linker_is(const char *path)
{
    const char *name = mz_text_last_part(path);

    return !strcmp(name, "ld") || !strncmp(name, "ld.", 3);
}

/* ---- the arguments ------------------------------------------------------- */

static bool ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), other = strlen(end);

    return length > other && !strcmp(text + length - other, end);
}

/* The value of an option, joined by `=` or the next word; NULL: another one. */
static const char *value_of(char *const *word, const char *option)
{
    const char *text = *word + (**word == '-') + (!strncmp(*word, "--", 2));
    size_t length = strlen(option);

    if (**word != '-' || strncmp(text, option, length))
        return NULL;
    if (text[length] == '=')
        return text + length + 1;
    return text[length] ? NULL : word[1];
}

static void read_word(struct link *link, char *const *word)
{
    const char *value;

    if ((value = value_of(word, "Map")))
        link->map = value;
    else if ((value = value_of(word, "output")) ||
             (value = value_of(word, "o")))
        link->output = value;
    else if (!strncmp(*word, "-o", 2) && (*word)[2])
        link->output = *word + 2;
    else if (!strcmp(*word, "-r") || !strcmp(*word, "--relocatable"))
        link->is_relocatable = true;
    else if (!strcmp(*word, "-M") || !strcmp(*word, "--print-map"))
        link->prints_map = true;
    else if (**word != '-')
        link->has_object |= ends_in(*word, ".o") || ends_in(*word, ".a");
}

static void read_arguments(struct link *link, char *const *arguments)
{
    struct mz_arguments words = {0};

    mz_driver_expand(&words, arguments);
    for (size_t i = 0; i < words.count; i++)
        read_word(link, words.items + i);
}

static bool make_map(struct link *link)
{
    const char *place = getenv("TMPDIR");
    int file;

    snprintf(link->own_map, sizeof link->own_map, "%s/mazurka-map-XXXXXX",
             place && *place ? place : "/tmp");
    file = mkstemp(link->own_map);
    if (file < 0)
        return false;
    close(file);
    link->map = link->own_map;
    return true;
}

/* Where nothing can be told the note stays as it is, and says so. */
static bool add_ours(struct mz_arguments *command, struct link *link)
{
    char word[PATH_MAX + 8];

    if (!link->has_object)
        return false;
    snprintf(word, sizeof word, "%s/mazurka-units.o", link->home.libraries);
    mz_arguments_add(command, word);
    if (link->map)
        return true;
    if (link->prints_map || !make_map(link))
        return false;
    snprintf(word, sizeof word, "-Map=%s", link->own_map);
    mz_arguments_add(command, word);
    return true;
}

/* ---- the note ------------------------------------------------------------ */

struct note {
    char *text;
    size_t size, used;
    bool is_full;
};

/* As much of `/tmp/x/libx.a(y.o)` as one says: libx.a(y.o). */
static const char *name_of(const char *file)
{
    const char *open = strrchr(file, '('), *name = file;

    for (const char *c = file; *c && c != open; c++)
        if (*c == '/')
            name = c + 1;
    return name;
}

/* `1129-1134 libx.a(y.o)` */
static void add_unit(struct note *note, const struct mz_link_file *file,
                     bool has_place)
{
    static const char more[] = "0-0 " MZ_NOTE_MORE "\n";
    char line[PATH_MAX + 64];
    size_t length;

    snprintf(line, sizeof line, "%llx-%llx %s\n",
             has_place ? (unsigned long long)file->start : 0,
             has_place ? (unsigned long long)file->end : 0,
             name_of(file->name));
    length = strlen(line);
    if (note->is_full)
        return;
    note->is_full = note->used + length + sizeof more >= note->size;
    if (note->is_full)
        length = strlen(strcpy(line, more));
    memcpy(note->text + note->used, line, length);
    note->used += length;
}

/* What was made in passing, when all was linked, has no objects to look at. */
static bool is_made_by_linker(const char *file)
{
    return strstr(file, ".ltrans") || strstr(file, "lto-llvm") ||
           strstr(file, ".lto.o");
}

static void fill_in(struct note *note, const struct link *link,
                    const struct mz_link_map *map)
{
    memset(note->text, 0, note->size);
    note->text[note->used++] = MZ_NOTE_KNOWN;
    for (size_t i = 0; i < map->count; i++) {
        const struct mz_link_file *file = &map->files[i];

        if (is_made_by_linker(file->name) || mz_unit_is_foreign(file->name))
            add_unit(note, file, !link->is_relocatable);
    }
}

/* Of the notes in the section, that which is not filled in; the linker wrote
 * the file just now, so that it is as it should be. */
static char *find_empty(char *at, const char *end)
{
    while (at + sizeof(Elf64_Nhdr) < end) {
        const Elf64_Nhdr *header = (const void *)at;
        char *text = at + sizeof *header + ((header->n_namesz + 3) & ~3u);

        if (text < end && header->n_type == MZ_NOTE_UNITS &&
            *text == MZ_NOTE_UNKNOWN &&
            header->n_descsz <= (size_t)(end - text))
            return text;
        at = text + ((header->n_descsz + 3) & ~3u);
    }
    return NULL;
}

static size_t size_of_note(const char *text)
{
    const Elf64_Nhdr *header =
        (const void *)(text - sizeof MZ_NOTE_OWNER - sizeof *header);

    return header->n_descsz;
}

static char *find_note(char *file, size_t size)
{
    const Elf64_Ehdr *header = (const void *)file;
    const Elf64_Shdr *sections = (const void *)(file + header->e_shoff);
    const char *names;

    if (size < sizeof *header || memcmp(file, ELFMAG, SELFMAG) ||
        header->e_shoff + header->e_shnum * sizeof *sections > size)
        return NULL;
    names = file + sections[header->e_shstrndx].sh_offset;
    for (unsigned i = 0; i < header->e_shnum; i++) {
        const Elf64_Shdr *s = &sections[i];
        char *text;

        if (s->sh_type != SHT_NOTE || s->sh_offset + s->sh_size > size ||
            strncmp(names + s->sh_name, ".note", 5))
            continue;
        text =
            find_empty(file + s->sh_offset, file + s->sh_offset + s->sh_size);
        if (text)
            return text;
    }
    return NULL;
}

static void write_note(const struct link *link, const struct mz_link_map *map)
{
    int file = open(link->output, O_RDWR | O_CLOEXEC);
    struct note note = {0};
    struct stat status;
    char *at;

    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return;
    at = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED,
              file, 0);
    close(file);
    if (at == MAP_FAILED)
        return;
    note.text = find_note(at, (size_t)status.st_size);
    if (note.text) {
        note.size = size_of_note(note.text);
        fill_in(&note, link, map);
    }
    munmap(at, (size_t)status.st_size);
}

/* ---- the linker ---------------------------------------------------------- */

static bool is_same_folder(const char *path, const struct stat *status)
{
    struct stat other;

    return stat(path, &other) == 0 && S_ISDIR(other.st_mode) &&
           other.st_dev == status->st_dev && other.st_ino == status->st_ino;
}

/* -L of a folder that an earlier one names, too. gcc gives some by three names,
 * and gold reads the whole folder for each. */
static bool is_repeated(char *const *words, char *const *word)
{
    struct stat status;

    if (strncmp(*word, "-L", 2) != 0 || stat(*word + 2, &status) != 0)
        return false;
    for (; words < word; words++)
        if (!strncmp(*words, "-L", 2) && is_same_folder(*words + 2, &status))
            return true;
    return false;
}

/* Ours in place of gcc's runtime of OpenMP, which cannot be looked into. */
static void add_openmp(struct mz_arguments *command, const struct link *link)
{
    char word[PATH_MAX + 32];

    snprintf(word, sizeof word, "%s/libmazurka-openmp.a", link->home.libraries);
    mz_arguments_add(command, word);
}

static void add_users(struct mz_arguments *command, const struct link *link,
                      char *const *words)
{
    for (char *const *word = words; *word; word++)
        if (!strcmp(*word, "-lgomp") || ends_in(*word, "/libgomp.so"))
            add_openmp(command, link);
        else if (!is_repeated(words, word))
            mz_arguments_add(command, *word);
}

static int run(char *const *command)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        execv(command[0], command);
        _exit(127);
    }
    if (child < 0)
        return mz_failed("cannot start a process: %s", strerror(errno));
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(status))
        return mz_failed("%s was killed by signal %d", command[0],
                         WTERMSIG(status));
    return WEXITSTATUS(status);
}

int mz_linker_run(char *const *argv)
{
    struct link link = {.output = "a.out"};
    struct mz_arguments command = {0};
    struct mz_link_map map = {0};
    bool tells;
    int status;

    if (!mz_home_find(&link.home))
        return MZ_EXIT_FAILED;
    if (!mz_tool_find(mz_text_last_part(argv[0]), link.linker))
        return mz_refuse("no linker: '%s' is not found; install it",
                         mz_text_last_part(argv[0]));
    read_arguments(&link, argv + 1);
    mz_arguments_add(&command, link.linker);
    tells = add_ours(&command, &link);
    add_users(&command, &link, argv + 1);
    status = run(command.items);
    if (!status && tells && mz_link_map_read(link.map, &map))
        write_note(&link, &map);
    if (link.own_map[0])
        unlink(link.own_map);
    return status;
}
