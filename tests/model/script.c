/* SPDX-License-Identifier: Apache-2.0 */
#include "script.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *const mz_script_texts[MZ_SCRIPT_OP_COUNT] = {
#define Y(kind, text) [MZ_SCRIPT_##kind] = text,
    MZ_SCRIPT_OPS(Y)
#undef Y
};

const char *const mz_script_conditions[MZ_CONDITION_COUNT] = {
    [MZ_EQUAL] = "==",  [MZ_UNEQUAL] = "!=",
    [MZ_LESS] = "<",    [MZ_LESS_OR_EQUAL] = "<=",
    [MZ_GREATER] = ">", [MZ_GREATER_OR_EQUAL] = ">=",
};

/* ---- printing ------------------------------------------------------------ */

static void print_object(const struct mz_instruction *i, FILE *out)
{
    fprintf(out, "x%u%s", i->number,
            i->mask == MZ_LOW    ? ".lo"
            : i->mask == MZ_HIGH ? ".hi"
                                 : "");
}

static void print_instruction(const struct mz_instruction *i, FILE *out)
{
    for (const char *p = mz_script_texts[i->op]; *p; p++)
        switch (*p) {
        case 'R':
            fprintf(out, "r%u", i->reg);
            break;
        case 'X':
            print_object(i, out);
            break;
        case 'M':
            fprintf(out, "m%u", i->number);
            break;
        case 'S':
            fprintf(out, "s%u", i->number);
            break;
        case 'W':
            fprintf(out, "w%u", i->number);
            break;
        case 'V':
            fprintf(out, "v%u", i->number);
            break;
        case 'Z':
            fprintf(out, "z%u", i->number);
            break;
        case 'O':
            fprintf(out, "o%u", i->number);
            break;
        case 'P':
            fprintf(out, "p%u", i->number);
            break;
        case 'K':
            fprintf(out, "k%u", i->number);
            break;
        case 'F':
            fprintf(out, "f%u", i->number);
            break;
        case 'C':
            fputs(mz_script_conditions[i->b], out);
            break;
        case 'T':
            fprintf(out, "%u", i->number);
            break;
        case 'A':
            fprintf(out, "%u", i->a);
            break;
        case 'B':
            fprintf(out, "%u", i->b);
            break;
        default:
            fputc(*p, out);
        }
}

void mz_script_print(const struct mz_script *script, FILE *out)
{
    for (unsigned t = 0; t < script->thread_count; t++) {
        fprintf(out, "%u:", t);
        for (unsigned i = 0; i < script->threads[t].length; i++) {
            fputs(i ? "; " : " ", out);
            print_instruction(&script->threads[t].code[i], out);
        }
        fputc('\n', out);
    }
}

/* ---- parsing ------------------------------------------------------------- */

static bool take_number(const char **text, uint8_t *number)
{
    unsigned long value;
    char *end;

    if (!isdigit((unsigned char)**text))
        return false;
    value = strtoul(*text, &end, 10);
    *text = end;
    *number = value;
    return value <= UINT8_MAX;
}

static bool take_named(const char **text, char name, uint8_t *number)
{
    if (**text != name)
        return false;
    (*text)++;
    return take_number(text, number);
}

static bool take_object(const char **text, struct mz_instruction *i)
{
    if (!take_named(text, 'x', &i->number))
        return false;
    i->mask = MZ_WHOLE;
    if (**text != '.')
        return true;
    i->mask = !strncmp(*text, ".lo", 3) ? MZ_LOW : MZ_HIGH;
    if (i->mask == MZ_HIGH && strncmp(*text, ".hi", 3))
        return false;
    *text += 3;
    return true;
}

/* The longest that fits: < begins <=. */
static bool take_condition(const char **text, uint8_t *condition)
{
    size_t longest = 0;

    for (unsigned c = 0; c < MZ_CONDITION_COUNT; c++) {
        size_t length = strlen(mz_script_conditions[c]);

        if (length > longest &&
            !strncmp(*text, mz_script_conditions[c], length)) {
            longest = length;
            *condition = c;
        }
    }
    *text += longest;
    return longest > 0;
}

static void skip_spaces(const char **text)
{
    while (**text == ' ')
        (*text)++;
}

