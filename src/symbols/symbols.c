/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/symbols.h"

#include "symbols/allocation.h"
#include "symbols/dies.h"
#include "symbols/expressions.h"
#include "symbols/image.h"
#include "symbols/lines.h"
#include "symbols/locals.h"
#include "symbols/members.h"
#include "symbols/memo.h"
#include "symbols/names.h"
#include "symbols/objects.h"
#include "symbols/shortening.h"
#include "symbols/sources.h"
#include "symbols/values.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAME = 1024, MAX_FRAMES = 128 };

struct mz_symbols {
    struct mz_words words;
    struct mz_sources sources;
    struct mz_module *modules;
    struct mz_image *images; /* of the modules, NULL until they are needed */
    size_t count;
    struct mz_memo frames; /* by address: all that fit in MAX_FRAMES */
    struct mz_memo blocks; /* by struct allocation: a struct block_type */
};

static void keep_module(struct mz_symbols *symbols,
                        const struct mz_module *module)
{
    const char *path =
        mz_words_keep(&symbols->words, module->path ? module->path : "");

    if (path)
        symbols->modules[symbols->count++] =
            (struct mz_module){.path = path, .bias = module->bias};
}

struct mz_symbols *mz_symbols_open(const struct mz_module *modules,
                                   size_t count)
{
    struct mz_symbols *symbols = calloc(1, sizeof *symbols);

    if (!symbols)
        return NULL;
    symbols->modules = calloc(count + 1, sizeof *symbols->modules);
    if (!symbols->modules) {
        free(symbols);
        return NULL;
    }
    mz_sources_open(&symbols->sources, &symbols->words);
    for (size_t i = 0; i < count; i++)
        keep_module(symbols, &modules[i]);
    return symbols;
}

static bool is_in_system(const char *path)
{
    return strncmp(path, "/lib", 4) == 0 || strncmp(path, "/usr/lib", 8) == 0;
}

/* Of all modules, in their order. Most reports have nothing to tell, and no
 * file is opened for them. NULL: there is no memory. */
static struct mz_image *images_of(struct mz_symbols *symbols)
{
    if (symbols->images)
        return symbols->images;
    symbols->images = calloc(symbols->count + 1, sizeof *symbols->images);
    for (size_t i = 0; symbols->images && i < symbols->count; i++) {
        const char *path = symbols->modules[i].path;
        const char *slash = strrchr(path, '/');

        mz_image_open(&symbols->images[i], path, slash ? slash + 1 : path,
                      symbols->modules[i].bias);
        symbols->images[i].is_of_system = i && is_in_system(path);
    }
    return symbols->images;
}

static size_t image_count(struct mz_symbols *symbols)
{
    return images_of(symbols) ? symbols->count : 0;
}

void mz_symbols_close(struct mz_symbols *symbols)
{
    if (!symbols)
        return;
    for (size_t i = 0; symbols->images && i < symbols->count; i++)
        mz_image_close(&symbols->images[i]);
    mz_sources_close(&symbols->sources);
    mz_words_free(&symbols->words);
    mz_memo_free(&symbols->frames);
    mz_memo_free(&symbols->blocks);
    free(symbols->images);
    free(symbols->modules);
    free(symbols);
}

static struct mz_image *image_at(struct mz_symbols *symbols, uint64_t address,
                                 Dwarf_Addr *place)
{
    for (size_t i = 0; i < image_count(symbols); i++)
        if (mz_image_holds(&symbols->images[i], address, place))
            return &symbols->images[i];
    return NULL;
}

/* Adds the name of a symbol, without `@VERSION`. */
static void add_symbol_name(struct mz_phrase *phrase, const char *name)
{
    char *demangled = mz_names_demangle(name);

    if (demangled)
        mz_shortening_add(demangled, phrase);
    else
        mz_phrase_add(phrase, "%.*s", (int)strcspn(name, "@"), name);
    free(demangled);
}

