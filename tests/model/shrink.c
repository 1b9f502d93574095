/* SPDX-License-Identifier: Apache-2.0 */
#include "shrink.h"

#include <string.h>

struct shrinking {
    struct mz_script *script;
    mz_script_fails *fails;
    void *context;
};

static bool accept(struct shrinking *s, const struct mz_script *candidate)
{
    if (mz_script_check(candidate) || !s->fails(candidate, s->context))
        return false;
    *s->script = *candidate;
    return true;
}

static void drop_instruction(struct mz_script_thread *thread, unsigned at)
{
    for (unsigned i = 0; i < at; i++) {
        struct mz_instruction *before = &thread->code[i];

        if (mz_script_op_is_skip(before->op) && i + before->b >= at)
            before->b--;
        if (mz_script_op_is_block(before->op) && i + before->a >= at)
            before->a--;
    }
    memmove(&thread->code[at], &thread->code[at + 1],
            (--thread->length - at) * sizeof thread->code[0]);
}

static bool drop_instructions(struct shrinking *s)
{
    bool dropped = false;

    for (unsigned t = 0; t < s->script->thread_count; t++)
        for (unsigned i = s->script->threads[t].length; i-- > 0;) {
            struct mz_script candidate = *s->script;

            drop_instruction(&candidate.threads[t], i);
            dropped |= accept(s, &candidate);
        }
    return dropped;
}

static bool drop_sleeps(struct shrinking *s)
{
    bool dropped = false;

    for (unsigned t = 0; t < s->script->thread_count; t++)
        for (unsigned i = s->script->threads[t].length; i-- > 0;) {
            struct mz_script candidate = *s->script;

            unsigned length =
                mz_script_sleep_length(candidate.threads[t].code[i].op);

            if (length == 1)
                continue;
            for (unsigned n = 0; n < length; n++)
                drop_instruction(&candidate.threads[t], i);
            dropped |= accept(s, &candidate);
        }
    return dropped;
}

static bool names_thread(const struct mz_instruction *i)
{
    return i->op == MZ_SCRIPT_CREATE || i->op == MZ_SCRIPT_JOIN ||
           i->op == MZ_SCRIPT_CANCEL || i->op == MZ_SCRIPT_SEND ||
           i->op == MZ_SCRIPT_KILL ||
           i->op == MZ_SCRIPT_DETACH || i->op == MZ_SCRIPT_OUTLIVE;
}

/* A thread goes, with its creation; those it creates are not created then. */
static void drop_thread(struct mz_script *script, unsigned dead)
{
    for (unsigned t = 0; t < script->thread_count; t++)
        for (unsigned i = script->threads[t].length; i-- > 0;) {
            struct mz_instruction *s = &script->threads[t].code[i];

            if (!names_thread(s))
                continue;
            if (s->number == dead)
                drop_instruction(&script->threads[t], i);
            else
                s->number -= s->number > dead;
        }
    script->thread_count--;
    memmove(&script->threads[dead], &script->threads[dead + 1],
            (script->thread_count - dead) * sizeof script->threads[0]);
}

static bool drop_threads(struct shrinking *s)
{
    bool dropped = false;

    for (unsigned t = s->script->thread_count; t-- > 1;) {
        struct mz_script candidate = *s->script;

        drop_thread(&candidate, t);
        dropped |= accept(s, &candidate);
    }
    return dropped;
}

/* The i-th way to make an instruction plainer; false: there are no more. */
static bool plainer(struct mz_instruction *i, unsigned way)
{
    switch (way) {
    case 0:
        if (mz_script_op_is_memory(i->op))
            i->mask = MZ_WHOLE;
        return true;
    case 1:
        if (!names_thread(i))
            i->number = 0;
        return true;
    case 2:
        if (i->op == MZ_SCRIPT_ADD || i->op == MZ_SCRIPT_PLUS ||
            i->op == MZ_SCRIPT_EXCHANGE || i->op == MZ_SCRIPT_STORE)
            *i = (struct mz_instruction){MZ_SCRIPT_WRITE, 0, i->number,
                                         i->mask,         1, 0};
        return true;
    case 3:
        if (i->op == MZ_SCRIPT_TRYLOCK)
            *i = (struct mz_instruction){.op = MZ_SCRIPT_LOCK,
                                         .number = i->number};
        return true;
    case 4:
        if (i->op == MZ_SCRIPT_TRYWAIT)
            *i = (struct mz_instruction){.op = MZ_SCRIPT_WAIT,
                                         .number = i->number};
        return true;
    case 5:
        if (i->op == MZ_SCRIPT_AWAIT)
            i->b = MZ_EQUAL;
        return true;
    case 6:
        if (i->op == MZ_SCRIPT_TIMED)
            *i = (struct mz_instruction){.op = MZ_SCRIPT_WAKE,
                                         .number = i->number};
        if (i->op == MZ_SCRIPT_FUTEX_TIMED)
            i->op = MZ_SCRIPT_FUTEX_TAKE;
        return true;
    case 7:
        i->reg = 0;
        return true;
    default:
        return false;
    }
}

static bool simplify(struct shrinking *s)
{
    bool simplified = false;

    for (unsigned t = 0; t < s->script->thread_count; t++)
        for (unsigned i = 0; i < s->script->threads[t].length; i++)
            for (unsigned way = 0;; way++) {
                struct mz_script candidate = *s->script;

                if (!plainer(&candidate.threads[t].code[i], way))
                    break;
                if (memcmp(&candidate.threads[t].code[i],
                           &s->script->threads[t].code[i],
                           sizeof(struct mz_instruction)))
                    simplified |= accept(s, &candidate);
            }
    return simplified;
}

void mz_shrink(struct mz_script *script, mz_script_fails *fails, void *context)
{
    struct shrinking s = {script, fails, context};

    while (drop_threads(&s) || drop_sleeps(&s) || drop_instructions(&s) ||
           simplify(&s))
        ;
}
