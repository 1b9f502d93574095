/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/inspect.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/base.h"
#include "cli/message.h"

/* A file in memory, and what its dynamic section says. */
struct image {
    const char *path;
    const unsigned char *bytes;
    size_t size;
    const Elf64_Phdr *segments;
    size_t segment_count;
    const Elf64_Dyn *dynamic;
    size_t dynamic_count;
    const char *strings; /* zero-terminated */
    size_t strings_size;
    bool has_interpreter;
    bool is_pie;
    bool is_preloaded;
    bool needs_mazurka;
    bool needs_tsan;
    bool needs_asan;
    bool defines_tsan;
    bool defines_asan;
    bool uses_tsan;
};

/* ---- names --------------------------------------------------------------- */

static bool ends_as(const char *name, const char *const *endings, size_t count)
{
    const char *slash = strrchr(name, '/');
    const char *dot = strrchr(slash ? slash : name, '.');

    for (size_t i = 0; dot && i < count; i++)
        if (!strcmp(dot, endings[i]))
            return true;
    return false;
}

bool mz_inspect_is_cxx(const char *name)
{
    static const char *const endings[] = {".cc",  ".cpp", ".cxx", ".C",
                                          ".c++", ".cp",  ".CPP", ".ii"};

    return ends_as(name, endings, MZ_COUNT(endings));
}

bool mz_inspect_is_source(const char *name)
{
    static const char *const endings[] = {".c", ".i"};

    return ends_as(name, endings, MZ_COUNT(endings)) || mz_inspect_is_cxx(name);
}

bool mz_inspect_is_linked(const char *name)
{
    static const char *const endings[] = {".o", ".a", ".so"};

    return ends_as(name, endings, MZ_COUNT(endings));
}

/* ---- reading ELF --------------------------------------------------------- */

/* `count` items of `size` bytes at `offset` of the file, or NULL. */
static const void *piece(const struct image *image, uint64_t offset,
                         uint64_t count, uint64_t size)
{
    if (offset > image->size || count > (image->size - offset) / size ||
        offset % 8)
        return NULL;
    return image->bytes + offset;
}

/* Where in the file an address of the program is, or beyond its end. */
static uint64_t offset_of(const struct image *image, uint64_t address)
{
    for (size_t i = 0; i < image->segment_count; i++) {
        const Elf64_Phdr *segment = &image->segments[i];

        if (segment->p_type == PT_LOAD && address >= segment->p_vaddr &&
            address - segment->p_vaddr < segment->p_filesz)
            return address - segment->p_vaddr + segment->p_offset;
    }
    return UINT64_MAX;
}

static void read_segments(struct image *image)
{
    const Elf64_Ehdr *header = (const void *)image->bytes;

    image->segments =
        piece(image, header->e_phoff, header->e_phnum, sizeof *image->segments);
    image->segment_count = image->segments ? header->e_phnum : 0;
    for (size_t i = 0; i < image->segment_count; i++) {
        const Elf64_Phdr *segment = &image->segments[i];

        if (segment->p_type == PT_INTERP)
            image->has_interpreter = true;
        if (segment->p_type == PT_DYNAMIC) {
            image->dynamic_count = segment->p_filesz / sizeof(Elf64_Dyn);
            image->dynamic = piece(image, segment->p_offset,
                                   image->dynamic_count, sizeof(Elf64_Dyn));
        }
    }
    if (!image->dynamic)
        image->dynamic_count = 0;
}

static uint64_t dynamic_value(const struct image *image, int64_t tag)
{
    for (size_t i = 0; i < image->dynamic_count; i++) {
        if (image->dynamic[i].d_tag == tag)
            return image->dynamic[i].d_un.d_val;
        if (image->dynamic[i].d_tag == DT_NULL)
            break;
    }
    return 0;
}

static void read_strings(struct image *image)
{
    uint64_t offset = offset_of(image, dynamic_value(image, DT_STRTAB));
    uint64_t size = dynamic_value(image, DT_STRSZ);

    if (offset < image->size && size && size <= image->size - offset &&
        image->bytes[offset + size - 1] == '\0') {
        image->strings = (const char *)image->bytes + offset;
        image->strings_size = size;
    }
}

