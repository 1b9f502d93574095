/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code that is not instrumented: what it does to memory is not seen. Each
 * module of the process (the program, its libraries) is known by its dynamic
 * section, objects linked into it by a note (region/note.h). Part of the
 * system, and so modelled or by decision left alone, are libc and its kin, the
 * C++ runtimes, libgcc_s, libatomic, and the dynamic linker.
 */
#define _GNU_SOURCE
#include "runtime/foreign.h"
#include "base/text.h"

#include <link.h>
#include <sys/auxv.h>

#include "base/system_call.h"
#include "region/note.h"
#include "runtime/code_range.h"
#include "runtime/parts.h"
#include "runtime/runtime.h"

/* One module, and what its dynamic section says. */
struct module {
    const struct dl_phdr_info *info;
    char path[MZ_MAX_PATH];
    const char *name; /* its soname, else the last part of its path */
    const ElfW(Sym) *symbols, *symbols_end;
    const char *strings;
    size_t strings_size;
    uint64_t soname;
    bool has_code;
};

/* Code of modules, at the start of the process, and constant then. Of units
 * that are not instrumented nothing is here: some parts of one that `ld -r` has
 * made may be. */
static struct mz_code_ranges code_of[MZ_CODE_SIDES];
static bool is_there;
static char first_name[MZ_UNSEEN_TEXT]; /* of what is not instrumented */

enum mz_code_side mz_foreign_side(uint64_t pc)
{
    if (mz_code_ranges_have(&code_of[MZ_CODE_OF_PROGRAM], pc))
        return MZ_CODE_OF_PROGRAM;
    return mz_code_ranges_have(&code_of[MZ_CODE_OF_LIBRARY], pc)
               ? MZ_CODE_OF_LIBRARY
               : MZ_CODE_OF_NEITHER;
}

bool mz_foreign_has_sides(void)
{
    return code_of[MZ_CODE_OF_PROGRAM].count &&
           code_of[MZ_CODE_OF_LIBRARY].count;
}

bool mz_foreign_is_there(void)
{
    return is_there;
}

void mz_foreign_let_execute(enum mz_code_side side, bool on)
{
    mz_code_ranges_let_execute(&code_of[side], on);
}

void mz_foreign_name(char *out, size_t size)
{
    mz_format(out, size, "%s", first_name);
}

/* ---- the system ---------------------------------------------------------- */

/* Up to where the version begins. */
static const char *const system_libraries[] = {
    "libc.so",      "libm.so",        "libmvec.so",     "libpthread.so",
    "libdl.so",     "librt.so",       "ld-linux",       "libstdc++.so",
    "libgcc_s.so",  "libatomic.so",   "libc++abi.so",   "libunwind.so",
    "libmazurka.so", "libmazurka-audit.so",
};

/* Ours may be anywhere; a library of the system's name in another folder is not
 * the system's. */
bool mz_foreign_is_system(const char *path)
{
    const char *file = mz_text_last_part(path);

    if (mz_text_begins(file, "libmazurka"))
        return true;
    if (!mz_text_begins(path, "/lib") && !mz_text_begins(path, "/usr/"))
        return false;
    for (unsigned i = 0; i < MZ_COUNT(system_libraries); i++)
        if (mz_text_begins(file, system_libraries[i]))
            return true;
    return false;
}

static bool is_kernels(const struct dl_phdr_info *info)
{
    return info->dlpi_addr &&
           info->dlpi_addr == getauxval(AT_SYSINFO_EHDR);
}

/* ---- what a module says -------------------------------------------------- */

static void read_dynamic(struct module *module, const ElfW(Dyn) *entry)
{
    for (; entry->d_tag != DT_NULL; entry++) {
        const char *at = (const char *)entry->d_un.d_ptr;

        if (entry->d_tag == DT_SYMTAB)
            module->symbols = (const void *)at;
        if (entry->d_tag == DT_STRTAB)
            module->strings = at;
        if (entry->d_tag == DT_STRSZ)
            module->strings_size = entry->d_un.d_val;
        if (entry->d_tag == DT_SONAME)
            module->soname = entry->d_un.d_val;
    }
    /* Symbols end where their strings begin, or before that. */
    module->symbols_end = (const void *)module->strings;
    if (module->soname < module->strings_size)
        module->name = module->soname ? module->strings + module->soname
                                      : mz_text_last_part(module->path);
}

static void read_path(struct module *module)
{
    const char *name = module->info->dlpi_name;
    long length;

    if (name[0]) {
        mz_format(module->path, sizeof module->path, "%s", name);
        return;
    }
    length = MZ_SYSTEM(readlink, "/proc/self/exe", module->path,
                       sizeof module->path - 1);
    module->path[length > 0 ? length : 0] = 0;
}

static void read_module(struct module *module)
{
    const struct dl_phdr_info *info = module->info;

    read_path(module);
    module->name = mz_text_last_part(module->path);
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];

        module->has_code |= p->p_type == PT_LOAD && p->p_flags & PF_X;
        if (p->p_type == PT_DYNAMIC)
            read_dynamic(module, (void *)(info->dlpi_addr + p->p_vaddr));
    }
}