static void add_module_place(struct mz_phrase *phrase,
                             const struct mz_image *image, Dwarf_Addr place)
{
    mz_phrase_add(phrase, "%s+%#llx", image->name, (unsigned long long)place);
}

/* What to call the code at an address that has no debug information. */
static const char *plain_function(struct mz_symbols *symbols, uint64_t pc)
{
    char text[MAX_NAME];
    struct mz_phrase phrase = mz_phrase_in(text, sizeof text);
    Dwarf_Addr place, begin;
    struct mz_image *image = image_at(symbols, pc, &place);
    GElf_Sym symbol;
    const char *name =
        image ? mz_image_symbol(image, place, &symbol, &begin) : NULL;
    const char *kept;

    if (name)
        add_symbol_name(&phrase, name);
    else if (image)
        add_module_place(&phrase, image, place);
    else
        mz_phrase_add(&phrase, "%#llx", (unsigned long long)pc);
    kept = mz_words_keep(&symbols->words, text);
    return kept ? kept : "?";
}

/* One at least. */
static size_t find_frames(struct mz_symbols *symbols, uint64_t pc,
                          struct mz_frame *out, size_t max)
{
    Dwarf_Addr place;
    struct mz_image *image = image_at(symbols, pc, &place);
    size_t count = 0;

    if (image)
        count = mz_lines_frames(image, &symbols->sources, place, out, max);
    if (!count)
        out[count++] = (struct mz_frame){0};
    for (size_t i = 0; i < count; i++) {
        if (!out[i].function)
            out[i].function = plain_function(symbols, pc);
        out[i].module = image ? image->name : NULL;
        out[i].is_of_system = image && image->is_of_system;
    }
    return count;
}

bool mz_symbols_function_at(struct mz_symbols *symbols, uint64_t pc,
                            struct mz_frame *out)
{
    Dwarf_Addr place;
    struct mz_image *image = image_at(symbols, pc, &place);

    if (!image || !mz_lines_function(image, &symbols->sources, place, out))
        return false;
    out->module = image->name;
    return true;
}

size_t mz_symbols_frames(struct mz_symbols *symbols, uint64_t pc,
                         struct mz_frame *out, size_t max)
{
    struct mz_frame all[MAX_FRAMES];
    size_t size;
    const void *kept = mz_memo_find(&symbols->frames, &pc, sizeof pc, &size);
    size_t count;

    if (!max)
        return 0;
    if (max > MAX_FRAMES)
        return find_frames(symbols, pc, out, max);
    if (!kept) {
        size = find_frames(symbols, pc, all, MAX_FRAMES) * sizeof *all;
        mz_memo_keep(&symbols->frames, &pc, sizeof pc, all, size);
        kept = all;
    }
    count = size / sizeof *all < max ? size / sizeof *all : max;
    memcpy(out, kept, count * sizeof *out);
    return count;
}

/*
 * A program that uses a variable of a library has it copied into itself, but
 * only the library has its type.
 */
static bool add_original(struct mz_symbols *symbols,
                         const struct mz_image *copy, const char *name,
                         uint64_t offset, unsigned size,
                         struct mz_phrase *phrase, Dwarf_Die *type)
{
    Dwarf_Addr place;

    for (size_t i = 0; i < image_count(symbols); i++) {
        struct mz_image *image = &symbols->images[i];

        if (image != copy && mz_image_object_named(image, name, &place))
            return mz_objects_add(image, place + offset, size, phrase, type);
    }
    return false;
}

/* `"queue full"`: what is in the program's file, and stays so. */
static bool add_literal(struct mz_image *image, Dwarf_Addr place,
                        struct mz_phrase *phrase)
{
    size_t size;
    const char *text = mz_image_constant(image, place, &size);

    return text && *text && mz_values_add_quoted(text, size, phrase);
}

/* Without debug information. That of another module names it, too. */
static void add_plain_object(struct mz_symbols *symbols, struct mz_image *image,
                             Dwarf_Addr place, unsigned size,
                             struct mz_phrase *phrase, Dwarf_Die *type)
{
    Dwarf_Addr begin;
    GElf_Sym symbol;
    const char *name = mz_image_symbol(image, place, &symbol, &begin);

