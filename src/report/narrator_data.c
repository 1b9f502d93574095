/* SPDX-License-Identifier: Apache-2.0 */
/* What the narrator calls data: variables, heap blocks, values. */
#include "base/text.h"
#include "report/namesakes.h"
#include "report/narrator.h"

#include "symbols/names.h"
#include "symbols/phrase.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NEARBY = 64 }; /* bytes: what is so near to a block is told by it */

static bool has(const struct mz_block_note *block, uint64_t address,
                uint64_t margin)
{
    return address - block->address + margin < block->size + 2 * margin ||
           address == block->address;
}

const struct mz_block_note *mz_narrator_block(const struct mz_narrator *n,
                                              uint64_t address)
{
    const struct mz_account *account = &n->report->region->account;

    for (uint64_t margin = 0; margin <= NEARBY; margin += NEARBY)
        for (uint32_t i = 0; i < account->block_count; i++)
            if (has(&account->blocks[i], address, margin))
                return &account->blocks[i];
    return NULL;
}

/* ---- where blocks come from ---------------------------------------------- */

/* The step that allocated it, if it was told. */
static const struct mz_step *allocation_of(const struct mz_account *account,
                                           const struct mz_block_note *block)
{
    for (uint32_t i = 0; i < account->step_count; i++)
        if (account->steps[i].action == MZ_ACTION_MALLOC &&
            account->steps[i].address == block->address)
            return &account->steps[i];
    return NULL;
}

static void find_birth(const struct mz_narrator *n,
                       const struct mz_block_note *block,
                       struct mz_block_birth *birth)
{
    const struct mz_step *step =
        allocation_of(&n->report->region->account, block);
    struct mz_frame frame;

    birth->callers[birth->caller_count++] = block->allocated_pc - 1;
    for (unsigned i = 0; step && i < step->sight.depth; i++)
        if (i || step->sight.pcs[0] != block->allocated_pc)
            birth->callers[birth->caller_count++] = step->sight.pcs[i] - 1;
    for (unsigned i = 0; i < birth->caller_count; i++) {
        birth->place = birth->callers[i] + 1;
        if (mz_narrator_place(n, birth->place, &frame) &&
            mz_narrator_is_users(&frame))
            return;
    }
    birth->place = block->allocated_pc;
}

bool mz_narrator_find_births(struct mz_narrator *n)
{
    const struct mz_account *account = &n->report->region->account;

    n->births = calloc(account->block_count + 1, sizeof *n->births);
    for (uint32_t i = 0; n->births && i < account->block_count; i++)
        find_birth(n, &account->blocks[i], &n->births[i]);
    return n->births;
}

void mz_narrator_forget_births(struct mz_narrator *n)
{
    for (uint32_t i = 0;
         n->births && i < n->report->region->account.block_count; i++)
        free(n->births[i].key);
    free(n->births);
}

static struct mz_block_birth *birth_of(const struct mz_narrator *n,
                                       const struct mz_block_note *block)
{
    return &n->births[block - n->report->region->account.blocks];
}

bool mz_narrator_birthplace(const struct mz_narrator *n,
                            const struct mz_block_note *block,
                            struct mz_frame *out)
{
    return mz_narrator_place(n, birth_of(n, block)->place, out);
}

bool mz_narrator_deathplace(const struct mz_narrator *n,
                            const struct mz_block_note *block,
                            struct mz_frame *out)
{
    const struct mz_account *account = &n->report->region->account;

    for (uint32_t i = account->step_count; i-- > 0;) {
        const struct mz_step *step = &account->steps[i];

        if (step->action == MZ_ACTION_FREE && step->address == block->address)
            return mz_narrator_step_place(n, step, out);
    }
    return mz_narrator_place(n, block->freed_pc, out);
}

/* By address, which is the order in which a thread allocates. */
void mz_narrator_ordinal(const struct mz_narrator *n,
                         const struct mz_block_note *block,
                         struct mz_phrase *phrase)
{
    const struct mz_account *account = &n->report->region->account;
    unsigned before = 0, all = 0;

    for (uint32_t i = 0; i < account->block_count; i++) {
        const struct mz_block_note *b = &account->blocks[i];

        if (n->births[i].place != birth_of(n, block)->place ||
            b->size != block->size)
            continue;
        all++;
        before += b->address < block->address;
    }
    if (all > 1)
        mz_phrase_add(phrase, " (#%u)", before + 1);
}

static void add_birthplace(const struct mz_narrator *n,
                           const struct mz_block_note *block, bool in_full,
                           struct mz_phrase *phrase)
{
    const char *near = n->manner.file, *file;
    struct mz_frame frame;

    if (mz_narrator_birthplace(n, block, &frame) &&
        mz_narrator_is_users(&frame)) {
        file = mz_text_last_part(frame.file);
        if (near && !strcmp(mz_text_last_part(near), file))
            file = "";
        mz_phrase_add(phrase, "%s%s:%u", in_full ? " allocated at " : " from ",
                      in_full ? frame.file : file, frame.line);
    }
    mz_narrator_ordinal(n, block, phrase);
}

static struct mz_block_part part_of(const struct mz_narrator *n,
                                   const struct mz_block_note *block,
                                   uint64_t address, unsigned size)
{
    return (struct mz_block_part){
        .callers = birth_of(n, block)->callers,
        .caller_count = birth_of(n, block)->caller_count,
        .block_size = block->size,
        .offset = address - block->address,
        .size = size,
    };
}

/* `Node` of `Queue<int>::Node`: where it comes from tells the rest. */
static const char *last_name(const char *type)
{
    const char *last = type;
    int depth = 0;

    for (const char *at = type; *at; at++) {
        if (*at == '<')
            depth++;
        else if (*at == '>')
            depth--;
        else if (*at == ' ' && !depth)
            return type;
        else if (at[0] == ':' && at[1] == ':' && !depth)
            last = at + 2;
    }
    return last;
}