static bool take_letter(const char **text, char letter,
                        struct mz_instruction *i)
{
    switch (letter) {
    case 'R':
        return take_named(text, 'r', &i->reg);
    case 'X':
        return take_object(text, i);
    case 'M':
        return take_named(text, 'm', &i->number);
    case 'S':
        return take_named(text, 's', &i->number);
    case 'W':
        return take_named(text, 'w', &i->number);
    case 'V':
        return take_named(text, 'v', &i->number);
    case 'Z':
        return take_named(text, 'z', &i->number);
    case 'O':
        return take_named(text, 'o', &i->number);
    case 'P':
        return take_named(text, 'p', &i->number);
    case 'K':
        return take_named(text, 'k', &i->number);
    case 'F':
        return take_named(text, 'f', &i->number);
    case 'C':
        return take_condition(text, &i->b);
    case 'T':
        return take_number(text, &i->number);
    case 'A':
        return take_number(text, &i->a);
    case 'B':
        return take_number(text, &i->b);
    default:
        return *(*text)++ == letter;
    }
}

static bool take_as(const char **text, enum mz_script_op op,
                    struct mz_instruction *i)
{
    const char *at = *text;

    *i = (struct mz_instruction){.op = op};
    for (const char *p = mz_script_texts[op]; *p; p++)
        if (*p == ' ')
            skip_spaces(&at);
        else if (!take_letter(&at, *p, i))
            return false;
    skip_spaces(&at);
    if (*at && *at != ';' && *at != '\n')
        return false;
    *text = at;
    return true;
}

static bool take_instruction(const char **text, struct mz_instruction *i)
{
    for (unsigned op = 0; op < MZ_SCRIPT_OP_COUNT; op++)
        if (take_as(text, op, i))
            return true;
    return false;
}

static const char *take_thread(const char **text, struct mz_script *script)
{
    struct mz_script_thread *thread = &script->threads[script->thread_count];
    uint8_t number;

    if (script->thread_count == MZ_SCRIPT_THREADS)
        return "too many threads";
    if (!take_number(text, &number) || number != script->thread_count ||
        *(*text)++ != ':')
        return "a line must begin with the number of its thread, and ':'";
    script->thread_count++;
    thread->length = 0;
    for (skip_spaces(text); **text && **text != '\n'; skip_spaces(text)) {
        if (thread->length == MZ_SCRIPT_CODE)
            return "too many instructions";
        if (!take_instruction(text, &thread->code[thread->length++]))
            return "no such instruction";
        if (**text == ';')
            (*text)++;
    }
    return NULL;
}

const char *mz_script_parse(struct mz_script *script, const char *text)
{
    const char *wrong = NULL;

    script->thread_count = 0;
    while (!wrong) {
        while (*text == ' ' || *text == '\n')
            text++;
        if (!*text)
            break;
        wrong = take_thread(&text, script);
    }
    return wrong ? wrong : mz_script_check(script);
}

/* ---- checking ------------------------------------------------------------ */

static bool pipe_fits(const struct mz_instruction *i)
{
    if (i->op == MZ_SCRIPT_HELD &&
        (mz_script_is_counter(i->number) || i->number == MZ_LETTERS))
        return false;
    if (i->op == MZ_SCRIPT_EPOLL || i->number == MZ_SET)
        return i->op == MZ_SCRIPT_EPOLL && i->number == MZ_SET;
    if (i->op == MZ_SCRIPT_ARM || i->op == MZ_SCRIPT_LEFT)
        return i->number == MZ_TIMER && i->a <= MZ_AGAIN;
    if (i->number == MZ_TIMER &&
        (i->op == MZ_SCRIPT_PUT || i->op == MZ_SCRIPT_HELD))
        return false;
    if (i->op == MZ_SCRIPT_PUT &&
        (!i->a || (i->number == MZ_TOKENS && i->a > 1)))
        return false;
    return i->number < MZ_SCRIPT_PIPES;
}

static bool futex_fits(const struct mz_instruction *i)
{
    unsigned wait = i->op == MZ_SCRIPT_FWAIT_OF;

    if (wait || i->op == MZ_SCRIPT_FWAKE_OF)
        return !i->number && i->mask != MZ_WHOLE && i->b &&
               i->b <= MZ_SCRIPT_MASKS + !wait;
    return i->number < MZ_SCRIPT_OBJECTS && i->mask != MZ_WHOLE && !i->b;
}

