/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/library.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arch/page.h"
#include "base/system_call.h"
#include "base/text.h"
#include "runtime/checkpoint.h"
#include "runtime/failing.h"
#include "runtime/foreign.h"
#include "runtime/libc_family.h"
#include "runtime/libc_loader.h"
#include "runtime/snapshot.h"
#include "runtime/state.h"
#include "runtime/thread.h"
#include "runtime/turn.h"
#include "runtime/view.h"

enum { MOST_MODULES = 64, MOST_SEGMENTS = 16 };

enum state {
    CLOSED, /* natively it would not be there */
    OPEN,
    GONE, /* it was open: nobody may use its memory */
};

typedef void constructor(int, char **, char **);
typedef void destructor(void);

/* Their memory: what is read-only after relocation comes last. */
struct segment {
    uint64_t start, end;
    int rights;
};

/* A library that the program opens, or that one of these needs. */
static struct module {
    struct link_map *map;
    constructor *first;          /* DT_INIT */
    constructor *const *constructors;
    destructor *const *destructors;
    destructor *last;            /* DT_FINI */
    size_t constructor_count, destructor_count;
    unsigned order;              /* in which constructors run, of all;
                                    MZ_NONE: it has not been told */
    uint64_t needs;              /* other modules, and itself: a bit each */
    bool stays;                  /* natively, when it is closed */
    bool is_system;              /* nobody else's: its constructors have run */
    unsigned segment_count;
    struct segment segments[MOST_SEGMENTS];
} modules[MOST_MODULES];
static unsigned module_count, next_order;

/* What the program opens. */
static struct library {
    unsigned module;
    bool is_global;
} libraries[MZ_MAX_LIBRARIES];
static unsigned library_count;

/* Of an execution. */
static struct {
    uint8_t state[MOST_MODULES]; /* enum state */
    uint32_t opens[MZ_MAX_LIBRARIES];
    uint32_t gone;
    uint32_t constructor; /* who runs one, a thread + 1 */
} now;

static struct link_map *first_module;
static unsigned start_count; /* modules that the process began with */
static unsigned early_count; /* that there were before any was loaded by us */

bool mz_library_is_loading;

/* ---- modules ------------------------------------------------------------- */

static struct link_map *first_map(void)
{
    if (!first_module)
        first_module = MZ_REAL(dlopen)(NULL, RTLD_LAZY);
    return first_module;
}

static unsigned count_maps(void)
{
    unsigned count = 0;

    for (const struct link_map *m = first_map(); m; m = m->l_next)
        count++;
    return count;
}

void mz_library_note_start(void)
{
    start_count = count_maps();
}

static bool is_among(const struct link_map *map, unsigned count)
{
    const struct link_map *m = first_map();

    for (unsigned i = 0; m && i < count; i++, m = m->l_next)
        if (m == map)
            return true;
    return false;
}

static struct module *module_of(const struct link_map *map)
{
    for (unsigned i = 0; i < module_count; i++)
        if (modules[i].map == map)
            return &modules[i];
    return NULL;
}

static unsigned number_of(const struct module *m)
{
    return (unsigned)(m - modules);
}

static ElfW(Dyn) *entry(const struct link_map *map, ElfW(Sxword) tag)
{
    ElfW(Dyn) *d = map->l_ld;

    while (d->d_tag != DT_NULL && d->d_tag != tag)
        d++;
    return d->d_tag == tag ? d : NULL;
}

/* Where the loader has made an address of it. */
static const char *text_of(const struct link_map *map, const ElfW(Dyn) *d)
{
    const ElfW(Dyn) *strings = entry(map, DT_STRTAB);

    return (const char *)strings->d_un.d_ptr + d->d_un.d_val;
}

static const char *name_of(const struct link_map *map)
{
    const ElfW(Dyn) *d = entry(map, DT_SONAME);

    return d ? text_of(map, d) : mz_text_last_part(map->l_name);
}

/* ---- constructors that are put off --------------------------------------- */

/* The loader runs these in place of constructors, and so tells their order. */
#define EIGHT(X, n) \
    X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7)