/* `struct queue`, or `heap block of 40 bytes` */
static void add_kind(const struct mz_narrator *n,
                     const struct mz_block_note *block, bool with_size,
                     struct mz_phrase *phrase)
{
    struct mz_block_part part = part_of(n, block, block->address, 0);
    char type[MZ_PHRASE / 2];

    if (mz_symbols_block_type(n->symbols, &part, type, sizeof type))
        mz_phrase_add(phrase, "%s",
                      with_size                ? type
                      : mz_names_is_node(type) ? "node"
                                               : last_name(type));
    else if (with_size)
        mz_phrase_add(phrase, "heap block of %lu byte%s",
                      (unsigned long)block->size, block->size == 1 ? "" : "s");
    else
        mz_phrase_add(phrase, "heap block");
}

void mz_narrator_allocated(const struct mz_narrator *n,
                           const struct mz_block_note *block,
                           struct mz_phrase *phrase)
{
    struct mz_block_part part = part_of(n, block, block->address, 0);
    char type[MZ_PHRASE / 2];

    if (mz_symbols_block_type(n->symbols, &part, type, sizeof type))
        mz_phrase_add(phrase, " for %s", type);
    mz_narrator_ordinal(n, block, phrase);
}

/* ---- what a thread has before it ----------------------------------------- */

/* How DWARF numbers the registers of a frame of ours; and the stack pointer. */
static const unsigned numbers[MZ_FRAME_REGISTERS] = {3, 6, 12, 13, 14, 15};
enum { STACK_POINTER = 7 };

struct mz_local_frame mz_narrator_frame(const struct mz_call_frame *of)
{
    struct mz_local_frame frame = {
        .pc = of->pc - 1,
        .sp = of->sp,
        .cfa = of->cfa,
        .known = 1u << STACK_POINTER,
    };

    frame.registers[STACK_POINTER] = of->sp;
    for (unsigned i = 0; i < MZ_FRAME_REGISTERS; i++) {
        frame.registers[numbers[i]] = of->registers[i];
        frame.known |= 1u << numbers[i];
    }
    return frame;
}

struct mz_local_place mz_narrator_register(unsigned reg)
{
    return (struct mz_local_place){.is_register = true, .reg = numbers[reg]};
}

/* Some bytes, and what was before the thread that did something to them. */
struct seen {
    uint64_t address;
    unsigned size;
    const struct mz_sight *sight; /* NULL: it is not known */
};

static bool is_around(const struct mz_call_frame *frame, uint64_t address)
{
    return address - frame->sp < frame->cfa - frame->sp;
}

/* The frame whose local variable it is. */
static bool frame_around(const struct seen *seen, struct mz_local_frame *frame)
{
    const struct mz_sight *sight = seen->sight;

    for (unsigned i = 0; sight && i < sight->frame_count; i++) {
        if (!is_around(&sight->frames[i], seen->address))
            continue;
        *frame = mz_narrator_frame(&sight->frames[i]);
        return true;
    }
    return false;
}

static bool name_local(const struct mz_narrator *n, const struct seen *seen,
                       char out[MZ_PHRASE])
{
    struct mz_local_place place = {.address = seen->address};
    struct mz_local_frame frame;

    return frame_around(seen, &frame) &&
           mz_symbols_local(n->symbols, &frame, &place, out, MZ_PHRASE);
}

static bool name_local_value(const struct mz_narrator *n,
                             const struct seen *seen, uint64_t bits,
                             char out[MZ_PHRASE])
{
    struct mz_local_place place = {.address = seen->address};
    struct mz_local_frame frame;

    /* The bits are those at the address; wanted are those of 8 bytes around. */
    return frame_around(seen, &frame) &&
           mz_symbols_local_value(n->symbols, &frame, &place,
                                  bits << 8 * (seen->address % 8), out,
                                  MZ_PHRASE);
}

/* A way to the bytes, from a variable of one of the frames. */
struct way {
    struct mz_pointed reach;
    struct mz_local_frame frame;
    struct mz_local_place place;
    struct mz_link links[MZ_SIGHT_LINKS];
    bool is_full; /* the frame is none of the thread's own */
    bool is_far;  /* it leads over other blocks, or from no frame */
};

static bool is_own(const struct mz_sight *sight,
                   const struct mz_call_frame *frame)
{
    for (unsigned i = 0; i < sight->depth; i++)
        if (sight->pcs[i] == frame->pc)
            return true;
    return false;
}

static void add_links(const struct mz_sight_chain *chain, struct way *way)
{
    for (unsigned i = 0; i < chain->length; i++)
        way->links[i] = (struct mz_link){chain->links[i].address,
                                         chain->links[i].value};
    way->reach.links = way->links;
    way->reach.link_count = chain->length;
}

static void make_way(const struct seen *seen, const struct mz_sight_word *word,
                     struct way *way)
{
    const struct mz_sight *sight = seen->sight;
    bool in_frame = word->frame != MZ_SIGHT_VARIABLE;

    way->is_full = in_frame && !is_own(sight, &sight->frames[word->frame]);
    way->is_far = !in_frame || word->chain;
    if (in_frame)
        way->frame = mz_narrator_frame(&sight->frames[word->frame]);
    way->place = word->address
                     ? (struct mz_local_place){.address = word->address}
                     : mz_narrator_register(word->reg);
    way->reach = (struct mz_pointed){
        .frame = in_frame ? &way->frame : NULL,
        .place = &way->place,
        .pointer = word->value,
        .address = seen->address,
        .size = seen->size,
    };
    if (word->chain)
        add_links(&sight->chains[word->chain - 1], way);
}

