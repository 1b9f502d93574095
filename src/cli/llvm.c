/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/llvm.h"

#include <elf.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct file {
    const unsigned char *bytes;
    uint64_t size;
};

static bool open_file(struct file *file, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat stat;
    void *bytes = MAP_FAILED;

    if (fd >= 0 && fstat(fd, &stat) == 0 && stat.st_size > 0) {
        file->size = stat.st_size;
        bytes = mmap(NULL, file->size, PROT_READ, MAP_PRIVATE, fd, 0);
    }
    if (fd >= 0)
        close(fd);
    file->bytes = bytes;
    return bytes != MAP_FAILED;
}

/* `count` items of `size` bytes at `offset`, or NULL. */
static const void *items(const struct file *file, uint64_t offset,
                         uint64_t count, uint64_t size)
{
    return offset <= file->size && count <= (file->size - offset) / size &&
                   offset % 8 == 0
               ? file->bytes + offset
               : NULL;
}

/* Its sections; *count is 0 if it has none, or is not of this kind. */
static const Elf64_Shdr *sections_of(const struct file *file, size_t *count)
{
    const Elf64_Ehdr *header = items(file, 0, 1, sizeof *header);
    const Elf64_Shdr *sections = NULL;

    if (header && !memcmp(header->e_ident, ELFMAG, SELFMAG) &&
        header->e_ident[EI_CLASS] == ELFCLASS64 &&
        header->e_shentsize == sizeof *sections)
        sections =
            items(file, header->e_shoff, header->e_shnum, sizeof *sections);
    *count = sections ? header->e_shnum : 0;
    return sections;
}

/* The string that begins there in a section, or "". */
static const char *string_in(const struct file *file, const Elf64_Shdr *section,
                             uint64_t offset)
{
    if (section->sh_offset > file->size ||
        section->sh_size > file->size - section->sh_offset ||
        offset >= section->sh_size ||
        file->bytes[section->sh_offset + section->sh_size - 1])
        return "";
    return (const char *)file->bytes + section->sh_offset + offset;
}

static bool version_in(const char *library, char *out, size_t size)
{
    static const char clang[] = "libclang-cpp.so.";
    size_t length = 0;

    if (!strncmp(library, clang, sizeof clang - 1)) {
        library += sizeof clang - 1;
        length = strspn(library, "0123456789");
        snprintf(out, size, "%.*s", (int)length, library);
    }
    return length > 0;
}

static bool version_needed(const struct file *file, char *out, size_t size)
{
    size_t count;
    const Elf64_Shdr *sections = sections_of(file, &count);

    for (size_t i = 0; i < count; i++) {
        const Elf64_Shdr *s = &sections[i];
        uint64_t entries = s->sh_size / sizeof(Elf64_Dyn);
        const Elf64_Dyn *entry =
            items(file, s->sh_offset, entries, sizeof *entry);

        if (s->sh_type != SHT_DYNAMIC || s->sh_link >= count || !entry)
            continue;
        for (; entries-- > 0 && entry->d_tag != DT_NULL; entry++)
            if (entry->d_tag == DT_NEEDED &&
                version_in(string_in(file, &sections[s->sh_link],
                                     entry->d_un.d_val),
                           out, size))
                return true;
    }
    return false;
}

bool mz_llvm_version(const char *path, char *out, size_t size)
{
    struct file file;
    bool found;

    if (!open_file(&file, path))
        return false;
    found = version_needed(&file, out, size);
    munmap((void *)file.bytes, file.size);
    return found;
}