    if (!name || GELF_ST_TYPE(symbol.st_info) == STT_FUNC ||
        place - begin >= symbol.st_size) {
        if (!add_literal(image, place, phrase))
            add_module_place(phrase, image, place);
        return;
    }
    if (add_original(symbols, image, name, place - begin, size, phrase, type))
        return;
    add_symbol_name(phrase, name);
    if (place > begin)
        mz_phrase_add(phrase, "+%llu", (unsigned long long)(place - begin));
    if (image != symbols->images)
        mz_phrase_add(phrase, " in %s", image->name);
}

static bool add_object(struct mz_symbols *symbols, uint64_t address,
                       unsigned size, struct mz_phrase *phrase, Dwarf_Die *type)
{
    Dwarf_Addr place;
    struct mz_image *image = image_at(symbols, address, &place);

    type->addr = NULL;
    if (!image)
        return false;
    if (!mz_objects_add(image, place, size, phrase, type))
        add_plain_object(symbols, image, place, size, phrase, type);
    return true;
}

bool mz_symbols_object(struct mz_symbols *symbols, uint64_t address,
                       unsigned size, char *out, size_t out_size)
{
    struct mz_phrase phrase = mz_phrase_in(out, out_size);
    Dwarf_Die type;

    return add_object(symbols, address, size, &phrase, &type);
}

static bool add_function(struct mz_symbols *symbols, uint64_t address,
                         struct mz_phrase *phrase)
{
    Dwarf_Addr place, begin;
    struct mz_image *image = image_at(symbols, address, &place);
    GElf_Sym symbol;
    const char *name =
        image ? mz_image_symbol(image, place, &symbol, &begin) : NULL;

    if (!name || begin != place || GELF_ST_TYPE(symbol.st_info) != STT_FUNC)
        return false;
    add_symbol_name(phrase, name);
    return true;
}

static bool add_pointed_literal(struct mz_symbols *symbols, uint64_t address,
                                struct mz_phrase *phrase)
{
    Dwarf_Addr place;
    struct mz_image *image = image_at(symbols, address, &place);

    return image && add_literal(image, place, phrase);
}

/* `NULL`, `function`, `&object`, else a number. */
static void add_pointer(struct mz_symbols *symbols, uint64_t address,
                        uint64_t pointee_size, struct mz_phrase *phrase)
{
    Dwarf_Die type;

    if (!address) {
        mz_phrase_add(phrase, "NULL");
        return;
    }
    if (add_function(symbols, address, phrase))
        return;
    mz_phrase_add(phrase, "&");
    if (add_object(symbols, address, pointee_size, phrase, &type) && type.addr)
        return;
    mz_phrase_cut(phrase, 0);
    mz_phrase_add(phrase, "%#llx", (unsigned long long)address);
}

/* `size`: of the access; 0: that is not known. */
static bool add_value(struct mz_symbols *symbols, Dwarf_Die *type,
                      unsigned size, uint64_t bits, struct mz_phrase *phrase)
{
    uint64_t pointee_size;

    if (!type->addr)
        return false;
    if (mz_members_is_field(type))
        return mz_members_add_fields(type, size, bits, phrase);
    if (mz_values_add_text(type, bits, size, phrase))
        return true;
    if (!mz_values_is_pointer(type, &pointee_size))
        return mz_values_add(type, bits, phrase);
    if (mz_values_is_text_pointer(type) &&
        add_pointed_literal(symbols, bits, phrase))
        return true;
    add_pointer(symbols, bits, pointee_size, phrase);
    return true;
}

bool mz_symbols_value(struct mz_symbols *symbols, uint64_t address,
                      unsigned size, uint64_t bits, char *out, size_t out_size)
{
    struct mz_phrase phrase = mz_phrase_in(out, out_size);
    Dwarf_Die type;
    bool known =
        add_object(symbols, address, size, &phrase, &type) && type.addr;

    mz_phrase_cut(&phrase, 0);
    return known && add_value(symbols, &type, size, bits, &phrase);
}