#define ALL(X)                                                            \
    EIGHT(X, 00) EIGHT(X, 01) EIGHT(X, 02) EIGHT(X, 03) EIGHT(X, 04)      \
    EIGHT(X, 05) EIGHT(X, 06) EIGHT(X, 07)

#define X(n)                               \
    static void come_##n(void)             \
    {                                      \
        modules[n].order = next_order++;   \
    }
ALL(X)
#undef X
#define X(n) come_##n,
static void (*const comes[MOST_MODULES])(void) = {ALL(X)};
#undef X

static void nothing(void)
{
}

static uint64_t relative(const struct link_map *map, const void *address)
{
    return (uint64_t)address - map->l_addr;
}

/* The loader has mapped it, and looks at its dynamic section later. */
static void put_off(struct module *m)
{
    const struct link_map *map = m->map;
    ElfW(Dyn) *first = entry(map, DT_INIT), *last = entry(map, DT_FINI);
    ElfW(Dyn) *array = entry(map, DT_INIT_ARRAY);
    ElfW(Dyn) *array_size = entry(map, DT_INIT_ARRAYSZ);
    ElfW(Dyn) *end = entry(map, DT_FINI_ARRAY);
    ElfW(Dyn) *end_size = entry(map, DT_FINI_ARRAYSZ);
    void (*const *come)(void) = &comes[number_of(m)];

    if (array && array_size) {
        m->constructors = (void *)(map->l_addr + array->d_un.d_ptr);
        m->constructor_count = array_size->d_un.d_val / sizeof(void *);
        array->d_un.d_ptr = relative(map, come);
        array_size->d_un.d_val = sizeof *come;
    }
    if (first) {
        m->first = (constructor *)(map->l_addr + first->d_un.d_ptr);
        first->d_un.d_ptr =
            relative(map, array ? (void *)nothing : (void *)*come);
    }
    if (end && end_size) {
        m->destructors = (void *)(map->l_addr + end->d_un.d_ptr);
        m->destructor_count = end_size->d_un.d_val / sizeof(void *);
        end_size->d_un.d_val = 0;
    }
    if (last) {
        m->last = (destructor *)(map->l_addr + last->d_un.d_ptr);
        last->d_un.d_ptr = relative(map, nothing);
    }
}

static void hold(struct link_map *map)
{
    struct module *m = &modules[module_count];

    if (module_count == MOST_MODULES)
        mz_unsupported(LIBRARIES);
    *m = (struct module){.map = map, .order = MZ_NONE};
    module_count++;
    m->is_system = mz_foreign_is_system(map->l_name);
    if (!m->is_system || mz_rt.active)
        put_off(m);
}

void mz_library_hold(void)
{
    struct link_map *map = first_map();

    for (; map; map = map->l_next)
        if (!is_among(map, early_count) && !module_of(map) && map->l_ld)
            hold(map);
}

static void begin_loading(void)
{
    mz_failing_asked |= 1u << MZ_FAILING_MALLOC;
    mz_library_is_loading = true;
}

static void end_loading(void)
{
    mz_library_is_loading = false;
    mz_failing_asked = mz_rt.region->settings.failing;
}

/* ---- before the snapshot ------------------------------------------------- */

static void find_needs(struct module *m)
{
    m->needs = 1ull << number_of(m);
    for (const ElfW(Dyn) *d = m->map->l_ld; d->d_tag != DT_NULL; d++)
        for (unsigned i = 0; d->d_tag == DT_NEEDED && i < module_count; i++)
            if (mz_text_equals(text_of(m->map, d), name_of(modules[i].map)) ||
                mz_text_equals(mz_text_last_part(text_of(m->map, d)),
                               mz_text_last_part(modules[i].map->l_name)))
                m->needs |= 1ull << i;
}

/* And what those need. */
static void find_all_needs(void)
{
    bool more = true;

    for (unsigned i = 0; i < module_count; i++)
        find_needs(&modules[i]);
    while (more) {
        more = false;
        for (unsigned i = 0; i < module_count; i++)
            for (unsigned k = 0; k < module_count; k++) {
                uint64_t needs = modules[i].needs;

                if (needs >> k & 1)
                    modules[i].needs |= modules[k].needs;
                more |= needs != modules[i].needs;
            }
    }
}

