/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/image.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* `before` + the first `length` bytes of folder + `/` + name. */
static bool is_there(const char *before, const char *folder, int length,
                     const char *name)
{
    char path[2 * PATH_MAX];

    return snprintf(path, sizeof path, "%s%.*s/%s", before, length, folder,
                    name) < (int)sizeof path &&
           access(path, F_OK) == 0;
}

/* In the folder, in `.debug` there, and in /usr/lib/debug where the folder is
 * repeated, as a whole or from some part on. */
static bool is_around(const char *folder, int length, const char *name)
{
    char hidden[NAME_MAX + 8];

    snprintf(hidden, sizeof hidden, ".debug/%s", name);
    if (is_there("", folder, length, name) ||
        is_there("", folder, length, hidden) ||
        is_there("/usr/lib/debug", "", 0, name))
        return true;
    for (int from = 0; from < length; from++)
        if (folder[from] == '/' &&
            is_there("/usr/lib/debug", folder + from, length - from, name))
            return true;
    return false;
}

static int length_of_folder(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? (int)(slash - path) : 0;
}

/* May dwfl_standard_find_debuginfo find one? If not, it loads a library that
 * asks servers, with twenty others, to ask none. */
static bool has_debug_file(const char *file, const char *link)
{
    char name[NAME_MAX + 1], *resolved;
    bool found;

    if (!file || *file != '/')
        return false;
    resolved = realpath(file, NULL);
    if (!link) {
        snprintf(name, sizeof name, "%.200s.debug",
                 file + length_of_folder(file) + 1);
        link = name;
    }
    found = is_around(file, length_of_folder(file), link) ||
            (resolved &&
             is_around(resolved, length_of_folder(resolved), link));
    free(resolved);
    return found;
}

/* By build-id and beside the file; a report does not wait for a network. */
static int find_debug_file(Dwfl_Module *module, void **data, const char *name,
                           Dwarf_Addr base, const char *file, const char *link,
                           GElf_Word checksum, char **found)
{
    const char *servers = getenv("DEBUGINFOD_URLS");
    int by_id = dwfl_build_id_find_debuginfo(module, data, name, base, file,
                                             link, checksum, found);

    if (by_id >= 0 || (servers && *servers) || !has_debug_file(file, link))
        return by_id;
    return dwfl_standard_find_debuginfo(module, data, name, base, file, link,
                                        checksum, found);
}

static Dwfl *begin(void)
{
    static Dwfl_Callbacks callbacks = {.find_debuginfo = find_debug_file};

    if (!mz_libdw_load())
        return NULL;
    callbacks.find_elf = dwfl_build_id_find_elf;
    callbacks.section_address = dwfl_offline_section_address;
    return dwfl_begin(&callbacks);
}

/*
 * A pipe or a device in its place would make us wait. A relative path names no
 * file: `linux-vdso.so.1`.
 */
static int open_regular_file(const char *path)
{
    int file =
        *path == '/' ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    struct stat status;

    if (file < 0 || (fstat(file, &status) == 0 && S_ISREG(status.st_mode)))
        return file;
    close(file);
    return -1;
}

void mz_image_open(struct mz_image *image, const char *path, const char *name,
                   uint64_t bias)
{
    int file = open_regular_file(path);

    *image = (struct mz_image){.name = name, .bias = bias};
    if (file < 0)
        return;
    image->dwfl = begin();
    if (image->dwfl)
        image->module = dwfl_report_elf(image->dwfl, name, path, file, 0, true);
    if (!image->module) { /* else the file is libdwfl's */
        close(file);
        return;
    }
    dwfl_report_end(image->dwfl, NULL, NULL);
    dwfl_module_info(image->module, NULL, &image->low, &image->high, NULL, NULL,
                     NULL, NULL);
}

void mz_image_close(struct mz_image *image)
{
    for (size_t u = 0; u < image->unit_count; u++)
        mz_outline_free(image->units[u].outline);
    while (image->strays) {
        struct mz_unit *stray = image->strays;

        image->strays = stray->next;
        mz_outline_free(stray->outline);
        free(stray);
    }
    free(image->units);
    free(image->codes);
    free(image->variables);
    free(image->globals);
    mz_memo_free(&image->symbols);
    if (image->dwfl)
        dwfl_end(image->dwfl);
}