struct allocation {
    uint64_t caller, size;
};

struct block_type {
    struct mz_image *image; /* NULL: it is not known */
    Dwarf_Die type;
};

static struct mz_image *find_type(struct mz_symbols *symbols,
                                  const struct allocation *of, Dwarf_Die *type)
{
    Dwarf_Addr place;
    struct mz_image *image = image_at(symbols, of->caller, &place);
    struct mz_frame frame = {0};
    const char *line = NULL;

    if (!image || !mz_symbols_frames(symbols, of->caller, &frame, 1))
        return NULL;
    if (frame.file)
        line = mz_sources_line(&symbols->sources, frame.file, frame.line);
    return mz_allocation_type(image, place, line, of->size, type) ? image
                                                                  : NULL;
}

/* By what is called at one code address. */
static struct mz_image *type_by(struct mz_symbols *symbols,
                                const struct allocation *of, Dwarf_Die *type)
{
    const struct block_type *kept =
        mz_memo_find(&symbols->blocks, of, sizeof *of, NULL);
    struct block_type found = {0};

    if (!kept) {
        found.image = find_type(symbols, of, &found.type);
        mz_memo_keep(&symbols->blocks, of, sizeof *of, &found, sizeof found);
        kept = &found;
    }
    *type = kept->type;
    return kept->image;
}

/* The type of the whole block, or of its elements. */
static struct mz_image *type_of_block(struct mz_symbols *symbols,
                                      const struct mz_block_part *part,
                                      Dwarf_Die *type)
{
    struct mz_image *image = NULL;

    for (size_t i = 0; !image && i < part->caller_count; i++) {
        const struct allocation of = {part->callers[i], part->block_size};

        image = type_by(symbols, &of, type);
    }
    return image;
}

static bool add_member(struct mz_symbols *symbols,
                       const struct mz_block_part *part,
                       struct mz_phrase *phrase, Dwarf_Die *found)
{
    Dwarf_Die type;
    struct mz_image *image = type_of_block(symbols, part, &type);
    uint64_t one = image ? mz_die_size(&type) : 0, offset = part->offset;

    if (!image || part->offset >= part->block_size)
        return false;
    if (part->block_size % one == 0 && part->block_size > one) {
        mz_phrase_add(phrase, "[%llu]", (unsigned long long)(offset / one));
        offset %= one;
    }
    return offset < one &&
           mz_members_add(image, &type, offset, part->size, phrase, found);
}

bool mz_symbols_member(struct mz_symbols *symbols,
                       const struct mz_block_part *part, char *out,
                       size_t out_size)
{
    struct mz_phrase phrase = mz_phrase_in(out, out_size);
    Dwarf_Die found;

    if (!add_member(symbols, part, &phrase, &found))
        return false;
    if (*out == '.')
        memmove(out, out + 1, phrase.used);
    return true;
}

bool mz_symbols_member_value(struct mz_symbols *symbols,
                             const struct mz_block_part *part, uint64_t bits,
                             char *out, size_t out_size)
{
    struct mz_phrase phrase = mz_phrase_in(out, out_size);
    Dwarf_Die found;
    bool known = add_member(symbols, part, &phrase, &found);

    mz_phrase_cut(&phrase, 0);
    return known && add_value(symbols, &found, part->size, bits, &phrase);
}

bool mz_symbols_block_type(struct mz_symbols *symbols,
                           const struct mz_block_part *part, char *out,
                           size_t out_size)
{
    struct mz_phrase phrase = mz_phrase_in(out, out_size);
    Dwarf_Die type;
    struct mz_image *image = type_of_block(symbols, part, &type);
    uint64_t one = image ? mz_die_size(&type) : 0;

    if (!image)
        return false;
    mz_names_add_type(image, &type, &phrase);
    if (part->block_size % one == 0 && part->block_size > one)
        mz_phrase_add(&phrase, "[%llu]",
                      (unsigned long long)(part->block_size / one));
    return true;
}