/* Each instrumented unit has a constructor that calls this. */
static bool is_instrumented(const struct module *module)
{
    const ElfW(Sym) *s = module->symbols;

    for (; s && s + 1 <= module->symbols_end; s++)
        if (s->st_shndx == SHN_UNDEF && s->st_name &&
            s->st_name < module->strings_size &&
            mz_text_equals(module->strings + s->st_name, "__tsan_init"))
            return true;
    return false;
}

/* ---- notes --------------------------------------------------------------- */

static void note_item(const struct mz_unseen *item)
{
    is_there = true;
    if (mz_rt.region->settings.mode == MZ_MODE_CHECK)
        mz_unseen_note(&mz_rt.region->unseen, item);
}

static void note(const struct module *module, enum mz_unseen_reason reason)
{
    struct mz_unseen item = {.kind = MZ_UNSEEN_MODULE, .reason = reason};

    mz_format(item.name, sizeof item.name, "%s", module->name);
    mz_format(item.detail, sizeof item.detail, "%s", module->path);
    note_item(&item);
}

static void add_code(const struct module *module, enum mz_code_side side)
{
    if (side == MZ_CODE_OF_LIBRARY && !code_of[side].count)
        mz_format(first_name, sizeof first_name, "%s", module->name);
    mz_code_ranges_add(&code_of[side], module->info);
}

/* Up to the character after it. */
static uint64_t take_number(const char **text, const char *end)
{
    uint64_t value = 0;

    for (; *text < end; (*text)++) {
        char c = **text;

        if (c >= '0' && c <= '9')
            value = value * 16 + c - '0';
        else if (c >= 'a' && c <= 'f')
            value = value * 16 + c - 'a' + 10;
        else
            break;
    }
    *text += *text < end;
    return value;
}

/* `1129-1134 name` */
static void note_unit(const struct module *module, const char *line,
                      const char *end)
{
    struct mz_unseen item = {
        .kind = MZ_UNSEEN_UNIT,
        .reason = MZ_UNSEEN_LINKED_INTO,
    };
    bool is_program = !module->info->dlpi_name[0];
    uint64_t start = take_number(&line, end), stop = take_number(&line, end);
    size_t length = end - line;

    if (start < stop) {
        item.pc = module->info->dlpi_addr + start;
        item.address = module->info->dlpi_addr + stop;
    }
    if (length > sizeof item.name - 1)
        length = sizeof item.name - 1;
    mz_copy(item.name, line, length);
    if (!is_program)
        mz_format(item.detail, sizeof item.detail, "%s", module->path);
    note_item(&item);
}

static void note_units(const struct module *module, const char *list,
                       const char *end)
{
    while (list < end && *list) {
        const char *stop = list;

        while (stop < end && *stop && *stop != '\n')
            stop++;
        note_unit(module, list, stop);
        list = stop + (stop < end);
    }
}

/* Whether it says what the module was made of. */
static bool read_note(const struct module *module, const ElfW(Nhdr) *header)
{
    const char *owner = (const char *)(header + 1);
    const char *text = owner + ((header->n_namesz + 3) & ~3u);

    if (header->n_type != MZ_NOTE_UNITS ||
        header->n_namesz != sizeof MZ_NOTE_OWNER ||
        mz_compare(owner, MZ_NOTE_OWNER, sizeof MZ_NOTE_OWNER) ||
        *text != MZ_NOTE_KNOWN)
        return false;
    note_units(module, text + 1, text + header->n_descsz);
    return true;
}

/* Of objects that were linked with -r there are further notes. */
static bool read_notes(const struct module *module, const ElfW(Phdr) *segment)
{
    const char *at = (const char *)module->info->dlpi_addr + segment->p_vaddr;
    const char *end = at + segment->p_memsz;
    bool known = false;

    if (segment->p_align > 4) /* those of processors: not ours */
        return false;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
        const ElfW(Nhdr) *header = (const void *)at;

        known |= read_note(module, header);
        at += sizeof *header + ((header->n_namesz + 3) & ~3u) +
              ((header->n_descsz + 3) & ~3u);
    }
    return known;
}

static bool tells_units(const struct module *module)
{
    const struct dl_phdr_info *info = module->info;
    bool known = false;

    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_NOTE)
            known |= read_notes(module, &info->dlpi_phdr[i]);
    return known;
}

/* ---- all modules --------------------------------------------------------- */

static int look_at(struct dl_phdr_info *info, size_t size, void *unused)
{
    struct module module = {.info = info};

    (void)size, (void)unused;
    if (is_kernels(info))
        return 0;
    read_module(&module);
    if (mz_foreign_is_system(module.path) || !module.has_code)
        return 0;
    if (!is_instrumented(&module)) {
        add_code(&module, MZ_CODE_OF_LIBRARY);
        note(&module, MZ_UNSEEN_NOT_INSTRUMENTED);
        return 0;
    }
    add_code(&module, MZ_CODE_OF_PROGRAM);
    if (!tells_units(&module))
        note(&module, MZ_UNSEEN_NOT_LINKED_BY_US);
    return 0;
}

/* Notes all there are; what a search is not shown, in the region. */
void mz_foreign_init(void)
{
    dl_iterate_phdr(look_at, NULL);
}