static void add_segment(struct module *m, uint64_t start, uint64_t end,
                        int rights)
{
    if (m->segment_count == MOST_SEGMENTS)
        mz_unsupported(LIBRARY_SEGMENTS);
    m->segments[m->segment_count++] =
        (struct segment){mz_page_down(start), mz_page_up(end), rights};
}

static int rights_of(const ElfW(Phdr) *p)
{
    return (p->p_flags & PF_R ? PROT_READ : 0) |
           (p->p_flags & PF_W ? PROT_WRITE : 0) |
           (p->p_flags & PF_X ? PROT_EXEC : 0);
}

static int find_segments(struct dl_phdr_info *info, size_t size, void *module)
{
    struct module *m = module;
    uint64_t bias = info->dlpi_addr;

    (void)size;
    if (info->dlpi_name != m->map->l_name)
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];

        if (p->p_type == PT_LOAD)
            add_segment(m, bias + p->p_vaddr, bias + p->p_vaddr + p->p_memsz,
                        rights_of(p));
    }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uint64_t end = bias + p->p_vaddr + p->p_memsz;

        if (p->p_type == PT_GNU_RELRO)
            add_segment(m, bias + p->p_vaddr, mz_page_down(end), PROT_READ);
    }
    return 1;
}

static struct link_map *load(const char *path, int flags)
{
    struct link_map *map;

    begin_loading();
    map = MZ_REAL(dlopen)(path, flags | RTLD_NOW);
    end_loading();
    return map;
}

static bool is_loaded(const struct link_map *sought)
{
    for (const struct link_map *m = first_map(); m; m = m->l_next)
        if (m == sought)
            return true;
    return false;
}

/* Loads it, and unloads it: what is still there would be so natively. */
static void probe(const char *path, int flags)
{
    unsigned kept = module_count, count = module_count;
    struct link_map *map = load(path, flags);

    if (!map)
        return;
    count = module_count;
    MZ_REAL(dlclose)(map);
    for (unsigned i = kept; i < count; i++) {
        if (!is_loaded(modules[i].map))
            continue;
        modules[kept] = modules[i];
        modules[kept++].stays = true;
    }
    module_count = kept;
}

static struct library *library_of(const struct link_map *map)
{
    for (unsigned i = 0; i < library_count; i++)
        if (modules[libraries[i].module].map == map)
            return &libraries[i];
    return NULL;
}

static void load_library(const char *path, const char *name, int flags)
{
    struct library *library = &libraries[library_count];
    struct link_map *map;

    if (!is_loaded(MZ_REAL(dlopen)(path, RTLD_LAZY | RTLD_NOLOAD)))
        probe(path, flags);
    map = load(path, flags | RTLD_NODELETE);
    if (!map)
        mz_unsupported(LIBRARY, .text = path);
    MZ_REAL(dlopen)(name, RTLD_LAZY | RTLD_NOLOAD);
    if (!module_of(map))
        return;
    if (library_of(map)) {
        library_of(map)->is_global |= (flags & RTLD_GLOBAL) != 0;
        return;
    }
    library->module = number_of(module_of(map));
    library->is_global = flags & RTLD_GLOBAL;
    library_count++;
}

/* FLAGS PATH NAME, a zero after each. */
static int flags_of(char letter)
{
    int bits = letter - 'a';

    return (bits & 1 ? RTLD_GLOBAL : 0) | (bits & 2 ? RTLD_NODELETE : 0) |
           (bits & 4 ? RTLD_DEEPBIND : 0);
}

static char letter_of(int flags)
{
    return (char)('a' + (flags & RTLD_GLOBAL ? 1 : 0) +
                  (flags & RTLD_NODELETE ? 2 : 0) +
                  (flags & RTLD_DEEPBIND ? 4 : 0));
}