static bool find_some_way(const struct mz_narrator *n, const struct seen *seen,
                          bool is_direct, struct way *way, char out[MZ_PHRASE])
{
    for (unsigned i = 0; seen->sight && i < seen->sight->word_count; i++) {
        make_way(seen, &seen->sight->words[i], way);
        way->reach.is_direct = is_direct;
        if (way->is_far || (is_direct && way->is_full))
            continue;
        if (mz_symbols_reached(n->symbols, &way->reach, way->is_full, out,
                               MZ_PHRASE))
            return true;
    }
    return false;
}

/* ---- what the source says ------------------------------------------------ */

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether a line has the word, and behind it a bracket or a call if it has an
 * index in the name. */
static bool has_word(const char *line, const char *word, size_t length,
                     bool has_index)
{
    for (const char *at = line; (at = strstr(at, word)); at++) {
        if (strncmp(at, word, length) != 0 || is_letter(at[length]) ||
            (at > line && is_letter(at[-1])))
            continue;
        if (!has_index || at[length] == '[' || at[length] == '.')
            return true;
    }
    return false;
}

static const char NODE[] = "a node of ", STATE[] = "the state of ";

/* So much of a name are no words of the program. */
static size_t hidden_part(const char *name)
{
    if (!strncmp(name, NODE, sizeof NODE - 1))
        return sizeof NODE - 1;
    return strncmp(name, STATE, sizeof STATE - 1) ? 0 : sizeof STATE - 1;
}

/* Whether the line may well mean this: all variables and members of it are
 * there. Calls, such as `end()`, stand for what the library does. */
static bool is_said(const char *line, const char *name)
{
    char word[MZ_PHRASE];
    size_t length;

    for (const char *at = name + hidden_part(name); *at; at += length) {
        for (length = 0; is_letter(at[length]);)
            length++;
        if (!length || isdigit((unsigned char)*at) || at[length] == '(') {
            length += !length;
            continue;
        }
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (!has_word(line, word, length, at[length] == '['))
            return false;
    }
    return true;
}

/* By variables of the program, or over other blocks, the way is one of many:
 * it is the one that the program goes if its line says so. */
static bool find_said_way(const struct mz_narrator *n, const struct seen *seen,
                          struct way *way, char out[MZ_PHRASE])
{
    const char *line = seen->sight ? mz_narrator_line(n, seen->sight) : NULL;

    for (unsigned i = 0; line && i < seen->sight->word_count; i++) {
        make_way(seen, &seen->sight->words[i], way);
        if (!way->is_far || !mz_symbols_reached(n->symbols, &way->reach, false,
                                                out, MZ_PHRASE) ||
            !is_said(line, out))
            continue;
        return !way->is_full || mz_symbols_reached(n->symbols, &way->reach,
                                                   true, out, MZ_PHRASE);
    }
    return false;
}

/* The thread's own pointers first, then others that its line names, then what
 * is within smart ones, guards of locks and containers, and what others
 * have. */
static bool find_way(const struct mz_narrator *n, const struct seen *seen,
                     struct way *way, char out[MZ_PHRASE])
{
    return find_some_way(n, seen, true, way, out) ||
           find_said_way(n, seen, way, out) ||
           find_some_way(n, seen, false, way, out);
}

/* ---- objects ------------------------------------------------------------- */

/* `count[2] of `, `byte 8 of `; nothing for the whole of it. */
static void add_part(const struct mz_narrator *n,
                     const struct mz_block_part *part, struct mz_phrase *phrase)
{
    char member[MZ_PHRASE / 2];

    if (mz_symbols_member(n->symbols, part, member, sizeof member)) {
        if (*member)
            mz_phrase_add(phrase, "%s of ", member);
    } else if (part->offset) {
        mz_phrase_add(phrase, "byte %ld of ", (long)part->offset);
    }
}

/* ` (int, in struct queue allocated at f.c:9)`; or ` (long allocated ...)` */
static void add_kinds(const struct mz_narrator *n, const struct way *way,
                      const struct mz_block_note *block, char out[MZ_PHRASE])
{
    struct mz_phrase phrase = {out, MZ_PHRASE, strlen(out)};
    char type[MZ_PHRASE / 4], kind[MZ_PHRASE / 4];
    struct mz_phrase words = mz_phrase_in(kind, sizeof kind);
    bool has_type =
        way->reach.size &&
        mz_symbols_reached_type(n->symbols, &way->reach, type, sizeof type);

    has_type = has_type && !mz_names_is_reserved(type);
    add_kind(n, block, true, &words);
    if (has_type && !strcmp(type, kind))
        mz_phrase_add(&phrase, " (");
    else if (has_type)
        mz_phrase_add(&phrase, " (%s, in ", type);
    else
        mz_phrase_add(&phrase, " (in ");
    mz_phrase_add(&phrase, "%s", kind);
    add_birthplace(n, block, true, &phrase);
    mz_phrase_add(&phrase, ")");
}

static void add_ordinal(const struct mz_narrator *n,
                        const struct mz_block_note *block, char out[MZ_PHRASE])
{
    struct mz_phrase phrase = {out, MZ_PHRASE, strlen(out)};

    mz_narrator_ordinal(n, block, &phrase);
}

/* ---- the key of a node --------------------------------------------------- */

static uint64_t content_at(const struct mz_block_note *block, unsigned offset,
                           unsigned size)
{
    uint64_t bits = 0;

    memcpy(&bits, block->content + offset, size);
    return bits;
}

/* A std::string that has its text in itself: where its length is, its pointer
 * lies before, and the text behind. */
static void add_own_text(const struct mz_block_note *block, unsigned length_at,
                         struct mz_phrase *phrase)
{
    uint64_t length = content_at(block, length_at, 8);

    if (length_at < 8 || length_at + 24 > sizeof block->content ||
        length > 15 || content_at(block, length_at - 8, 8) !=
                           block->address + length_at + 8)
        return;
    mz_phrase_add(phrase, "\"%.*s\"", (int)length,
                  (const char *)block->content + length_at + 8);
}