/* Any image will do for the name of a type: all know the same units. */
static bool add_type(struct mz_symbols *symbols, uint64_t pc, Dwarf_Die *type,
                     struct mz_phrase *phrase)
{
    Dwarf_Addr place;
    struct mz_image *image = image_at(symbols, pc, &place);

    mz_phrase_cut(phrase, 0);
    if (!image || !type->addr || mz_members_is_field(type))
        return false;
    mz_names_add_type(image, type, phrase);
    return true;
}

bool mz_symbols_member_type(struct mz_symbols *symbols,
                            const struct mz_block_part *part, char *out,
                            size_t out_size)
{
    struct mz_phrase phrase = mz_phrase_in(out, out_size);
    Dwarf_Die found;

    return part->caller_count && add_member(symbols, part, &phrase, &found) &&
           add_type(symbols, part->callers[0], &found, &phrase);
}

static bool add_local(struct mz_symbols *symbols,
                      const struct mz_local_frame *frame,
                      const struct mz_local_place *where,
                      struct mz_phrase *phrase, struct mz_local *found)
{
    Dwarf_Addr place;
    struct mz_image *image = image_at(symbols, frame->pc, &place);

    if (!image || !mz_locals_add(image, place, frame, where, phrase, found))
        return false;
    mz_names_add_scope(image, &found->function, phrase);
    return true;
}

bool mz_symbols_local(struct mz_symbols *symbols,
                      const struct mz_local_frame *frame,
                      const struct mz_local_place *where, char *out,
                      size_t out_size)
{
    struct mz_phrase phrase = mz_phrase_in(out, out_size);
    struct mz_local found;

    return add_local(symbols, frame, where, &phrase, &found);
}

bool mz_symbols_local_value(struct mz_symbols *symbols,
                            const struct mz_local_frame *frame,
                            const struct mz_local_place *where, uint64_t bits,
                            char *out, size_t out_size)
{
    struct mz_phrase phrase = mz_phrase_in(out, out_size);
    struct mz_local found;
    bool known =
        add_local(symbols, frame, where, &phrase, &found) && found.type.addr;

    mz_phrase_cut(&phrase, 0);
    return known && add_value(symbols, &found.type, 0,
                              bits >> 8 * found.offset, &phrase);
}

/* The variable that the way begins with. */
static bool begin_way(struct mz_symbols *symbols,
                      const struct mz_pointed *reach,
                      struct mz_expression *way, struct mz_local *local)
{
    Dwarf_Addr place;

    way->image = image_at(symbols,
                          reach->frame ? reach->frame->pc
                                       : reach->place->address,
                          &place);
    way->value = reach->pointer;
    *local = (struct mz_local){.is_whole = true};
    if (!way->image)
        return false;
    return reach->frame ? mz_expressions_local(way, place, reach->frame,
                                               reach->place, local)
                        : mz_expressions_variable(way, place);
}

static bool add_reached(struct mz_symbols *symbols,
                        const struct mz_pointed *reach, bool is_full,
                        struct mz_phrase *phrase, Dwarf_Die *found)
{
    struct mz_expression way = {.phrase = phrase};
    struct mz_local local;

    if (!begin_way(symbols, reach, &way, &local) ||
        (reach->is_direct && !local.is_whole))
        return false;
    for (unsigned i = 0; i < reach->link_count; i++) {
        if (!mz_expressions_follow(&way, reach->links[i].address))
            return false;
        way.value = reach->links[i].value;
    }
    if (!mz_expressions_end(&way, reach->address, reach->size))
        return false;
    *found = way.type;
    if (is_full && reach->frame)
        mz_names_add_scope(way.image, &local.function, phrase);
    return true;
}

bool mz_symbols_reached(struct mz_symbols *symbols,
                        const struct mz_pointed *reach, bool is_full, char *out,
                        size_t out_size)
{
    struct mz_phrase phrase = mz_phrase_in(out, out_size);
    Dwarf_Die found;

    return add_reached(symbols, reach, is_full, &phrase, &found);
}

