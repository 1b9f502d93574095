/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/zones.h"

#include <link.h>
#include <sys/mman.h>

#include "base/system_call.h"
#include "base/text.h"
#include "runtime/fiber.h"
#include "runtime/forked.h"
#include "runtime/library.h"

enum {
    MOST_LISTS = 1 << 20, /* of globals: one a unit */
    MAGIC = 0x41b58ab3,   /* at the lowest address of a frame with zones */
    MAX_NAME = 256,
};

/* ---- the shadow ---------------------------------------------------------- */

static void *reserve(uint64_t at, uint64_t size)
{
    long got = MZ_SYSTEM(mmap, at, size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
                             (at ? MAP_FIXED_NOREPLACE : 0),
                         -1, 0);

    if ((got < 0 && got > -MZ_PAGE) || (at && (uint64_t)got != at))
        mz_give_up("no address space for the red zones of -fsanitize=address "
                   "(%lu bytes): raise ulimit -v, or build without",
                   (unsigned long)size);
    MZ_SYSTEM(madvise, got, size, MADV_NOHUGEPAGE);
    MZ_SYSTEM(madvise, got, size, MADV_DONTDUMP);
    return (void *)got;
}

static struct list {
    const struct mz_zoned_global *globals;
    uint64_t count;
} *lists;
static uint64_t list_count;

void mz_zones_begin(void)
{
    if (mz_rt.zoned)
        return;
    if (mz_rt.active) /* its stacks have been given out */
        mz_unsupported(LIBRARY_ZONES);
    reserve(MZ_ZONE_SHADOW, MZ_ZONE_ADDRESSES / MZ_ZONE_GRANULE);
    lists = reserve(0, MOST_LISTS * sizeof *lists);
    mz_rt.zoned = true;
}

void mz_zones_stacks(uint64_t start, uint64_t end)
{
    const uint64_t page = (uint64_t)MZ_PAGE * MZ_ZONE_GRANULE;

    start = (start + page - 1) & -page; /* neighbours have the rest */
    end = (end + page - 1) & -page;
    if (mz_rt.zoned)
        mz_snapshot_add(mz_zone_shadow(start), (end - start) / MZ_ZONE_GRANULE);
}

/* Of pages that were never written nothing is written. */
static void clear(uint64_t start, uint64_t end)
{
    for (uint64_t *word = (uint64_t *)mz_zone_shadow(start & -64ull);
         word < (uint64_t *)mz_zone_shadow(end & -64ull); word++)
        if (*word)
            *word = 0;
    for (uint8_t *byte = mz_zone_shadow(end & -64ull);
         byte < mz_zone_shadow(end); byte++)
        if (*byte)
            *byte = 0;
}

void mz_zones_left(uint64_t end)
{
    uint64_t here = (uint64_t)__builtin_frame_address(0);
    const struct mz_fiber *fiber = &mz_fibers[mz_rt.self];

    if (!mz_rt.zoned || !(mz_rt.active || mz_forked) ||
        !mz_fiber_owns(mz_rt.self, end - 1))
        return;
    /* A handler of a signal may run elsewhere. */
    if (!mz_fiber_owns(mz_rt.self, here))
        here = (uint64_t)fiber->stack;
    clear(here, end < fiber->first ? end : fiber->first);
}

/* ---- accesses ------------------------------------------------------------ */

static bool is_bad(uint64_t address)
{
    uint8_t shadow = *mz_zone_shadow(address);

    return shadow && (shadow >= MZ_ZONE_GRANULE ||
                      address % MZ_ZONE_GRANULE >= shadow);
}

/* The first byte in a zone; `end`: none. */
static uint64_t first_bad(uint64_t address, uint64_t end)
{
    while (address < end) {
        if (!*mz_zone_shadow(address))
            address = (address | (MZ_ZONE_GRANULE - 1)) + 1;
        else if (is_bad(address))
            return address;
        else
            address++;
    }
    return end;
}

/* What lies next to a zone. */
struct neighbour {
    const char *name;
    size_t name_length;
    uint64_t start, size;
    uint64_t line;     /* 0: not known */
    uint64_t function; /* its code; 0: a global, or not known */
    const char *file;
};

static uint64_t distance(const struct neighbour *n, uint64_t address)
{
    if (address < n->start)
        return n->start - address;
    return address < n->start + n->size ? 0
                                        : address - (n->start + n->size) + 1;
}

/* ---- globals ------------------------------------------------------------- */

struct module {
    uint64_t address; /* in it */
    uint64_t start, end;
    bool is_found;
};