/* Whether a part of a node is the key, or the length of one: a map's is called
 * that, a set's is all of the element, whose type is given. */
static bool is_key(const struct mz_narrator *n,
                   const struct mz_block_part *part, const char *element,
                   bool *is_length)
{
    static const char FIRST[] = "first";
    char text[MZ_PHRASE / 2];
    const char *rest = text;
    bool is_first;

    if (!mz_symbols_member(n->symbols, part, text, sizeof text))
        return false;
    is_first = !strncmp(text, FIRST, sizeof FIRST - 1);
    if (is_first)
        rest += sizeof FIRST - 1 + (text[sizeof FIRST - 1] == '.');
    *is_length = !strcmp(rest, "size()");
    if (is_first || *is_length)
        return *is_length ? is_first || !strcmp(element, "std::string")
                          : !*rest;
    return !*rest &&
           mz_symbols_member_type(n->symbols, part, text, sizeof text) &&
           !strcmp(text, element);
}

/* False: it is to be sought elsewhere. */
static bool add_key_at(const struct mz_narrator *n,
                       const struct mz_block_note *block, unsigned offset,
                       unsigned size, const char *element,
                       struct mz_phrase *phrase)
{
    struct mz_block_part part =
        part_of(n, block, block->address + offset, size);
    char text[MZ_PHRASE / 2];
    bool is_length;

    if (!is_key(n, &part, element, &is_length))
        return false;
    if (is_length) {
        add_own_text(block, offset, phrase);
        return true;
    }
    if (!mz_symbols_member_value(n->symbols, &part,
                                 content_at(block, offset, size), text,
                                 sizeof text) ||
        !*text || !strncmp(text, "0x", 2))
        return false;
    mz_phrase_add(phrase, "%s", text);
    return true;
}

static void seek_key(const struct mz_narrator *n,
                     const struct mz_block_note *block, const char *element,
                     struct mz_phrase *phrase)
{
    for (unsigned size = 8; size; size /= 2)
        for (unsigned at = 0; at + size <= sizeof block->content &&
                              at + size <= block->size;
             at += size)
            if (add_key_at(n, block, at, size, element, phrase))
                return;
}

/* `7`, `"ann"`: of what is a map's, or a set's; empty: that is not known. */
static const char *key_of(const struct mz_narrator *n,
                          const struct mz_block_note *block)
{
    struct mz_block_birth *birth = birth_of(n, block);
    struct mz_block_part part = part_of(n, block, block->address, 0);
    char type[MZ_PHRASE / 2], key[MZ_PHRASE / 8];
    struct mz_phrase phrase = mz_phrase_in(key, sizeof key);
    size_t length = 0;

    if (birth->key)
        return birth->key;
    if (!block->freed_pc &&
        mz_symbols_block_type(n->symbols, &part, type, sizeof type))
        length = mz_names_keyed(type);
    if (length) {
        type[length] = '\0';
        seek_key(n, block, type, &phrase);
    }
    birth->key = strdup(key);
    return birth->key ? birth->key : "";
}

/* `table[7].hits in main`, `the element "ann" of names`, or where the key is
 * not known `table[...]`, `an element of jobs`: what a container has in its
 * nodes, by how these are reached. */
static void add_element_of(const char *container, const char *member,
                           const char *key, struct mz_phrase *phrase)
{
    static const char VALUE[] = "second";
    size_t length;

    mz_names_scope(container, &length);
    if (!strncmp(member, VALUE, sizeof VALUE - 1))
        mz_phrase_add(phrase, "%.*s[%s]%s%s", (int)length, container,
                      *key ? key : "...", member + sizeof VALUE - 1,
                      container + length);
    else
        mz_phrase_add(phrase, "%s%s%s%s of %s", member, *member ? " of " : "",
                      *key ? "the element " : "an element", key, container);
}

static bool name_element(const struct mz_narrator *n, const struct seen *seen,
                         const struct mz_block_note *block, struct way *way,
                         char out[MZ_PHRASE])
{
    struct seen node = {block->address, 0, seen->sight};
    struct mz_block_part part = part_of(n, block, seen->address, seen->size);
    char name[MZ_PHRASE], text[MZ_PHRASE / 2];
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);

    if (!mz_symbols_block_type(n->symbols, &part, text, sizeof text) ||
        !mz_names_is_node(text) || !find_way(n, &node, way, name) ||
        strncmp(name, NODE, sizeof NODE - 1) != 0 ||
        !mz_symbols_member(n->symbols, &part, text, sizeof text))
        return false;
    add_element_of(name + sizeof NODE - 1, text, key_of(n, block), &phrase);
    return true;
}

static enum mz_wording words_of(const char *name)
{
    return hidden_part(name) ? MZ_WORDING_LIBRARY : MZ_WORDING_SOURCE;
}

static bool name_block(const struct mz_narrator *n, const struct seen *seen,
                       bool in_full, char out[MZ_PHRASE],
                       enum mz_wording *words)
{
    const struct mz_block_note *block = mz_narrator_block(n, seen->address);
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);
    struct mz_block_part part;
    struct way way;

    if (!block)
        return false;
    if (find_way(n, seen, &way, out) ||
        name_element(n, seen, block, &way, out)) {
        *words = words_of(out);
        if (in_full)
            add_kinds(n, &way, block, out);
        else
            add_ordinal(n, block, out);
        return true;
    }
    mz_phrase_cut(&phrase, 0);
    part = part_of(n, block, seen->address, seen->size);
    /* Of all the block, as free, malloc and overflows have it. */
    if ((seen->size && seen->size != MZ_ALL_OF_IT) || part.offset)
        add_part(n, &part, &phrase);
    add_kind(n, block, true, &phrase);
    add_birthplace(n, block, true, &phrase);
    return true;
}