bool mz_image_holds(const struct mz_image *image, uint64_t address,
                    Dwarf_Addr *place)
{
    *place = address - image->bias;
    return image->module && *place >= image->low && *place < image->high;
}

static size_t count_units(Dwarf *dwarf)
{
    Dwarf_CU *unit = NULL;
    size_t count = 0;

    while (dwarf_get_units(dwarf, unit, &unit, NULL, NULL, NULL, NULL) == 0)
        count++;
    return count;
}

static void list_units(struct mz_image *image, Dwarf *dwarf)
{
    size_t count = count_units(dwarf);
    Dwarf_CU *unit = NULL;
    Dwarf_Die die, split;
    uint8_t kind;

    image->units = calloc(count, sizeof *image->units);
    if (!image->units)
        return;
    while (image->unit_count < count &&
           dwarf_get_units(dwarf, unit, &unit, NULL, &kind, &die, &split) == 0)
        image->units[image->unit_count++] = (struct mz_unit){
            .die = kind == DW_UT_skeleton && split.addr ? split : die,
            .lines = die,
        };
}

/*
 * The ranges of unit `u` are added from `codes` on, if that is not NULL. (Not
 * from .debug_aranges, which clang does not write.)
 */
static size_t ranges_of_unit(struct mz_image *image, uint32_t u,
                             struct mz_unit_code *codes)
{
    Dwarf_Addr base, low, high;
    ptrdiff_t next = 0;
    size_t count = 0;

    while ((next = dwarf_ranges(&image->units[u].lines, next, &base, &low,
                                &high)) > 0) {
        if (!low)
            continue; /* left out by the linker */
        if (codes)
            codes[count] = (struct mz_unit_code){low, high, u};
        count++;
    }
    return count;
}

static int by_address(const void *a, const void *b)
{
    const struct mz_unit_code *x = a, *y = b;

    return (x->low > y->low) - (x->low < y->low);
}

static void list_codes(struct mz_image *image)
{
    size_t count = 0;

    for (size_t u = 0; u < image->unit_count; u++)
        count += ranges_of_unit(image, u, NULL);
    image->codes = calloc(count, sizeof *image->codes);
    if (!image->codes || !count)
        return;
    for (size_t u = 0; u < image->unit_count; u++)
        image->code_count +=
            ranges_of_unit(image, u, image->codes + image->code_count);
    qsort(image->codes, image->code_count, sizeof *image->codes, by_address);
}

bool mz_image_has_units(struct mz_image *image)
{
    Dwarf *dwarf;

    if (image->dwarf_sought || !image->module)
        return image->unit_count;
    image->dwarf_sought = true;
    dwarf = dwfl_module_getdwarf(image->module, &image->dwarf_bias);
    if (!dwarf)
        return false;
    list_units(image, dwarf);
    list_codes(image);
    return image->unit_count;
}

struct mz_unit *mz_image_unit_at(struct mz_image *image, Dwarf_Addr place)
{
    Dwarf_Addr address = place - image->dwarf_bias;
    size_t low = 0, high;

    mz_image_has_units(image);
    for (high = image->code_count; low < high;) {
        size_t middle = low + (high - low) / 2;
        const struct mz_unit_code *code = &image->codes[middle];

        if (address < code->low)
            high = middle;
        else if (address >= code->high)
            low = middle + 1;
        else
            return &image->units[code->unit];
    }
    return NULL;
}

static struct mz_unit *add_stray(struct mz_image *image, Dwarf_Die *die)
{
    struct mz_unit *stray = calloc(1, sizeof *stray);

    if (!stray)
        return NULL;
    if (!dwarf_diecu(die, &stray->die, NULL, NULL)) {
        free(stray);
        return NULL;
    }
    stray->next = image->strays;
    image->strays = stray;
    return stray;
}

struct mz_unit *mz_image_unit_of(struct mz_image *image, Dwarf_Die *die)
{
    struct mz_unit *stray = image->strays;

    for (size_t u = 0; u < image->unit_count; u++)
        if (image->units[u].die.cu == die->cu)
            return &image->units[u];
    while (stray && stray->die.cu != die->cu)
        stray = stray->next;
    return stray ? stray : add_stray(image, die);
}