static const char *string_at(const struct image *image, uint64_t offset)
{
    return offset < image->strings_size ? image->strings + offset : "";
}

static bool starts(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

static void read_dynamic(struct image *image)
{
    for (size_t i = 0; i < image->dynamic_count; i++) {
        const Elf64_Dyn *entry = &image->dynamic[i];

        if (entry->d_tag == DT_NULL)
            break;
        if (entry->d_tag == DT_FLAGS_1 && entry->d_un.d_val & DF_1_PIE)
            image->is_pie = true;
        if (entry->d_tag == DT_NEEDED) {
            const char *name = string_at(image, entry->d_un.d_val);

            image->needs_mazurka |= starts(name, "libmazurka.so");
            image->needs_tsan |=
                starts(name, "libtsan.so") || starts(name, "libclang_rt.tsan");
            image->needs_asan |=
                starts(name, "libasan.so") || starts(name, "libclang_rt.asan");
        }
    }
}

/* The dynamic symbols end where their strings begin, as linkers have it; if
 * not, the last ones read mean nothing, and are not called so. */
static void read_symbols(struct image *image)
{
    uint64_t first = dynamic_value(image, DT_SYMTAB);
    uint64_t last = dynamic_value(image, DT_STRTAB);
    uint64_t count = last > first ? (last - first) / sizeof(Elf64_Sym) : 0;
    uint64_t offset = offset_of(image, first);
    const Elf64_Sym *symbols;

    if (offset == UINT64_MAX)
        return;
    symbols = piece(image, offset, count, sizeof *symbols);
    for (uint64_t i = 0; symbols && i < count; i++) {
        const char *name = string_at(image, symbols[i].st_name);

        if (!strcmp(name, "__tsan_init")) {
            image->uses_tsan = true;
            image->defines_tsan = symbols[i].st_shndx != SHN_UNDEF;
        }
        if (!strcmp(name, "__asan_init"))
            image->defines_asan = symbols[i].st_shndx != SHN_UNDEF;
    }
}

/* ---- verdicts ------------------------------------------------------------ */

static bool is_text(const struct image *image)
{
    size_t looked_at = image->size < 4096 ? image->size : 4096;

    for (size_t i = 0; i < looked_at; i++) {
        unsigned char byte = image->bytes[i];

        if (byte < 0x20 && !strchr("\t\n\r\f\v\033", byte))
            return false;
        if (!byte)
            return false;
    }
    return true;
}

static int refuse_other(const struct image *image)
{
    const char *path = image->path;

    if (image->size == 0)
        return mz_refuse("%s is empty", path);
    if (image->size > 2 && !memcmp(image->bytes, "#!", 2))
        return mz_refuse("%s is a script: name the program that it runs, "
                         "built with 'mazurka cc'",
                         path);
    if (image->size > 8 && !memcmp(image->bytes, "!<arch>\n", 8))
        return mz_refuse("%s is an archive: link it into a program with "
                         "'mazurka cc'",
                         path);
    if (is_text(image))
        return mz_refuse("%s is a text file, not a program: names of source "
                         "files end in .c, .cc, .cpp, .cxx, .C or .c++",
                         path);
    return mz_refuse("%s is not a program: name an ELF program built with "
                     "'mazurka cc', or source files",
                     path);
}

static const char *machine_name(unsigned machine)
{
    static const struct {
        unsigned machine;
        const char *name;
    } names[] = {
        {EM_X86_64, "x86-64"}, {EM_386, "i386"},    {EM_AARCH64, "aarch64"},
        {EM_ARM, "arm"},       {EM_RISCV, "riscv"}, {EM_PPC64, "ppc64"},
        {EM_S390, "s390"},     {EM_MIPS, "mips"},
    };

    for (size_t i = 0; i < MZ_COUNT(names); i++)
        if (names[i].machine == machine)
            return names[i].name;
    return "another architecture";
}

/* Up to here only what all kinds of ELF have in common has been looked at. */
static int judge_header(const struct image *image)
{
    const Elf64_Ehdr *header = (const void *)image->bytes;
    const char *path = image->path;

    if (image->size < sizeof *header ||
        memcmp(header->e_ident, ELFMAG, SELFMAG))
        return refuse_other(image);
    if (header->e_ident[EI_DATA] != ELFDATA2LSB ||
        header->e_machine != MZ_ELF_MACHINE ||
        header->e_ident[EI_CLASS] != ELFCLASS64)
        return mz_refuse("%s is a program for %s: build it for %s with "
                         "'mazurka cc'",
                         path, machine_name(header->e_machine),
                         machine_name(MZ_ELF_MACHINE));
    if (header->e_type == ET_REL)
        return mz_refuse("%s is an object file: link it into a program with "
                         "'mazurka cc'",
                         path);
    if (header->e_type != ET_EXEC && header->e_type != ET_DYN)
        return mz_refuse("%s is not a program: name an ELF program built with "
                         "'mazurka cc'",
                         path);
    if (header->e_phentsize != sizeof(Elf64_Phdr))
        return mz_refuse("%s is damaged: build it again", path);
    return 0;
}

static int judge_program(const struct image *image)
{
    const Elf64_Ehdr *header = (const void *)image->bytes;
    const char *path = image->path;

    if (header->e_type == ET_DYN && !image->has_interpreter && !image->is_pie)
        return mz_refuse("%s is a shared library, not a program: name a "
                         "program that uses it",
                         path);
    if (image->needs_tsan || image->defines_tsan)
        return mz_refuse("%s is linked with libtsan: build it with 'mazurka "
                         "cc' in place of -fsanitize=thread",
                         path);
    if (image->needs_asan || image->defines_asan)
        return mz_refuse("%s is linked with libasan: build it with 'mazurka cc "
                         "-fsanitize=address'",
                         path);
    if (!image->has_interpreter)
        return mz_refuse("%s is linked statically: build it with 'mazurka cc', "
                         "and without -static",
                         path);
    if (image->needs_mazurka && image->is_preloaded)
        return mz_refuse("%s was built with 'mazurka cc': check it without "
                         "--preload",
                         path);
    if (!image->needs_mazurka && !image->is_preloaded)
        return mz_refuse("%s is not instrumented: build it with 'mazurka cc' "
                         "(or 'mazurka c++'), or check what it does by calls "
                         "of libc: --preload",
                         path);
    if (access(path, X_OK) != 0)
        return mz_refuse("%s cannot be executed: %s; chmod +x it", path,
                         strerror(errno));
    return 0;
}

static int judge(struct image *image)
{
    int status = judge_header(image);

    if (status)
        return status;
    read_segments(image);
    read_strings(image);
    read_dynamic(image);
    read_symbols(image);
    return judge_program(image);
}

/* ---- the file ------------------------------------------------------------ */

static uint64_t hash_of(const struct image *image)
{
    uint64_t hash = image->size;
    uint64_t word;
    size_t i = 0;

    for (; i + sizeof word <= image->size; i += sizeof word) {
        memcpy(&word, image->bytes + i, sizeof word);
        hash = mz_hash_word(hash, word);
    }
    word = 0;
    memcpy(&word, image->bytes + i, image->size - i);
    return mz_hash_word(hash, word);
}

static int open_file(struct image *image, int file)
{
    struct stat status;
    void *bytes;

    if (fstat(file, &status) != 0)
        return mz_refuse("%s: %s", image->path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return mz_refuse("%s is a directory: name a program or source files",
                         image->path);
    if (!S_ISREG(status.st_mode))
        return mz_refuse("%s is not a regular file: name a program or source "
                         "files",
                         image->path);
    image->size = (size_t)status.st_size;
    if (image->size == 0)
        return refuse_other(image);
    bytes = mmap(NULL, image->size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
        return mz_failed("cannot read %s: %s", image->path, strerror(errno));
    image->bytes = bytes;
    return 0;
}

int mz_inspect(const char *path, bool preloaded, uint64_t *hash,
               bool *instrumented)
{
    struct image image = {.path = path, .is_preloaded = preloaded};
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int status;

    if (file < 0)
        return mz_refuse("%s: %s", path, strerror(errno));
    status = open_file(&image, file);
    if (!status)
        status = judge(&image);
    if (!status) {
        *hash = hash_of(&image);
        *instrumented = image.uses_tsan;
    }
    if (image.bytes)
        munmap((void *)image.bytes, image.size);
    close(file);
    return status;
}
