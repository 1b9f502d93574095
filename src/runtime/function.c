/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/function.h"

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/system_call.h"
#include "base/text.h"
#include "runtime/library.h"

enum { UNKNOWN_SIZE = 64 };

struct image {
    const char *bytes;
    uint64_t size;
};

struct place {
    uint64_t pc;   /* in memory; then as the file has it */
    char path[MZ_MAX_PATH];
};

static int find_module(struct dl_phdr_info *info, size_t size, void *argument)
{
    struct place *place = argument;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];

        if (p->p_type != PT_LOAD ||
            place->pc - (info->dlpi_addr + p->p_vaddr) >= p->p_memsz)
            continue;
        place->pc -= info->dlpi_addr;
        mz_format(place->path, sizeof place->path, "%s",
                  info->dlpi_name[0] ? info->dlpi_name : "/proc/self/exe");
        return 1;
    }
    return 0;
}

static bool map_file(struct image *image, const char *path)
{
    int fd = MZ_SYSTEM(openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    long got = -1;

    if (fd < 0)
        return false;
    if (!MZ_SYSTEM(fstat, fd, &status))
        got = MZ_SYSTEM(mmap, 0, status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    MZ_SYSTEM(close, fd);
    if (got < 0)
        return false;
    image->bytes = (const char *)got;
    image->size = status.st_size;
    return true;
}

/* A part of the file; NULL: it has no such part. */
static const void *part(const struct image *image, uint64_t offset,
                        uint64_t size)
{
    return offset <= image->size && size <= image->size - offset
               ? image->bytes + offset
               : NULL;
}

/* Labels of assembly have no type. */
static bool is_code(const ElfW(Sym) *symbol)
{
    unsigned type = ELF64_ST_TYPE(symbol->st_info);

    return (type == STT_FUNC || type == STT_NOTYPE) &&
           symbol->st_shndx != SHN_UNDEF && symbol->st_shndx != SHN_ABS;
}

static void take(struct mz_function *out, const ElfW(Sym) *symbol,
                 const char *name)
{
    mz_format(out->name, sizeof out->name, "%s", name);
    out->start = symbol->st_value;
    out->size = symbol->st_size ? symbol->st_size : UNKNOWN_SIZE;
}

/* The last symbol up to pc, with its size, if it has one: start code often has
 * none, and what comes next is the program's. */
static bool look_in(const struct image *image, const ElfW(Shdr) *table,
                    const ElfW(Shdr) *strings, uint64_t pc,
                    struct mz_function *out)
{
    const ElfW(Sym) *symbol = part(image, table->sh_offset, table->sh_size);
    const char *text = part(image, strings->sh_offset, strings->sh_size);
    const ElfW(Sym) *last = NULL;

    if (!symbol || !text || !strings->sh_size || text[strings->sh_size - 1])
        return false;
    for (uint64_t n = table->sh_size / sizeof *symbol; n--; symbol++)
        if (is_code(symbol) && symbol->st_value <= pc &&
            (!last || symbol->st_value > last->st_value))
            last = symbol;
    if (!last || last->st_name >= strings->sh_size)
        return false;
    take(out, last, text + last->st_name);
    return pc - out->start < out->size;
}

/* The table of symbols of that kind, and that of their names. False: there is
 * none. */
static bool find_table(const struct image *image, ElfW(Word) kind,
                       const ElfW(Shdr) **table, const ElfW(Shdr) **strings)
{
    const ElfW(Ehdr) *head = part(image, 0, sizeof *head);
    const ElfW(Shdr) *sections =
        head ? part(image, head->e_shoff, head->e_shnum * sizeof *sections)
             : NULL;

    for (unsigned i = 0; sections && i < head->e_shnum; i++) {
        *table = &sections[i];
        if ((*table)->sh_type != kind ||
            (*table)->sh_link >= head->e_shnum)
            continue;
        *strings = &sections[(*table)->sh_link];
        return true;
    }
    return false;
}

static bool look(const struct image *image, uint64_t pc,
                 struct mz_function *out)
{
    const ElfW(Shdr) *table, *strings;

    return find_table(image, SHT_SYMTAB, &table, &strings) &&
           look_in(image, table, strings, pc, out);
}

bool mz_function_find(uint64_t pc, struct mz_function *out)
{
    struct place place = {.pc = pc};
    struct image image;
    bool found;

    mz_library_show(true);
    found = dl_iterate_phdr(find_module, &place);
    mz_library_show(false);
    if (!found || !map_file(&image, place.path))
        return false;
    found = look(&image, place.pc, out);
    out->start += pc - place.pc; /* as it is in memory */
    MZ_SYSTEM(munmap, image.bytes, image.size);
    return found;
}

/* ---- objects ------------------------------------------------------------- */

struct objects {
    const char *name;
    struct mz_named_object *at;
    unsigned count, most;
};

static const ElfW(Sym) *look_for(const struct image *image, ElfW(Word) kind,
                                 const char *name)
{
    const ElfW(Shdr) *table, *strings;
    const ElfW(Sym) *symbol;
    const char *text;

    if (!find_table(image, kind, &table, &strings))
        return NULL;
    symbol = part(image, table->sh_offset, table->sh_size);
    text = part(image, strings->sh_offset, strings->sh_size);
    if (!symbol || !text || !strings->sh_size || text[strings->sh_size - 1])
        return NULL;
    for (uint64_t n = table->sh_size / sizeof *symbol; n--; symbol++)
        if (ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT &&
            symbol->st_shndx != SHN_UNDEF &&
            symbol->st_name < strings->sh_size &&
            mz_text_equals(text + symbol->st_name, name))
            return symbol;
    return NULL;
}

/* What a library gives to others it has in a table that nobody strips. */
static int add_object(struct dl_phdr_info *info, size_t size, void *argument)
{
    struct objects *objects = argument;
    const char *path = info->dlpi_name[0] ? info->dlpi_name : "/proc/self/exe";
    const ElfW(Sym) *symbol;
    struct image image;

    (void)size;
    if (objects->count == objects->most)
        return 1;
    if (!map_file(&image, path))
        return 0;
    symbol = look_for(&image, SHT_SYMTAB, objects->name);
    if (!symbol)
        symbol = look_for(&image, SHT_DYNSYM, objects->name);
    if (symbol)
        objects->at[objects->count++] = (struct mz_named_object){
            symbol->st_value + info->dlpi_addr, symbol->st_size};
    MZ_SYSTEM(munmap, image.bytes, image.size);
    return 0;
}

unsigned mz_function_find_objects(const char *name,
                                  struct mz_named_object *at, unsigned most)
{
    struct objects objects = {.name = name, .at = at, .most = most};

    mz_library_show(true);
    dl_iterate_phdr(add_object, &objects);
    mz_library_show(false);
    return objects.count;
}