void mz_library_load_all(void)
{
    const struct mz_libraries *asked = &mz_rt.region->settings.libraries;
    const char *text = asked->names;

    early_count = count_maps();
    for (uint32_t i = 0; i < asked->count; i++) {
        char letter = *text++;
        const char *path = text, *name = path + mz_text_length(path) + 1;

        load_library(path, name, flags_of(letter));
        text = name + mz_text_length(name) + 1;
    }
    find_all_needs();
    for (unsigned i = 0; i < module_count; i++)
        dl_iterate_phdr(find_segments, &modules[i]);
}

/* ---- what is not loaded yet ---------------------------------------------- */

static bool is_asked(const char *name, int flags)
{
    const struct mz_libraries *asked = &mz_rt.region->settings.libraries;
    const char *text = asked->names;

    for (uint32_t i = 0; i < asked->count; i++) {
        char letter = *text++;
        const char *known = text + mz_text_length(text) + 1;

        if (mz_text_equals(known, name) && letter_of(flags) == letter)
            return true;
        text = known + mz_text_length(known) + 1;
    }
    return false;
}

static char *copy(char *to, const char *end, const char *text)
{
    for (; to < end; to++, text++) {
        *to = *text;
        if (!*text)
            return to + 1;
    }
    mz_unsupported(LIBRARY_NAMES_LONG);
}

static void ask_for(const char *path, const char *name, int flags)
{
    struct mz_libraries *asked = &mz_rt.region->settings.libraries;
    char *end = asked->names + sizeof asked->names, *to = asked->names;
    char folder[MZ_MAX_PATH] = "";

    if (asked->count == MZ_MAX_LIBRARIES)
        mz_unsupported(LIBRARY_NAMES);
    for (uint32_t i = 0; i < 2 * asked->count; i++)
        to += mz_text_length(to) + 1;
    if (to < end)
        *to++ = letter_of(flags);
    if (path[0] != '/' && MZ_SYSTEM(getcwd, folder, sizeof folder - 1) > 0) {
        folder[sizeof folder - 2] = '\0';
        to = copy(to, end, folder) - 1;
        to = copy(to, end, "/") - 1;
    }
    to = copy(to, end, path);
    copy(to, end, name);
    asked->count++;
}

static _Noreturn void begin_anew(const struct link_map *map, const char *name,
                                 int flags)
{
    ask_for(map->l_name, name, flags);
    mz_rt.region->status = MZ_STATUS_LIBRARIES;
    mz_execution_end(MZ_ABANDONED);
    __builtin_unreachable();
}

/* ---- opening ------------------------------------------------------------- */

static _Noreturn void refuse(enum mz_gap_kind why, const struct link_map *map)
{
    mz_unsupported_name(why, mz_text_last_part(map->l_name));
}

static bool is_open(const struct library *library)
{
    return now.state[library->module] == OPEN;
}

/* What a library finds in others depends on which are there when it comes. */
static void check_order(const struct library *library)
{
    for (unsigned i = 0; i < library_count; i++) {
        const struct library *other = &libraries[i];

        if (other != library && other->is_global &&
            !modules[other->module].is_system &&
            is_open(other) != (other < library))
            refuse(MZ_GAP_LIBRARY_ORDER, modules[library->module].map);
    }
}

static void construct(unsigned i)
{
    const struct module *m = &modules[i];
    struct mz_arguments_of_main main = mz_thread_arguments_of_main();

    now.state[i] = OPEN;
    if (m->is_system)
        return;
    if (m->first)
        m->first(main.count, main.values, environ);
    for (size_t k = 0; k < m->constructor_count; k++)
        m->constructors[k](main.count, main.values, environ);
}

/* The module that comes next, of a set; MOST_MODULES: none. */
static unsigned next_of(uint64_t set, enum state state, bool is_backwards)
{
    unsigned found = MOST_MODULES;

    for (unsigned i = 0; i < module_count; i++)
        if (set >> i & 1 && now.state[i] == state &&
            (found == MOST_MODULES ||
             (modules[i].order < modules[found].order) != is_backwards))
            found = i;
    return found;
}

