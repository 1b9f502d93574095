/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/unit.h"

#include <ar.h>
#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "base/text.h"
#include "region/note.h"

struct bytes {
    const unsigned char *at;
    size_t size;
};

static bool starts(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* ---- what compilers and libc add ----------------------------------------- */

/* By the names that files have up to there. */
static const char *const of_the_system[] = {
    "crt1.o",           "Scrt1.o",      "gcrt1.o",       "grcrt1.o",
    "rcrt1.o",          "Mcrt1.o",      "crti.o",        "crtn.o",
    "crtbegin",         "crtend",       "crtfastmath.o", "libc_nonshared.a(",
    "libpthread_nonshared.a(",          "libgcc.a(",     "libgcc_eh.a(",
    "libatomic.a(",     "libclang_rt.builtins",
    "libstdc++_nonshared.a(",
};

static bool is_of_the_system(const char *name)
{
    char folder[PATH_MAX], resolved[PATH_MAX];
    const char *part = mz_text_last_part(name);

    snprintf(folder, sizeof folder, "%.*s", (int)(part - name), name);
    if (!realpath(folder, resolved) ||
        (!starts(resolved, "/usr/") && !starts(resolved, "/lib")))
        return false;
    for (size_t i = 0; i < MZ_COUNT(of_the_system); i++)
        if (starts(part, of_the_system[i]))
            return true;
    return false;
}

/* ---- one object ---------------------------------------------------------- */

struct object {
    struct bytes bytes;
    const Elf64_Shdr *sections;
    size_t count;
};

/* `count` items of `size` bytes at `offset`; members of archives are aligned to
 * two bytes only, which this processor does not mind. */
static const void *piece(const struct bytes *bytes, uint64_t offset,
                         uint64_t count, uint64_t size)
{
    if (offset > bytes->size || count > (bytes->size - offset) / size)
        return NULL;
    return bytes->at + offset;
}

static bool open_object(struct object *o, struct bytes bytes)
{
    const Elf64_Ehdr *header = piece(&bytes, 0, 1, sizeof *header);

    if (!header || memcmp(header->e_ident, ELFMAG, SELFMAG) ||
        header->e_ident[EI_CLASS] != ELFCLASS64 ||
        header->e_shentsize != sizeof *o->sections)
        return false;
    *o = (struct object){.bytes = bytes, .count = header->e_shnum};
    o->sections = piece(&bytes, header->e_shoff, o->count, sizeof *o->sections);
    if (o->sections && !o->count) /* so many that the first one tells */
        o->count = o->sections[0].sh_size;
    o->sections = piece(&bytes, header->e_shoff, o->count, sizeof *o->sections);
    return o->sections;
}

static const char *string_of(const struct object *o, const Elf64_Shdr *strings,
                             uint64_t offset)
{
    const char *at = piece(&o->bytes, strings->sh_offset, strings->sh_size, 1);

    if (!at || offset >= strings->sh_size || at[strings->sh_size - 1])
        return "";
    return at + offset;
}

static bool has_code(const struct object *o)
{
    for (size_t i = 0; i < o->count; i++)
        if (o->sections[i].sh_flags & SHF_EXECINSTR && o->sections[i].sh_size)
            return true;
    return false;
}

/* Of one that `mazurka cc -r` has made: the note goes with it. */
static bool has_note(const struct object *o)
{
    const Elf64_Ehdr *header = (const void *)o->bytes.at;

    for (size_t i = 0; i < o->count; i++)
        if (o->sections[i].sh_type == SHT_NOTE &&
            header->e_shstrndx < o->count &&
            !strcmp(string_of(o, &o->sections[header->e_shstrndx],
                              o->sections[i].sh_name),
                    MZ_NOTE_SECTION))
            return true;
    return false;
}

static const Elf64_Shdr *symbol_table(const struct object *o)
{
    for (size_t i = 0; i < o->count; i++)
        if (o->sections[i].sh_type == SHT_SYMTAB &&
            o->sections[i].sh_link < o->count)
            return &o->sections[i];
    return NULL;
}

static size_t count_calls(const struct object *o, uint64_t symbol)
{
    size_t calls = 0;

    for (size_t i = 0; i < o->count; i++) {
        const Elf64_Shdr *s = &o->sections[i];
        size_t count = s->sh_size / sizeof(Elf64_Rela);
        const Elf64_Rela *r = piece(&o->bytes, s->sh_offset, count, sizeof *r);

        if (s->sh_type != SHT_RELA)
            continue;
        for (size_t k = 0; r && k < count; k++)
            calls += ELF64_R_SYM(r[k].r_info) == symbol;
    }
    return calls;
}

/* Several units that `ld -r` has made one have a name of a file each, and have
 * to call it as often. */
static bool is_instrumented(const struct object *o)
{
    const Elf64_Shdr *table = symbol_table(o);
    size_t count = table ? table->sh_size / sizeof(Elf64_Sym) : 0;
    const Elf64_Sym *s =
        table ? piece(&o->bytes, table->sh_offset, count, sizeof *s) : NULL;
    size_t files = 0, calls = 0;

    for (size_t i = 0; s && i < count; i++) {
        const char *name =
            string_of(o, &o->sections[table->sh_link], s[i].st_name);

        files += ELF64_ST_TYPE(s[i].st_info) == STT_FILE && *name;
        if (s[i].st_shndx == SHN_UNDEF && !strcmp(name, "__tsan_init"))
            calls = count_calls(o, i);
    }
    return calls && calls >= files;
}

static bool is_foreign(struct bytes bytes)
{
    struct object o;

    if (!open_object(&o, bytes))
        return true;
    return has_code(&o) && !has_note(&o) && !is_instrumented(&o);
}

/* ---- files, and members of archives -------------------------------------- */

static bool map_file(const char *path, struct bytes *bytes)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    void *at = MAP_FAILED;

    if (file >= 0 && fstat(file, &status) == 0 && status.st_size)
        at = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file,
                  0);
    if (file >= 0)
        close(file);
    if (at == MAP_FAILED)
        return false;
    *bytes = (struct bytes){at, (size_t)status.st_size};
    return true;
}