static bool file_lock_fits(const struct mz_instruction *i)
{
    bool tries = i->op == MZ_SCRIPT_TRYFLOCK || i->op == MZ_SCRIPT_TRYRECORD;

    return i->number < MZ_SCRIPT_FILES && i->a >= tries &&
           i->a <= MZ_EXCLUSIVE && i->b < MZ_SCRIPT_PARTS;
}

static bool names_thread(enum mz_script_op op)
{
    return op == MZ_SCRIPT_CANCEL || op == MZ_SCRIPT_SEND ||
           op == MZ_SCRIPT_KILL || op == MZ_SCRIPT_DETACH ||
           op == MZ_SCRIPT_OUTLIVE;
}

static bool numbers_fit(const struct mz_instruction *i)
{
    if (mz_script_op_is_memory(i->op))
        return i->number < MZ_SCRIPT_OBJECTS;
    if (mz_script_op_is_lock(i->op))
        return i->number < MZ_SCRIPT_LOCKS;
    if (mz_script_op_is_semaphore(i->op))
        return i->number < MZ_SCRIPT_SEMAPHORES;
    if (mz_script_op_is_rwlock(i->op))
        return i->number < MZ_SCRIPT_RWLOCKS;
    if (mz_script_op_is_cond(i->op))
        return i->number < MZ_SCRIPT_CONDS;
    if (mz_script_op_is_futex(i->op))
        return futex_fits(i);
    if (i->op == MZ_SCRIPT_BARRIER)
        return i->number < MZ_SCRIPT_BARRIERS;
    if (mz_script_op_is_pipe(i->op))
        return pipe_fits(i);
    if (mz_script_op_is_socket(i->op))
        return i->number < MZ_SCRIPT_SOCKETS;
    if (mz_script_op_is_file_lock(i->op))
        return file_lock_fits(i);
    if (i->op == MZ_SCRIPT_ONCE)
        return i->number < MZ_SCRIPT_ONCES;
    if (names_thread(i->op))
        return i->number < MZ_SCRIPT_THREADS;
    return i->op != MZ_SCRIPT_CHOOSE || i->a > 0;
}

unsigned mz_script_block_end(const struct mz_script_thread *thread, unsigned at)
{
    for (unsigned i = 0; i < at && i < thread->length; i++)
        if (mz_script_op_is_block(thread->code[i].op) &&
            at <= i + thread->code[i].a)
            return i + thread->code[i].a + 1;
    return 0;
}

bool mz_script_is_asleep(const struct mz_script_thread *thread, unsigned at)
{
    for (unsigned i = 1; i < MZ_SCRIPT_SLEEP_LENGTH && i <= at; i++)
        if (i < mz_script_sleep_length(thread->code[at - i].op))
            return at < thread->length;
    return false;
}

unsigned mz_script_handler(const struct mz_script_thread *thread)
{
    unsigned at = 0;

    while (at < thread->length && thread->code[at].op != MZ_SCRIPT_HANDLER)
        at++;
    return at;
}

bool mz_script_skip_fits(const struct mz_script_thread *thread, unsigned at)
{
    unsigned target = at + 1 + thread->code[at].b;
    unsigned from = mz_script_block_end(thread, at);
    unsigned to = mz_script_block_end(thread, target);
    unsigned handler = mz_script_handler(thread);

    if (target > thread->length || mz_script_is_asleep(thread, target) ||
        (at < handler && target > handler))
        return false;
    return from ? target <= from : !to;
}

static bool fits_in_block(enum mz_script_op op, bool branches)
{
    return (mz_script_op_is_memory(op) && op != MZ_SCRIPT_AWAIT) ||
           (branches && mz_script_op_is_skip(op));
}

static const char *check_block(const struct mz_script_thread *thread,
                               unsigned at)
{
    bool branches = thread->code[at].op == MZ_SCRIPT_ATOMIC;
    unsigned size = thread->code[at].a;

    if (size < (branches ? 1 : 2) || at + size >= thread->length)
        return "a block without its instructions, or together of one";
    for (unsigned i = at + 1; i <= at + size; i++)
        if (!fits_in_block(thread->code[i].op, branches))
            return "a block of more than accesses, or branches if atomic";
    return NULL;
}