static bool has(uint64_t set, enum state state)
{
    return next_of(set, state, false) != MOST_MODULES;
}

/* Does its set-up run code that is not instrumented, or none? */
static bool is_unseen(const struct module *m)
{
    if (m->is_system)
        return true;
    if (m->first && !mz_foreign_is_code((uint64_t)m->first))
        return false;
    for (size_t k = 0; k < m->constructor_count; k++)
        if (!mz_foreign_is_code((uint64_t)m->constructors[k]))
            return false;
    return true;
}

/* Of what nobody sees anyway it is enough to say so. */
static void note_beside(const struct module *m, const char *call,
                        enum mz_gap_kind kind)
{
    struct mz_unseen item = {
        .kind = MZ_UNSEEN_FUNCTION,
        .reason = MZ_UNSEEN_BESIDE_THREADS,
    };

    for (unsigned i = 0; i < module_count; i++)
        if (m->needs >> i & 1 && now.state[i] != GONE &&
            !is_unseen(&modules[i]))
            refuse(kind, m->map);
    mz_format(item.name, sizeof item.name, "%s", call);
    mz_format(item.detail, sizeof item.detail, "%s",
              mz_text_last_part(m->map->l_name));
    mz_unseen_note(&mz_rt.region->unseen, &item);
}

static void construct_all(const struct library *library)
{
    const struct module *m = &modules[library->module];
    uint32_t before = now.constructor;

    if (has(m->needs, GONE))
        refuse(MZ_GAP_LIBRARY_AGAIN, m->map);
    if (!has(m->needs, CLOSED))
        return;
    if (!mz_turn_is_alone())
        note_beside(m, "dlopen", MZ_GAP_LIBRARY_BESIDE);
    check_order(library);
    now.constructor = mz_rt.self + 1;
    for (unsigned i; (i = next_of(m->needs, CLOSED, false)) != MOST_MODULES;)
        construct(i);
    now.constructor = before;
}

/* One that has come, or might have, by the program's own files. */
static void check_files(const char *name)
{
    if (mz_view_is_on() && mz_view_names)
        mz_unsupported(LIBRARY_CHANGES, .text = name);
}

void mz_library_check_caller(const char *name)
{
    if (now.constructor && now.constructor != mz_rt.self + 1u)
        mz_unsupported(LIBRARY_CONSTRUCTED, .text = name);
}

void *mz_library_open(void *loader, const char *name, int flags, uint64_t pc)
{
    unsigned count = count_maps(), held = module_count;
    struct library *library;
    struct link_map *map;

    mz_library_check_caller("dlopen");
    begin_loading();
    map = (struct link_map *)mz_loader_ask(loader, (uint64_t)name,
                                           (uint64_t)flags, pc);
    end_loading();
    if (!map || count == count_maps())
        module_count = held;
    if (!map)
        check_files(name);
    if (!map || !name || !name[0])
        return map;
    flags &= RTLD_GLOBAL | RTLD_NODELETE | RTLD_DEEPBIND | RTLD_NOLOAD;
    if (count != count_maps())
        begin_anew(map, name, flags);
    library = library_of(map);
    if (flags & RTLD_NOLOAD) {
        if (module_of(map) && now.state[number_of(module_of(map))] != OPEN)
            return NULL;
        if (!library)
            return map;
    } else if (!is_asked(name, flags)) {
        begin_anew(map, name, flags);
    } else if (library) {
        construct_all(library);
    }
    if (library)
        now.opens[library - libraries]++;
    return map;
}

/* ---- closing ------------------------------------------------------------- */

static void destroy(unsigned i)
{
    const struct module *m = &modules[i];

    for (size_t k = m->destructor_count; k-- > 0;)
        m->destructors[k]();
    if (m->last)
        m->last();
}

static void let_use(const struct module *m, bool on)
{
    const struct segment *s = m->segments, *end = s + m->segment_count;

    for (; s < end; s++)
        MZ_SYSTEM(mprotect, s->start, s->end - s->start,
                  on ? s->rights : PROT_NONE);
    for (s = m->segments; on && s < end; s++)
        mz_snapshot_protect(s->start, s->end);
}