struct mz_outline *mz_image_outline(struct mz_unit *unit)
{
    if (!unit->outline)
        unit->outline = mz_outline_make(&unit->die);
    return unit->outline;
}

struct symbol_at {
    const char *name; /* NULL: there is none */
    GElf_Off offset;
    GElf_Sym symbol;
};

/* libdwfl goes through all symbols of the file each time. */
static struct symbol_at symbol_at(struct mz_image *image, Dwarf_Addr place)
{
    const struct symbol_at *kept =
        mz_memo_find(&image->symbols, &place, sizeof place, NULL);
    struct symbol_at found = {0};

    if (kept)
        return *kept;
    found.name = dwfl_module_addrinfo(image->module, place, &found.offset,
                                      &found.symbol, NULL, NULL, NULL);
    mz_memo_keep(&image->symbols, &place, sizeof place, &found, sizeof found);
    return found;
}

const char *mz_image_symbol(struct mz_image *image, Dwarf_Addr place,
                            GElf_Sym *symbol, Dwarf_Addr *begin)
{
    struct symbol_at at = symbol_at(image, place);

    if (!at.name || !*at.name)
        return NULL;
    *symbol = at.symbol;
    *begin = place - at.offset;
    return at.name;
}

/* Of a section that is in memory, and not written. */
static bool is_constant(const GElf_Shdr *header, GElf_Addr address)
{
    return header->sh_flags & SHF_ALLOC && !(header->sh_flags & SHF_WRITE) &&
           header->sh_type == SHT_PROGBITS &&
           address - header->sh_addr < header->sh_size;
}

const char *mz_image_constant(struct mz_image *image, Dwarf_Addr place,
                              size_t *size)
{
    GElf_Addr bias, address;
    Elf *elf = image->module ? dwfl_module_getelf(image->module, &bias) : NULL;
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    Elf_Data *data;

    if (!elf)
        return NULL;
    address = place - bias;
    while ((section = elf_nextscn(elf, section))) {
        if (!gelf_getshdr(section, &header) || !is_constant(&header, address))
            continue;
        data = elf_getdata(section, NULL);
        if (!data || !data->d_buf || address - header.sh_addr >= data->d_size)
            return NULL;
        *size = data->d_size - (address - header.sh_addr);
        return (const char *)data->d_buf + (address - header.sh_addr);
    }
    return NULL;
}

/* `stdout@GLIBC_2.2.5` in one module is `stdout` in another. */
static int compare_names(const char *a, const char *b)
{
    size_t length = strcspn(a, "@"), other = strcspn(b, "@");
    int order = strncmp(a, b, length < other ? length : other);

    return order ? order : (length > other) - (length < other);
}

static int compare_globals(const void *a, const void *b)
{
    const struct mz_global *p = a, *q = b;
    int order = compare_names(p->name, q->name);

    return order ? order : (p->place > q->place) - (p->place < q->place);
}

static void find_globals(struct mz_image *image)
{
    int count = image->module ? dwfl_module_getsymtab(image->module) : 0;
    GElf_Sym symbol;
    Dwarf_Addr place;

    image->globals_sought = true;
    if (count <= 0 ||
        !(image->globals = calloc((size_t)count, sizeof *image->globals)))
        return;
    for (int i = 1; i < count; i++) {
        const char *found = dwfl_module_getsym_info(image->module, i, &symbol,
                                                    &place, NULL, NULL, NULL);

        if (found && symbol.st_size && symbol.st_shndx != SHN_UNDEF &&
            GELF_ST_TYPE(symbol.st_info) == STT_OBJECT &&
            GELF_ST_BIND(symbol.st_info) != STB_LOCAL)
            image->globals[image->global_count++] =
                (struct mz_global){found, place};
    }
    qsort(image->globals, image->global_count, sizeof *image->globals,
          compare_globals);
}

static int compare_sought(const void *name, const void *global)
{
    return compare_names(name, ((const struct mz_global *)global)->name);
}

bool mz_image_object_named(struct mz_image *image, const char *name,
                           Dwarf_Addr *place)
{
    const struct mz_global *found;

    if (!image->globals_sought)
        find_globals(image);
    found = image->global_count
                ? bsearch(name, image->globals, image->global_count,
                          sizeof *image->globals, compare_sought)
                : NULL;
    if (found)
        *place = found->place;
    return found;
}