static bool is_whole_sleep(const struct mz_instruction *i)
{
    return i[1].op == MZ_SCRIPT_UNLOCK && i[3].op == MZ_SCRIPT_LOCK &&
           (i[2].op == MZ_SCRIPT_WAKE || i[2].op == MZ_SCRIPT_TIMED ||
            i[2].op == MZ_SCRIPT_LEAVE) &&
           i[1].number == i->number && i[2].number == i->number &&
           i[3].number == i->number;
}

static bool is_whole_wait(const struct mz_instruction *i)
{
    return (i[1].op == MZ_SCRIPT_FUTEX_TAKE ||
            i[1].op == MZ_SCRIPT_FUTEX_TIMED) &&
           i[1].number == i->number && i[1].mask == i->mask;
}

static const char *check_sleeps(const struct mz_script_thread *thread)
{
    for (unsigned i = 0; i < thread->length; i++)
        switch (thread->code[i].op) {
        case MZ_SCRIPT_SLEEP:
            if (i + MZ_SCRIPT_SLEEP_LENGTH > thread->length ||
                !is_whole_sleep(&thread->code[i]))
                return "a sleep without its unlock, wake and lock";
            break;
        case MZ_SCRIPT_FUTEX_WAIT:
        case MZ_SCRIPT_FWAIT_OF:
            if (i + MZ_SCRIPT_FUTEX_LENGTH > thread->length ||
                !is_whole_wait(&thread->code[i]))
                return "a wait for a futex without its end";
            break;
        case MZ_SCRIPT_WAKE:
        case MZ_SCRIPT_TIMED:
        case MZ_SCRIPT_LEAVE:
        case MZ_SCRIPT_FUTEX_TAKE:
        case MZ_SCRIPT_FUTEX_TIMED:
            if (!mz_script_is_asleep(thread, i))
                return "a wake or timed without its sleep";
            break;
        default:
            break;
        }
    return NULL;
}

static const char *check_blocks(const struct mz_script_thread *thread)
{
    const char *wrong = NULL;

    for (unsigned i = 0; i < thread->length && !wrong; i++)
        if (mz_script_op_is_block(thread->code[i].op))
            wrong = check_block(thread, i);
    for (unsigned i = 0; i < thread->length && !wrong; i++)
        if (mz_script_op_is_skip(thread->code[i].op) &&
            !mz_script_skip_fits(thread, i))
            wrong = "a skip beyond the end, or into or out of a block";
    return wrong;
}

/* A thread that may hold the robust mutex at its end says so. */
static bool ends_well(const struct mz_script_thread *thread)
{
    bool uses = false;

    for (unsigned i = 0; i < thread->length; i++) {
        const struct mz_instruction *c = &thread->code[i];
        bool special = c->op == MZ_SCRIPT_DIE || c->op == MZ_SCRIPT_MEND;

        if (!mz_script_op_is_lock(c->op))
            continue;
        if ((special && c->number != MZ_ROBUST) ||
            (c->op == MZ_SCRIPT_DIE && i + 1 < thread->length))
            return false;
        uses |= c->number == MZ_ROBUST;
    }
    return !uses || thread->code[thread->length - 1].op == MZ_SCRIPT_DIE;
}

static const char *check_crowds(const struct mz_script *script)
{
    mz_group users[MZ_SCRIPT_BARRIERS] = {0};

    for (unsigned t = 0; t < script->thread_count; t++)
        for (unsigned k = 0; k < script->threads[t].length; k++) {
            const struct mz_instruction *i = &script->threads[t].code[k];

            if (i->op != MZ_SCRIPT_BARRIER)
                continue;
            users[i->number] |= mz_group_of(t);
            if ((unsigned)__builtin_popcountll(users[i->number]) >
                mz_script_barrier_count(i->number))
                return "a barrier that more use than it waits for";
        }
    return NULL;
}

/* Of whom something is told. A number that is no thread's is refused later. */
static mz_group named_in(const struct mz_script *script, enum mz_script_op op)
{
    mz_group threads = 0;

    for (unsigned t = 0; t < script->thread_count; t++)
        for (unsigned i = 0; i < script->threads[t].length; i++)
            if (script->threads[t].code[i].op == op &&
                script->threads[t].code[i].number < script->thread_count)
                threads |= mz_group_of(script->threads[t].code[i].number);
    return threads;
}