/* Whose stack it is on; MZ_WIDE_THREADS: on none. */
static unsigned owner_of_stack(const struct mz_narrator *n, uint64_t address)
{
    const struct mz_region *region = n->report->region;
    unsigned t = 0;

    while (t < MZ_WIDE_THREADS &&
           (!region->stacks[t] ||
            address - region->stacks[t] >= region->stack_size))
        t++;
    return t;
}

static bool name_stack(const struct mz_narrator *n, uint64_t address,
                       char out[MZ_PHRASE])
{
    unsigned owner = owner_of_stack(n, address);
    char thread[MZ_PHRASE];

    if (owner == MZ_WIDE_THREADS)
        return false;
    mz_narrator_thread(n, owner, thread);
    snprintf(out, MZ_PHRASE, "local variable of thread %.200s (0x%lx)", thread,
             (unsigned long)address);
    return true;
}

/* What has no name lies in a frame all the same: `a temporary of main`. */
static bool name_temporary(const struct mz_narrator *n, const struct seen *seen,
                           char out[MZ_PHRASE])
{
    struct mz_local_frame frame;
    struct mz_frame place;

    if (!frame_around(seen, &frame) ||
        !mz_narrator_place(n, frame.pc + 1, &place) || !place.function)
        return false;
    snprintf(out, MZ_PHRASE, "a temporary of %.400s", place.function);
    return true;
}

bool mz_narrator_is_variable(const char *name)
{
    const char *part = strpbrk(name, ".+");

    return *name != '"' && !(part && isdigit((unsigned char)part[1]));
}

static enum mz_wording name(const struct mz_narrator *n,
                            const struct seen *seen, bool in_full,
                            char out[MZ_PHRASE])
{
    uint64_t address = seen->address;
    enum mz_wording words = MZ_WORDING_PLACE;

    if (address - MZ_DESCRIPTOR_ADDRESS < 1 << 20)
        snprintf(out, MZ_PHRASE, "fd %d",
                 (int)(address - MZ_DESCRIPTOR_ADDRESS));
    else if (mz_symbols_object(n->symbols, address, seen->size, out,
                               MZ_PHRASE) ||
             name_local(n, seen, out))
        words = mz_narrator_is_variable(out) ? words_of(out) : MZ_WORDING_PLACE;
    else if (!name_block(n, seen, in_full, out, &words) &&
             !name_temporary(n, seen, out) && !name_stack(n, address, out))
        snprintf(out, MZ_PHRASE, "0x%lx", (unsigned long)address);
    return words;
}

uint64_t mz_narrator_holder(const struct mz_narrator *n, uint64_t address)
{
    const struct mz_block_note *block = mz_narrator_block(n, address);
    unsigned owner;

    if (block)
        return block->address;
    owner = owner_of_stack(n, address);
    return owner < MZ_WIDE_THREADS ? n->report->region->stacks[owner] : 0;
}

/* ` (struct node from f.c:9)`, ` of main.1`: where others are called so. */
static void tell_apart(const struct mz_narrator *n, uint64_t address,
                       char out[MZ_PHRASE])
{
    const struct mz_block_note *block = mz_narrator_block(n, address);
    struct mz_phrase phrase = {out, MZ_PHRASE, strlen(out)};
    unsigned owner = owner_of_stack(n, address);
    char thread[MZ_PHRASE];

    if (block) {
        mz_phrase_add(&phrase, " (");
        add_kind(n, block, false, &phrase);
        add_birthplace(n, block, false, &phrase);
        mz_phrase_add(&phrase, ")");
    } else if (owner < MZ_WIDE_THREADS) {
        mz_narrator_thread(n, owner, thread);
        mz_phrase_add(&phrase, " of %s", thread);
    }
}

enum mz_wording mz_narrator_object_seen(const struct mz_narrator *n,
                                        uint64_t address, unsigned size,
                                        const struct mz_sight *sight,
                                        char out[MZ_PHRASE])
{
    struct seen seen = {address, size, sight};
    enum mz_wording words = name(n, &seen, false, out);

    if (n->namesakes && mz_namesakes_has(n->namesakes, out))
        tell_apart(n, address, out);
    return words;
}

static bool gives_back(const struct mz_step *step)
{
    return step->action == MZ_ACTION_MUTEX_UNLOCK ||
           step->action == MZ_ACTION_SPIN_UNLOCK ||
           step->action == MZ_ACTION_RWLOCK_UNLOCK;
}

const struct mz_sight *mz_narrator_sight(const struct mz_narrator *n,
                                         const struct mz_step *step)
{
    const struct mz_account *account = &n->report->region->account;
    const struct mz_step *first = account->steps, *at = step;

    /* Where steps are left out the one before may be far away. */
    if (!gives_back(step) || account->steps_left_out || step < first ||
        step >= first + account->step_count)
        return &step->sight;
    while (at-- > first)
        if (at->thread == step->thread && at->address == step->address &&
            mz_action_takes[at->action])
            return &at->sight;
    return &step->sight;
}

/* Whether it has something to say of objects. */
static bool sees(const struct mz_sight *sight)
{
    return sight->frame_count;
}

/* Of the finding, if it is about that; else of a step that is, which tells by
 * which names the thread has it. */
static const struct mz_sight *any_sight(const struct mz_narrator *n,
                                        uint64_t address)
{
    const struct mz_region *region = n->report->region;
    const struct mz_account *account = &region->account;

    if (region->findings[0].address == address && sees(&account->failed))
        return &account->failed;
    for (uint32_t i = 0; i < account->step_count; i++)
        if (account->steps[i].address == address &&
            sees(&account->steps[i].sight))
            return &account->steps[i].sight;
    return NULL;
}