bool mz_symbols_reached_value(struct mz_symbols *symbols,
                              const struct mz_pointed *reach, uint64_t bits,
                              char *out, size_t out_size)
{
    struct mz_phrase phrase = mz_phrase_in(out, out_size);
    Dwarf_Die found;
    bool known =
        add_reached(symbols, reach, false, &phrase, &found) && found.addr;

    mz_phrase_cut(&phrase, 0);
    return known && add_value(symbols, &found, reach->size, bits, &phrase);
}

bool mz_symbols_reached_type(struct mz_symbols *symbols,
                             const struct mz_pointed *reach, char *out,
                             size_t out_size)
{
    struct mz_phrase phrase = mz_phrase_in(out, out_size);
    Dwarf_Die found;

    return add_reached(symbols, reach, false, &phrase, &found) &&
           add_type(symbols,
                    reach->frame ? reach->frame->pc : reach->place->address,
                    &found, &phrase);
}

static bool add_thread_local(struct mz_symbols *symbols, int64_t distance,
                             unsigned size, struct mz_phrase *phrase,
                             Dwarf_Die *type)
{
    return image_count(symbols) &&
           mz_locals_add_thread_local(&symbols->images[0], distance, size,
                                      phrase, type);
}

bool mz_symbols_thread_local(struct mz_symbols *symbols, int64_t distance,
                             unsigned size, char *out, size_t out_size)
{
    struct mz_phrase phrase = mz_phrase_in(out, out_size);
    Dwarf_Die type;

    return add_thread_local(symbols, distance, size, &phrase, &type);
}

bool mz_symbols_thread_local_value(struct mz_symbols *symbols, int64_t distance,
                                   unsigned size, uint64_t bits, char *out,
                                   size_t out_size)
{
    struct mz_phrase phrase = mz_phrase_in(out, out_size);
    Dwarf_Die type;

    if (!add_thread_local(symbols, distance, size, &phrase, &type))
        return false;
    mz_phrase_cut(&phrase, 0);
    return add_value(symbols, &type, size, bits, &phrase);
}

/* How much of two names is that of what has both: `cells[` of `cells[1].next`
 * and `cells[0].size` is not, `cells` is. */
static size_t shared_part(const char *name, const char *other)
{
    size_t shared = 0;

    for (size_t i = 0;; i++) {
        if (i && strchr(".[", name[i]) && strchr(".[+ ", other[i]))
            shared = i;
        if (!name[i] || name[i] != other[i])
            return shared;
    }
}

/* What has the byte before, too, does not begin there. */
bool mz_symbols_thread_local_part(struct mz_symbols *symbols, int64_t distance,
                                  char *out, size_t out_size)
{
    char before[256] = "";
    size_t shared;

    if (!mz_symbols_thread_local(symbols, distance, 0, out, out_size))
        return false;
    mz_symbols_thread_local(symbols, distance - 1, 0, before, sizeof before);
    shared = shared_part(out, before);
    if (out[shared])
        out[shared + 1 + strcspn(out + shared + 1, ".[")] = '\0';
    return true;
}

void mz_symbols_add_type_name(const char *mangled, struct mz_phrase *phrase)
{
    char *demangled = mz_names_demangle_type(mangled);

    mz_shortening_add(demangled ? demangled : mangled, phrase);
    free(demangled);
}

const char *mz_symbols_file(struct mz_symbols *symbols, const char *path)
{
    char whole[PATH_MAX];

    if (path[0] == '/' || !symbols->sources.here)
        return mz_sources_name(&symbols->sources, path);
    snprintf(whole, sizeof whole, "%s/%s", symbols->sources.here, path);
    return mz_sources_name(&symbols->sources, whole);
}

const char *mz_symbols_source_line(struct mz_symbols *symbols, const char *file,
                                   unsigned line)
{
    return mz_sources_line(&symbols->sources, file, line);
}