static const char *check_ends(const struct mz_script *script)
{
    mz_group outlived = named_in(script, MZ_SCRIPT_OUTLIVE);

    if (named_in(script, MZ_SCRIPT_DETACH) &
        (named_in(script, MZ_SCRIPT_CANCEL) | named_in(script, MZ_SCRIPT_SEND) |
         named_in(script, MZ_SCRIPT_KILL)))
        return "a thread detached, and cancelled or sent a signal";
    if (outlived & named_in(script, MZ_SCRIPT_JOIN))
        return "a thread outlived, and joined";
    for (unsigned t = 0; t < script->thread_count; t++)
        for (unsigned i = 0; i + 1 < script->threads[t].length; i++)
            if (script->threads[t].code[i].op == MZ_SCRIPT_OVER)
                return "something after the end of a thread";
    return NULL;
}

/* Is it a signal, of either kind, to another thread? */
static bool is_sent_elsewhere(const struct mz_instruction *i, mz_tid t)
{
    return i->op == MZ_SCRIPT_SEND ||
           (i->op == MZ_SCRIPT_KILL && i->number != t);
}

static const char *check_family(const struct mz_script *script)
{
    mz_tid creator[MZ_SCRIPT_THREADS];
    mz_group lives = 0, detached = 0;

    memset(creator, MZ_NO_THREAD, sizeof creator);
    for (unsigned t = 0; t < script->thread_count; t++)
        for (unsigned k = 0; k < script->threads[t].length; k++) {
            const struct mz_instruction *i = &script->threads[t].code[k];

            if (i->op == MZ_SCRIPT_CANCEL && i->number != t &&
                (i->number >= script->thread_count || creator[i->number] != t ||
                 !(lives & mz_group_of(i->number))))
                return "a thread cancelled that was joined, or not by itself "
                       "or its creator";
            if (is_sent_elsewhere(i, t) &&
                (i->number ? creator[i->number] != t ||
                                 !(lives & mz_group_of(i->number))
                           : !t))
                return "a signal to who was joined, or not by its creator and "
                       "not to main";
            if (i->op == MZ_SCRIPT_DETACH || i->op == MZ_SCRIPT_OUTLIVE) {
                mz_group *from = i->op == MZ_SCRIPT_DETACH ? &lives : &detached;

                if (i->number >= script->thread_count ||
                    creator[i->number] != t ||
                    !(*from & mz_group_of(i->number)))
                    return "a thread detached twice, or outlived and not "
                           "detached, or not by its creator";
                lives &= ~mz_group_of(i->number);
                detached ^= mz_group_of(i->number);
                continue;
            }
            if (i->op != MZ_SCRIPT_CREATE && i->op != MZ_SCRIPT_JOIN)
                continue;
            if (i->number <= t || i->number >= script->thread_count)
                return "a thread that is not there, or earlier";
            if (i->op == MZ_SCRIPT_CREATE) {
                if (creator[i->number] != MZ_NO_THREAD &&
                    (creator[i->number] != t ||
                     (lives | detached) & mz_group_of(i->number)))
                    return "a thread created twice, without a join";
                creator[i->number] = t;
                lives |= mz_group_of(i->number);
            } else {
                if (creator[i->number] != t ||
                    !(lives & mz_group_of(i->number)))
                    return "a thread joined twice, or not by its creator";
                lives &= ~mz_group_of(i->number);
            }
        }
    return NULL;
}

/* What may be in scripts with a handler, within it or not. Others are of several
 * events, amid which a handler may come, too. */
static bool fits_beside_handler(const struct mz_instruction *i, bool within)
{
    bool has_register = strchr(mz_script_texts[i->op], 'R');

    if (has_register && within != (i->reg >= MZ_HANDLER_REGISTERS))
        return false;
    switch (i->op) {
    case MZ_SCRIPT_CREATE:
    case MZ_SCRIPT_JOIN:
    case MZ_SCRIPT_CHOOSE:
    case MZ_SCRIPT_ASSUME:
    case MZ_SCRIPT_ASSERT:
    case MZ_SCRIPT_KILL:
    case MZ_SCRIPT_BLOCK:
    case MZ_SCRIPT_UNBLOCK:
        return !within;
    case MZ_SCRIPT_LOCK:
    case MZ_SCRIPT_TRYLOCK:
    case MZ_SCRIPT_UNLOCK:
        return !within && i->number != MZ_ROBUST;
    case MZ_SCRIPT_TRYWAIT: /* changes errno */
        return !within;
    default:
        return mz_script_op_is_memory(i->op) ||
               mz_script_op_is_semaphore(i->op) || mz_script_op_is_skip(i->op);
    }
}