void mz_narrator_object(const struct mz_narrator *n, uint64_t address,
                        unsigned size, char out[MZ_PHRASE])
{
    struct seen seen = {address, size, any_sight(n, address)};

    name(n, &seen, true, out);
}

/* As far as it is of the account. */
void mz_narrator_waited_for(const struct mz_narrator *n,
                            const struct mz_blocked_thread *blocked,
                            char out[MZ_PHRASE])
{
    const struct mz_account *account = &n->report->region->account;
    struct seen seen = {.address = blocked->address};
    bool is_told = blocked >= account->blocked &&
                   blocked < account->blocked + account->blocked_count;

    seen.sight = is_told ? &account->standing[blocked - account->blocked]
                         : any_sight(n, seen.address);
    name(n, &seen, true, out);
}

/* ---- what a finding is about --------------------------------------------- */

/* `St13runtime_error: queue full` */
static void name_exception(const char *text, char out[MZ_PHRASE])
{
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);
    char type[MZ_MAX_TEXT];
    const char *rest = strstr(text, ": ");

    if (!rest)
        rest = text + strlen(text);
    snprintf(type, sizeof type, "%.*s", (int)(rest - text), text);
    mz_symbols_add_type_name(type, &phrase);
    if (*rest && !strncmp(rest + 2, out, phrase.used)) {
        mz_phrase_cut(&phrase, 0); /* it says its type itself */
        rest += 2;
    }
    mz_phrase_add(&phrase, "%s", rest);
}

/* `: main.1, created at f.cc:7`, where there is but one that it may be. */
static void add_joinable(const struct mz_narrator *n,
                         const struct mz_finding *finding, char out[MZ_PHRASE])
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_phrase phrase = {out, MZ_PHRASE, strlen(out)};
    uint64_t thread = finding->numbers[0];
    struct mz_frame place;
    char name[MZ_PHRASE];

    if (!thread || thread >= MZ_WIDE_THREADS)
        return;
    mz_narrator_thread(n, (unsigned)thread, name);
    mz_phrase_add(&phrase, ": %s", name);
    for (uint32_t i = account->step_count; i-- > 0;) {
        const struct mz_step *step = &account->steps[i];

        if (step->action != MZ_ACTION_THREAD_CREATE || step->value != thread)
            continue;
        if (mz_narrator_step_place(n, step, &place) && place.line)
            mz_phrase_add(&phrase, ", created at %s:%u", place.file,
                          place.line);
        return;
    }
}

/* std::terminate is called by what the user's code calls. */
static bool tell_reason(const struct mz_narrator *n,
                        const struct mz_finding *finding, char out[MZ_PHRASE])
{
    const struct mz_stack *stack = mz_narrator_failed(n, finding);
    struct mz_frame frames[MZ_FRAMES];
    size_t count = stack ? mz_narrator_frames(n, stack, frames) : 0;

    for (size_t i = 0; i < count; i++) {
        const char *function = frames[i].function;
        bool ends = !strncmp(function, "std::thread::~thread", 20);

        if (!ends && strncmp(function, "std::thread::operator=", 22) != 0)
            continue;
        snprintf(out, MZ_PHRASE, "a std::thread is %s that was neither joined "
                                 "nor detached%s",
                 ends ? "destroyed" : "assigned to",
                 finding->numbers[1] ? ", as an exception leaves its block"
                                     : "");
        add_joinable(n, finding, out);
        return true;
    }
    return false;
}

/* `walk calls itself`, `even and odd call each other` */
static bool tell_recursion(const struct mz_narrator *n,
                           const struct mz_finding *finding,
                           char out[MZ_PHRASE])
{
    const struct mz_stack *stack = mz_narrator_failed(n, finding);
    struct mz_frame frames[MZ_FRAMES];
    size_t count = stack ? mz_narrator_frames(n, stack, frames) : 0;

    for (size_t i = 0; i + 3 < count; i++) {
        const char *a = frames[i].function, *b = frames[i + 1].function;

        if (!strcmp(a, b)) {
            snprintf(out, MZ_PHRASE, "%.200s calls itself", a);
            return true;
        }
        if (strcmp(a, frames[i + 2].function) ||
            strcmp(b, frames[i + 3].function))
            continue;
        snprintf(out, MZ_PHRASE, "%.200s and %.200s call each other", a, b);
        return true;
    }
    return false;
}

/* `hits of Session of a list` */
static bool tell_member(const struct mz_narrator *n, const struct seen *seen,
                        char out[MZ_PHRASE])
{
    const struct mz_block_note *block = mz_narrator_block(n, seen->address);
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);
    struct mz_block_part part;
    char text[MZ_PHRASE / 2];

    if (!block || seen->address - block->address >= block->size)
        return false;
    part = part_of(n, block, seen->address, seen->size);
    if (!mz_symbols_member(n->symbols, &part, text, sizeof text) || !*text)
        return false;
    mz_phrase_add(&phrase, "%s of ", text);
    if (!mz_symbols_block_type(n->symbols, &part, text, sizeof text))
        return false;
    mz_phrase_add(&phrase, "%s", text);
    return true;
}

/* What the code calls the memory that it must not use. */
static bool tell_expression(const struct mz_narrator *n,
                            const struct mz_finding *finding,
                            char out[MZ_PHRASE])
{
    const struct mz_region *region = n->report->region;
    bool is_call = finding->fault == MZ_FAULT_FREE_TWICE ||
                   finding->fault == MZ_FAULT_CALL_ON_FREED;
    struct seen seen = {finding->address,
                        is_call ? MZ_ALL_OF_IT : finding->access_size,
                        &region->account.failed};
    struct way way;

    return finding == region->findings && finding->traced &&
           (find_way(n, &seen, &way, out) ||
            (!is_call && tell_member(n, &seen, out)));
}

/* The variable of a frame that was left, by the frame in which its address was
 * written somewhere. */