static bool file_is_foreign(const char *path)
{
    struct bytes bytes;
    bool foreign;

    if (!map_file(path, &bytes))
        return true;
    foreign = is_foreign(bytes);
    munmap((void *)bytes.at, bytes.size);
    return foreign;
}

struct archive {
    const char *path;
    struct bytes bytes;
    struct bytes names; /* the member `//`: long ones */
    bool is_thin;       /* members are files of their own */
};

/* Up to `/`, or `/` and a newline; `/12` is a place among the long ones. */
static void member_name(const struct archive *a, const struct ar_hdr *header,
                        char *out, size_t size)
{
    const char *name = header->ar_name;
    size_t length = sizeof header->ar_name, end = 0;

    if (name[0] == '/' && name[1] >= '0' && name[1] <= '9') {
        size_t offset = strtoul(name + 1, NULL, 10);

        name = offset < a->names.size ? (const char *)a->names.at + offset : "";
        length = offset < a->names.size ? a->names.size - offset : 0;
    }
    while (end < length && name[end] != '\n' &&
           !(name[end] == '/' && (end + 1 == length || name[end + 1] == '\n' ||
                                  name[end + 1] == ' ')))
        end++;
    snprintf(out, size, "%.*s", (int)end, name);
}

/* Beside the archive. */
static bool thin_member_is_foreign(const struct archive *a, const char *member)
{
    const char *part = mz_text_last_part(a->path);
    char path[2 * PATH_MAX];

    if (member[0] == '/')
        return file_is_foreign(member);
    snprintf(path, sizeof path, "%.*s%s", (int)(part - a->path), a->path,
             member);
    return file_is_foreign(path);
}

/* Members of one name: all of them; none at all is strange. */
static bool member_is_foreign(struct archive *a, const char *wanted)
{
    size_t at = SARMAG, found = 0;
    char name[PATH_MAX];

    while (at + sizeof(struct ar_hdr) <= a->bytes.size) {
        const struct ar_hdr *header = (const void *)(a->bytes.at + at);
        size_t size = strtoul(header->ar_size, NULL, 10);
        bool is_table = starts(header->ar_name, "//") ||
                        starts(header->ar_name, "/ ") ||
                        starts(header->ar_name, "/SYM64/");
        bool is_inside = !a->is_thin || is_table;

        at += sizeof *header;
        if (is_inside && size > a->bytes.size - at)
            return true;
        if (starts(header->ar_name, "//"))
            a->names = (struct bytes){a->bytes.at + at, size};
        member_name(a, header, name, sizeof name);
        if (!is_table &&
            !strcmp(mz_text_last_part(name), mz_text_last_part(wanted))) {
            found++;
            if (a->is_thin ? thin_member_is_foreign(a, name)
                           : is_foreign((struct bytes){a->bytes.at + at, size}))
                return true;
        }
        if (is_inside)
            at += size + size % 2;
    }
    return !found;
}

static bool archive_is_foreign(const char *path, const char *member)
{
    struct archive a = {.path = path};
    bool foreign = true;

    if (!map_file(path, &a.bytes))
        return true;
    a.is_thin = a.bytes.size > SARMAG && !memcmp(a.bytes.at, "!<thin>\n", 8);
    if (a.is_thin ||
        (a.bytes.size > SARMAG && !memcmp(a.bytes.at, ARMAG, SARMAG)))
        foreign = member_is_foreign(&a, member);
    munmap((void *)a.bytes.at, a.bytes.size);
    return foreign;
}

bool mz_unit_is_foreign(const char *name)
{
    const char *open = strrchr(name, '(');
    size_t length = strlen(name);
    char path[PATH_MAX], member[PATH_MAX];

    if (is_of_the_system(name))
        return false;
    if (!open || open == name || name[length - 1] != ')' ||
        access(name, F_OK) == 0)
        return file_is_foreign(name);
    snprintf(path, sizeof path, "%.*s", (int)(open - name), name);
    snprintf(member, sizeof member, "%.*s",
             (int)(name + length - 1 - (open + 1)), open + 1);
    return archive_is_foreign(path, member);
}