/* A library that the program opens says so in each execution. */
void mz_zones_add(const struct mz_zoned_global *globals, uint64_t count)
{
    for (uint64_t i = 0; mz_rt.active && i < list_count; i++)
        if (lists[i].globals == globals)
            return;
    if (list_count == MOST_LISTS)
        mz_give_up("more than %d units with red zones", MOST_LISTS);
    lists[list_count++] = (struct list){globals, count};
}

static int find_module(struct dl_phdr_info *info, size_t size, void *sought)
{
    struct module *module = sought;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + p->p_vaddr;

        if (p->p_type != PT_LOAD)
            continue;
        if (module->address - start < p->p_memsz)
            module->is_found = true;
        if (!module->end || start < module->start)
            module->start = start;
        if (start + p->p_memsz > module->end)
            module->end = start + p->p_memsz;
    }
    if (!module->is_found)
        module->end = 0;
    return module->is_found;
}

void mz_zones_unload(const void *in_module)
{
    struct module module = {.address = (uint64_t)in_module};
    bool found;

    if (!mz_rt.zoned || !in_module)
        return;
    mz_library_show(true);
    found = dl_iterate_phdr(find_module, &module);
    mz_library_show(false);
    if (!found)
        return;
    clear(module.start, module.end);
    for (uint64_t i = list_count; i-- > 0;)
        if ((uint64_t)lists[i].globals - module.start <
            module.end - module.start)
            lists[i] = lists[--list_count];
}

static bool is_text(const char *name)
{
    return name[0] == '*' || mz_text_begins(name, ".str");
}

/* A string has no name. */
static struct neighbour describe(const struct mz_zoned_global *global)
{
    const char *name = is_text(global->name) ? "" : global->name;

    return (struct neighbour){
        .name = name,
        .name_length = mz_text_length(name),
        .start = global->start,
        .size = global->size,
        .line = global->place ? (uint64_t)global->place->line : 0,
        .file = global->place ? global->place->file : global->unit,
    };
}

/* The zone of a global comes after it; before it is another's. */
static bool find_global(uint64_t address, struct neighbour *found)
{
    bool in_zone = false;

    for (uint64_t i = 0; i < list_count; i++)
        for (uint64_t k = 0; k < lists[i].count; k++) {
            const struct mz_zoned_global *global = &lists[i].globals[k];
            struct neighbour n;

            in_zone |= address - global->start < global->size_with_zone;
            n = describe(global);
            if (!found->name || distance(&n, address) <
                                    distance(found, address))
                *found = n;
        }
    return in_zone;
}

/* ---- frames -------------------------------------------------------------- */

/* Where the shadow of a frame begins that this address is in; or NULL. */
static const uint8_t *frame_around(uint64_t address)
{
    const uint8_t *shadow = mz_zone_shadow(address);
    const uint8_t *end = mz_zone_shadow(mz_fiber_lowest);

    while (shadow > end && *shadow != MZ_ZONE_FRAME_LEFT)
        shadow--;
    while (shadow > end && shadow[-1] == MZ_ZONE_FRAME_LEFT)
        shadow--;
    return *shadow == MZ_ZONE_FRAME_LEFT ? shadow : NULL;
}

static uint64_t address_of(const uint8_t *shadow)
{
    return ((uint64_t)shadow - MZ_ZONE_SHADOW) * MZ_ZONE_GRANULE;
}

static uint64_t number(const char **text)
{
    uint64_t value = 0;

    for (; **text >= '0' && **text <= '9'; (*text)++)
        value = value * 10 + (uint64_t)(**text - '0');
    while (**text == ' ')
        (*text)++;
    return value;
}

/* `OFFSET SIZE LENGTH NAME`, NAME perhaps with `:LINE`. */
static struct neighbour next_variable(const char **text, uint64_t frame)
{
    struct neighbour n = {.start = frame + number(text)};
    size_t length;

    n.size = number(text);
    length = number(text);
    n.name = *text;
    *text += length;
    while (**text == ' ')
        (*text)++;
    n.name_length = length;
    for (size_t i = 0; i < length; i++)
        if (n.name[i] == ':') {
            const char *line = n.name + i + 1;

            n.name_length = i;
            n.line = number(&line);
        }
    return n;
}

static bool find_variable(uint64_t address, struct neighbour *found)
{
    const uint8_t *shadow = frame_around(address);
    const uint64_t *frame = shadow ? (void *)address_of(shadow) : NULL;
    const char *text;

    if (!frame || frame[0] != MAGIC)
        return false;
    text = (const char *)frame[1];
    for (uint64_t count = number(&text); count; count--) {
        struct neighbour n = next_variable(&text, (uint64_t)frame);

        if (!found->name || distance(&n, address) < distance(found, address))
            *found = n;
    }
    found->function = frame[2];
    return found->name;
}