static bool tell_left(const struct mz_narrator *n,
                      const struct mz_finding *finding, char out[MZ_PHRASE])
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_local_frame frame, other;

    for (uint32_t i = account->step_count; i-- > 0;) {
        const struct mz_step *step = &account->steps[i];
        struct seen seen = {finding->address, finding->access_size,
                            &step->sight};
        struct seen written = {step->value, 0, &step->sight};

        if ((step->has_value & 1) && frame_around(&seen, &frame) &&
            frame_around(&written, &other) && frame.cfa == other.cfa &&
            name_local(n, &seen, out))
            return true;
    }
    return false;
}

/* As who has failed calls it; or as others do, if it has no name for it. */
static void tell_object(const struct mz_narrator *n,
                        const struct mz_finding *finding, char out[MZ_PHRASE])
{
    const struct mz_account *account = &n->report->region->account;
    struct seen seen = {finding->address, finding->access_size,
                        any_sight(n, finding->address)};

    if (name(n, &seen, true, out) != MZ_WORDING_PLACE)
        return;
    for (uint32_t i = 0; i < account->step_count; i++) {
        seen.sight = &account->steps[i].sight;
        if (account->steps[i].address == finding->address &&
            sees(seen.sight) && name(n, &seen, true, out) != MZ_WORDING_PLACE)
            return;
    }
    mz_narrator_object(n, finding->address, finding->access_size, out);
}

const char *mz_narrator_subject(const struct mz_narrator *n,
                                const struct mz_finding *finding,
                                char out[MZ_PHRASE])
{
    if (finding->fault == MZ_FAULT_UNCAUGHT)
        name_exception(finding->text, out);
    else if (finding->fault == MZ_FAULT_STACK_OVERFLOW)
        return tell_recursion(n, finding, out) ? out : NULL;
    else if (finding->fault == MZ_FAULT_FRAME_LEFT)
        return tell_left(n, finding, out) ? out : NULL;
    else if (finding->kind == MZ_FINDING_MEMORY)
        return tell_expression(n, finding, out) ? out : NULL;
    else if (finding->fault == MZ_FAULT_TERMINATED)
        return tell_reason(n, finding, out) ? out : NULL;
    else if (!finding->address)
        return NULL;
    else if (finding->side == MZ_SIDE_FREE)
        mz_narrator_object(n, finding->address, MZ_ALL_OF_IT, out);
    else
        tell_object(n, finding, out);
    return out;
}

/* ---- values -------------------------------------------------------------- */

/* The element that a node of a container ends with. */
static bool add_element(const struct mz_narrator *n,
                        const struct mz_block_note *block, uint64_t bits,
                        struct mz_phrase *phrase)
{
    uint64_t rest = block->address + block->size - bits;
    struct mz_block_part part = part_of(n, block, bits, rest);
    char text[MZ_PHRASE / 2];

    if (!part.offset || !rest || rest > UINT32_MAX ||
        !mz_symbols_member(n->symbols, &part, text, sizeof text) || *text ||
        !mz_symbols_member_type(n->symbols, &part, text, sizeof text))
        return false;
    mz_phrase_add(phrase, "%s", last_name(text));
    return true;
}

/* `&count of `, `byte 8 of `, `the end of `; nothing for the beginning. */
static void add_target_part(const struct mz_narrator *n,
                            const struct mz_block_note *block, uint64_t bits,
                            struct mz_phrase *phrase)
{
    struct mz_block_part part = part_of(n, block, bits, 0);
    char member[MZ_PHRASE / 2];

    if (!part.offset)
        return;
    if (part.offset == block->size)
        mz_phrase_add(phrase, "the end of ");
    else if (mz_symbols_member(n->symbols, &part, member, sizeof member) &&
             *member)
        mz_phrase_add(phrase, "&%s of ", member);
    else
        mz_phrase_add(phrase, "byte %lu of ", (unsigned long)part.offset);
}

/* A pointer to a heap block, which no debug information tells of: `struct queue
 * from f.c:9`. */
static bool name_target(const struct mz_narrator *n, uint64_t bits,
                        char out[MZ_PHRASE])
{
    const struct mz_block_note *block = mz_narrator_block(n, bits);
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);

    if (!block || bits - block->address > block->size)
        return false;
    if (!add_element(n, block, bits, &phrase)) {
        add_target_part(n, block, bits, &phrase);
        add_kind(n, block, false, &phrase);
    }
    add_birthplace(n, block, false, &phrase);
    return true;
}

/* `int[2]` has two, `int` one. */
static unsigned long elements_in(const char *type)
{
    const char *bracket = strrchr(type, '[');

    return bracket ? strtoul(bracket + 1, NULL, 10) : 1;
}

/* How many elements of the block are before that place. */
static bool count_before(const struct mz_narrator *n,
                         const struct mz_block_note *block, uint64_t address,
                         unsigned long *count)
{
    struct mz_block_part part = part_of(n, block, address, 0);
    bool is_end = part.offset == block->size;
    char text[MZ_PHRASE / 2];

    *count = 0;
    if (!part.offset)
        return true;
    if (!is_end && mz_symbols_member(n->symbols, &part, text, sizeof text))
        *count = *text == '[' ? strtoul(text + 1, NULL, 10) : 0;
    else if (is_end &&
             mz_symbols_block_type(n->symbols, &part, text, sizeof text))
        *count = elements_in(text);
    return *count;
}

/* Where a std::vector's elements end, and its room does, in its own terms:
 * `begin() + 2`. Its block begins where the first element does; a std::deque's
 * blocks, of 512 bytes or one element, need not. */