/* Modules that other open libraries need, and their own. */
static uint64_t needed(void)
{
    uint64_t set = 0;

    for (unsigned i = 0; i < library_count; i++)
        if (now.opens[i])
            set |= modules[libraries[i].module].needs;
    for (unsigned i = 0; i < module_count; i++)
        if (modules[i].stays || modules[i].is_system)
            set |= modules[i].needs;
    return set;
}

static void unload(const struct library *library)
{
    uint64_t set = modules[library->module].needs & ~needed(), left = set;

    for (unsigned i; (i = next_of(left, OPEN, true)) != MOST_MODULES;) {
        left &= ~(1ull << i);
        destroy(i);
    }
    for (unsigned i = 0; i < module_count; i++)
        if (set >> i & 1 && now.state[i] == OPEN) {
            now.state[i] = GONE;
            now.gone++;
            let_use(&modules[i], false);
        }
}

int mz_library_close(void *handle)
{
    const struct link_map *map = handle;
    struct library *library = library_of(map);

    mz_library_check_caller("dlclose");
    if (is_among(map, start_count))
        return 0;
    if (!library && !module_of(map))
        mz_unsupported(LIBRARY_NOT_OURS);
    if (!library || !now.opens[library - libraries])
        refuse(MZ_GAP_LIBRARY_NOT_OPEN, map);
    if (!mz_turn_is_alone()) {
        note_beside(&modules[library->module], "dlclose",
                    MZ_GAP_LIBRARY_CLOSED_BESIDE);
        return 0;
    }
    if (--now.opens[library - libraries] == 0)
        unload(library);
    return 0;
}

/* ---- the end ------------------------------------------------------------- */

bool mz_library_has_destructors(void)
{
    for (unsigned i = 0; i < module_count; i++)
        if (modules[i].destructor_count > 1)
            return true;
    return false;
}

void mz_library_run_destructors(void)
{
    uint64_t left = UINT64_MAX;

    for (unsigned i; (i = next_of(left, OPEN, true)) != MOST_MODULES;) {
        left &= ~(1ull << i);
        destroy(i);
    }
}

/* ---- who asks for what is not there -------------------------------------- */

static const struct module *module_at(uint64_t address)
{
    for (unsigned i = 0; i < module_count; i++)
        for (unsigned k = 0; k < modules[i].segment_count; k++)
            if (address >= modules[i].segments[k].start &&
                address < modules[i].segments[k].end)
                return &modules[i];
    return NULL;
}

bool mz_library_is_hidden(uint64_t address)
{
    const struct module *m = module_at(address);

    return m && !m->is_system && now.state[number_of(m)] != OPEN;
}

void mz_library_check_handle(const void *handle)
{
    const struct module *m = module_of(handle);

    if (m && now.state[number_of(m)] == GONE)
        refuse(MZ_GAP_LIBRARY_SYMBOL, m->map);
}

/* ---- from one execution to the next -------------------------------------- */

void mz_library_show(bool on)
{
    for (unsigned i = 0; now.gone && i < module_count; i++)
        if (now.state[i] == GONE)
            let_use(&modules[i], on);
}

bool mz_library_is_gone(const char *path)
{
    for (unsigned i = 0; now.gone && i < module_count; i++)
        if (now.state[i] == GONE && modules[i].map->l_name == path)
            return true;
    return false;
}

/* What comes from here on comes by the program. */
void mz_library_snapshot(void)
{
    early_count = count_maps();
}

void mz_library_restore(void)
{
    mz_library_show(true);
    now.gone = 0;
}

void mz_library_reset(void)
{
    if (library_count)
        mz_fill(&now, 0, sizeof now);
}

void mz_library_checkpoint(void)
{
    mz_checkpoint_need(!now.gone && !now.constructor);
    if (library_count)
        mz_checkpoint_keep(&now, sizeof now);
}

void mz_library_fingerprint(struct mz_fingerprint *f)
{
    if (library_count)
        mz_state_add(f, &now, sizeof now);
}