/* Between its two zones; what is left of the last granule is in the second. It
 * has no name: the report knows what it is. */
static bool find_array(uint64_t address, struct neighbour *found)
{
    const uint8_t *start = mz_zone_shadow(address), *end = start;

    while (*start == MZ_ZONE_ARRAY_RIGHT)
        start--;
    while (*start != MZ_ZONE_ARRAY_LEFT)
        start--;
    for (end = ++start; *end == MZ_ZONE_ARRAY_LEFT;)
        start = ++end;
    while (!*end)
        end++;
    *found = (struct neighbour){
        .name = "",
        .start = address_of(start),
        .size = (uint64_t)(end - start) * MZ_ZONE_GRANULE +
                (*end < MZ_ZONE_GRANULE ? *end : 0),
    };
    return true;
}

static bool find_local(uint64_t address, struct neighbour *found)
{
    uint8_t shadow = *mz_zone_shadow(address);

    if (shadow < MZ_ZONE_GRANULE) /* the rest of it is in the zone */
        shadow = mz_zone_shadow(address)[1];
    if (shadow == MZ_ZONE_ARRAY_LEFT || shadow == MZ_ZONE_ARRAY_RIGHT)
        return find_array(address, found);
    return find_variable(address, found);
}

/* ---- failing ------------------------------------------------------------- */

static enum mz_fault fault_of(const struct neighbour *n, bool is_local,
                              uint64_t address)
{
    if (!n->name)
        return MZ_FAULT_ZONE_UNKNOWN;
    if (address < n->start)
        return is_local ? MZ_FAULT_LOCAL_UNDERFLOW : MZ_FAULT_GLOBAL_UNDERFLOW;
    if (address >= n->start + n->size)
        return is_local ? MZ_FAULT_LOCAL_OVERFLOW : MZ_FAULT_GLOBAL_OVERFLOW;
    return MZ_FAULT_SCOPE_LEFT;
}

/* As heap_access.c counts. */
static uint64_t told_distance(const struct neighbour *n, uint64_t address,
                              uint64_t bad)
{
    if (bad < n->start)
        return n->start - address;
    return bad < n->start + n->size ? bad - n->start
                                    : bad - (n->start + n->size);
}

static void copy_name(char name[MAX_NAME], const struct neighbour *n)
{
    size_t length = n->name_length < MAX_NAME - 1 ? n->name_length
                                                  : MAX_NAME - 1;

    mz_copy(name, n->name, length);
    name[length] = '\0';
}

/* A poisoned byte of other memory says nothing: no part of the program has
 * laid a zone there that still is one. */
static MZ_COLD void look_closer(uint64_t address, uint64_t bad, size_t size,
                                enum mz_action action, uint64_t pc)
{
    bool is_local = mz_fiber_any_owns(bad);
    struct neighbour n = {0};
    struct mz_failure failure = {
        .action = action,
        .address = address,
        .size = size < UINT32_MAX ? size : UINT32_MAX,
        .pc = pc,
        .numbers = {size},
    };
    char name[MAX_NAME];

    if (!(is_local ? find_local(bad, &n) : find_global(bad, &n)) && !is_local)
        return;
    failure.fault = fault_of(&n, is_local, bad);
    if (n.name) {
        copy_name(name, &n);
        failure.text = name;
        failure.found = n.file;
        failure.numbers[1] = told_distance(&n, address, bad);
        failure.numbers[2] = n.size;
        failure.numbers[3] = n.line;
        failure.numbers[4] = n.function;
    }
    mz_fail(&failure);
}

/* A handler of a signal may run on another stack. */
void mz_zones_below(uint64_t address, size_t size, enum mz_action action,
                    uint64_t pc, uint64_t stack_pointer)
{
    const struct mz_fiber *fiber = &mz_fibers[mz_rt.self];
    uint64_t stack = (uint64_t)fiber->stack;

    if (address - stack < stack_pointer - stack &&
        stack_pointer - stack <= fiber->stack_size)
        mz_fail(&(struct mz_failure){
            .fault = MZ_FAULT_FRAME_LEFT,
            .action = action,
            .address = address,
            .size = size < 255 ? size : 0,
            .pc = pc,
            .numbers = {size},
        });
}

void mz_zones_look(uint64_t address, size_t size, enum mz_action action,
                   uint64_t pc)
{
    uint64_t bad;

    if (!(mz_rt.active || mz_forked) || address >= MZ_ZONE_ADDRESSES ||
        size > MZ_ZONE_ADDRESSES - address)
        return;
    bad = first_bad(address, address + size);
    if (MZ_UNLIKELY(bad < address + size))
        look_closer(address, bad, size, action, pc);
}