static bool name_bound(const struct mz_narrator *n, const struct seen *seen,
                       uint64_t bits, char out[MZ_PHRASE])
{
    const struct mz_block_note *block = mz_narrator_block(n, bits);
    uint64_t offset = block ? bits - block->address : 0;
    char object[MZ_PHRASE];
    unsigned long count;

    if (!block || offset > block->size || block->size == 512)
        return false;
    name(n, seen, false, object);
    if ((!strstr(object, ".end()") && !strstr(object, ".capacity()")) ||
        !count_before(n, block, bits, &count))
        return false;
    snprintf(out, MZ_PHRASE, count ? "begin() + %lu" : "begin()", count);
    return true;
}

/* The frame may have been left since another step has written that address. */
static bool name_left(const struct mz_narrator *n, uint64_t address,
                      struct seen *pointed, char out[MZ_PHRASE])
{
    const struct mz_account *account = &n->report->region->account;

    for (uint32_t i = account->step_count; i-- > 0;) {
        const struct mz_step *step = &account->steps[i];

        pointed->sight = &step->sight;
        if ((step->has_value & 1) && step->value == address &&
            name_local(n, pointed, out))
            return true;
    }
    return false;
}

/* `request in submit` of `request.id in submit`, where the variable begins:
 * what lies before it is another one. */
static void cut_to_variable(const struct mz_narrator *n,
                            const struct seen *pointed, char name[MZ_PHRASE])
{
    struct seen before = *pointed;
    size_t length = strcspn(name, ".[ ");
    char other[MZ_PHRASE];
    size_t whole;

    before.address--;
    if (!mz_names_scope(name, &whole) || name[length] == ' ' ||
        (name_local(n, &before, other) && !strncmp(name, other, length) &&
         strcspn(other, ".[ ") == length))
        return;
    memmove(name + length, name + whole, strlen(name + whole) + 1);
}

/* A pointer to a local variable: `&count in main`; if its frame is not known,
 * `a local variable of main.1`. */
static bool name_pointed_local(const struct mz_narrator *n,
                               const struct seen *seen, uint64_t bits,
                               char out[MZ_PHRASE])
{
    struct seen pointed = {bits, 0, seen->sight};
    unsigned owner = owner_of_stack(n, bits);
    char name[MZ_PHRASE];

    if (owner == MZ_WIDE_THREADS)
        return false;
    if (name_local(n, &pointed, name) || name_left(n, bits, &pointed, name)) {
        cut_to_variable(n, &pointed, name);
        snprintf(out, MZ_PHRASE, "&%.500s", name);
    } else {
        mz_narrator_thread(n, owner, name);
        snprintf(out, MZ_PHRASE, "a local variable of %.400s", name);
    }
    return true;
}

/* What a new block is filled with. */
static bool is_uninitialised(uint64_t bits, unsigned size)
{
    const uint64_t fresh = 0xbebebebebebebebe;

    return size > 1 && size <= 8 && bits == fresh >> (64 - 8 * size);
}

static bool name_heap_value(const struct mz_narrator *n,
                            const struct seen *seen, uint64_t bits,
                            char out[MZ_PHRASE])
{
    const struct mz_block_note *block = mz_narrator_block(n, seen->address);
    struct mz_block_part part;
    struct way way;

    if (!block)
        return false;
    if (is_uninitialised(bits, seen->size)) {
        snprintf(out, MZ_PHRASE, "uninitialised");
        return true;
    }
    part = part_of(n, block, seen->address, seen->size);
    return (find_way(n, seen, &way, out) &&
            mz_symbols_reached_value(n->symbols, &way.reach, bits, out,
                                     MZ_PHRASE)) ||
           mz_symbols_member_value(n->symbols, &part, bits, out, MZ_PHRASE);
}

/* What is written like this is where something lies that has no name. */
static enum mz_wording words_of_value(const char *value)
{
    return strncmp(value, "0x", 2) ? MZ_WORDING_SOURCE : MZ_WORDING_PLACE;
}

enum mz_wording mz_narrator_value_seen(const struct mz_narrator *n,
                                       uint64_t address, unsigned size,
                                       uint64_t bits,
                                       const struct mz_sight *sight,
                                       char out[MZ_PHRASE])
{
    struct seen seen = {address, size, sight};

    if (size == sizeof bits) {
        if (name_bound(n, &seen, bits, out))
            return MZ_WORDING_SOURCE;
        if (name_target(n, bits, out))
            return MZ_WORDING_PLACE;
        if (name_pointed_local(n, &seen, bits, out))
            return *out == '&' ? MZ_WORDING_SOURCE : MZ_WORDING_PLACE;
    }
    if (!mz_symbols_value(n->symbols, address, size, bits, out, MZ_PHRASE) &&
        !name_local_value(n, &seen, bits, out) &&
        !name_heap_value(n, &seen, bits, out))
        snprintf(out, MZ_PHRASE, bits < 1 << 20 ? "%lu" : "0x%lx",
                 (unsigned long)bits);
    return words_of_value(out);
}

void mz_narrator_value(const struct mz_narrator *n, uint64_t address,
                       unsigned size, uint64_t bits, char out[MZ_PHRASE])
{
    mz_narrator_value_seen(n, address, size, bits, any_sight(n, address), out);
}

void mz_narrator_condition(const struct mz_narrator *n,
                           const struct mz_blocked_thread *blocked,
                           char out[MZ_PHRASE])
{
    unsigned condition = blocked->condition & ~MZ_CONDITION_SIGNED;
    char object[MZ_PHRASE], value[MZ_PHRASE], number[MZ_PHRASE];

    mz_narrator_object(n, blocked->address, blocked->size, object);
    mz_narrator_value(n, blocked->address, blocked->size, blocked->value,
                      value);
    mz_narrator_value(n, blocked->address, blocked->size, blocked->number,
                      number);
    snprintf(out, MZ_PHRASE, "%.200s %s %.100s (now %.100s)", object,
             condition < MZ_CONDITION_COUNT ? mz_condition_names[condition]
                                            : "?",
             number, value);
}