static const char *check_handler(const struct mz_script *script)
{
    bool handles = mz_script_has(script, MZ_SCRIPT_HANDLER);

    if (handles != mz_script_has(script, MZ_SCRIPT_KILL))
        return "a handler of what nobody sends, or the other way around";
    if (!handles && (mz_script_has(script, MZ_SCRIPT_BLOCK) ||
                     mz_script_has(script, MZ_SCRIPT_UNBLOCK)))
        return "a signal blocked that has no handler";
    for (unsigned t = 0; t < script->thread_count && handles; t++) {
        const struct mz_script_thread *thread = &script->threads[t];
        unsigned handler = mz_script_handler(thread);

        if ((handler < thread->length) != (t == 0))
            return "a handler in another thread than 0";
        for (unsigned i = 0; i < thread->length; i++)
            if (i != handler &&
                !fits_beside_handler(&thread->code[i], i > handler))
                return "an instruction beside, or in, a handler that may not "
                       "be there, or its register";
    }
    return NULL;
}

const char *mz_script_check(const struct mz_script *script)
{
    const char *wrong;

    if (!script->thread_count)
        return "no threads";
    if ((mz_script_has(script, MZ_SCRIPT_AWAIT) ||
         mz_script_has(script, MZ_SCRIPT_ONCE) ||
         mz_script_has(script, MZ_SCRIPT_SIGWAIT)) &&
        mz_script_has(script, MZ_SCRIPT_ATOMIC))
        return "awaits beside atomic blocks";
    if ((mz_script_has(script, MZ_SCRIPT_SIGWAIT) ||
         mz_script_has(script, MZ_SCRIPT_SIGTAKE)) &&
        !mz_script_has(script, MZ_SCRIPT_SEND))
        return "a wait for signals that nobody sends";
    for (unsigned t = 0; t < script->thread_count; t++) {
        const struct mz_script_thread *thread = &script->threads[t];

        for (unsigned i = 0; i < thread->length; i++)
            if (!numbers_fit(&thread->code[i]) ||
                thread->code[i].reg >= MZ_SCRIPT_REGISTERS)
                return "a number that is too large";
        if ((wrong = check_blocks(thread)) || (wrong = check_sleeps(thread)))
            return wrong;
        if (!ends_well(thread))
            return "a robust mutex without `die m3` at the end, or that of "
                   "another lock";
    }
    wrong = check_crowds(script);
    if (!wrong)
        wrong = check_handler(script);
    if (!wrong)
        wrong = check_ends(script);
    return wrong ? wrong : check_family(script);
}

bool mz_script_has(const struct mz_script *script, enum mz_script_op op)
{
    for (unsigned t = 0; t < script->thread_count; t++)
        for (unsigned i = 0; i < script->threads[t].length; i++)
            if (script->threads[t].code[i].op == op)
                return true;
    return false;
}

unsigned mz_script_masks(const struct mz_script *script)
{
    unsigned masks = 0;

    for (unsigned t = 0; t < script->thread_count; t++)
        for (unsigned i = 0; i < script->threads[t].length; i++)
            if (script->threads[t].code[i].op == MZ_SCRIPT_FWAIT_OF)
                masks |= 1 << script->threads[t].code[i].b;
    return masks;
}

/* Are some bytes of it accessed otherwise than by what commutes? */
static bool is_in_the_way(const struct mz_instruction *i, unsigned object,
                          uint8_t mask)
{
    bool accesses =
        mz_script_op_is_memory(i->op) || mz_script_op_is_futex_wait(i->op);

    return accesses && i->number == object && i->mask & mask &&
           (i->mask != mask || i->op == MZ_SCRIPT_AWAIT);
}

bool mz_script_adds(const struct mz_script *script, unsigned object,
                    uint8_t mask)
{
    for (unsigned t = 0; t < script->thread_count; t++)
        for (unsigned i = 0; i < script->threads[t].length; i++)
            if (is_in_the_way(&script->threads[t].code[i], object, mask))
                return false;
    return !mz_script_has(script, MZ_SCRIPT_ATOMIC);
}
