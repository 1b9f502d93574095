/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/not_announced.h"

#include <dlfcn.h>
#include <string.h>
#include <unwind.h>

#include "runtime/heap.h"
#include "runtime/hooked.h"
#include "runtime/pending.h"
#include "runtime/start_code.h"
#include "runtime/thread.h"
#include "runtime/watch.h"

bool mz_not_announced_is_libcs(uint64_t address)
{
    struct mz_block_note block;
    bool found;

    if (mz_code_is_copied(address))
        return true;
    if (!mz_heap_has(address))
        return false;
    mz_watch_open(mz_heap_start, mz_heap_end);
    found = mz_heap_describe(address, &block);
    mz_watch_close(mz_heap_start, mz_heap_end);
    return found && mz_code_at(block.allocated_pc) != MZ_CODE_PROGRAM;
}

/* ---- who called libc ----------------------------------------------------- */

struct walk {
    bool begun;        /* the frames of the handler are behind us */
    bool unwinds;      /* an exception is on its way */
    uint64_t inner;    /* the last that is not the program's */
    uint64_t caller;   /* a return address in the program; 0: none */
};

static _Unwind_Reason_Code visit(struct _Unwind_Context *context,
                                 void *argument)
{
    struct walk *walk = argument;
    int exact = 0;
    uint64_t pc = _Unwind_GetIPInfo(context, &exact);

    walk->begun |= exact;
    if (!walk->begun)
        return _URC_NO_REASON;
    if (mz_code_at(pc) == MZ_CODE_PROGRAM) {
        walk->caller = pc;
        return _URC_END_OF_STACK;
    }
    walk->unwinds |= mz_code_at(pc) == MZ_CODE_TRUSTED;
    if (mz_code_at(pc) != MZ_CODE_OURS)
        walk->inner = pc;
    return _URC_NO_REASON;
}

/* The function that the program called, if its library tells. */
static void name_function(struct mz_unseen *item, uint64_t pc)
{
    void *start = _Unwind_FindEnclosingFunction((void *)pc);
    Dl_info info;

    if (start && dladdr(start, &info) && info.dli_sname)
        mz_format(item->name, sizeof item->name, "%s", info.dli_sname);
    item->reason = item->name[0] ? MZ_UNSEEN_NOT_ANNOUNCED
                                 : MZ_UNSEEN_NOT_ANNOUNCED_IN_LIBRARY;
}

static struct walk walk_from(uint64_t pc)
{
    struct walk walk = {.inner = pc};

    _Unwind_Backtrace(visit, &walk);
    return walk;
}

static void blame_caller(struct mz_unseen *item)
{
    struct walk walk = walk_from(item->pc);

    name_function(item, walk.inner);
    if (!walk.caller)
        return;
    item->pc = walk.caller - 1;
    item->library = walk.inner;
}

/* What the table has is announced, for the stream as a whole. */
static bool is_told_by_row(const char *name)
{
    return mz_code_at((uint64_t)dlsym(RTLD_DEFAULT, name)) == MZ_CODE_OURS;
}

/* The names of functions of streams have one of these in them. */
static bool is_of_streams(uint64_t pc)
{
    static const char *const parts[] = {
        "_ZNSo",         "_ZNKSo",       "_ZNSi",       "_ZNKSi",
        "_ZNSd",         "basic_ios",    "ios_base",    "basic_ostream",
        "basic_istream", "basic_iostream", "stringbuf", "stringstream",
        "streambufI",    "filebuf",      "fstream",
    };
    void *start = _Unwind_FindEnclosingFunction((void *)pc);
    Dl_info info;

    if (!start || !dladdr(start, &info) || !info.dli_sname)
        return false;
    for (unsigned i = 0; i < MZ_COUNT(parts); i++)
        if (strstr(info.dli_sname, parts[i]))
            return !is_told_by_row(info.dli_sname);
    return false;
}

/* The function of libstdc++ that the program has called has a row, or is told
 * by its name; but a virtual one of a stream may be reached without any name,
 * and if it has no row, nobody has announced what it does. What begins a thread
 * is called by nobody, and hands over what creation has ordered; an exception
 * on its way reads tables of compilers. */
static bool is_libstdcxxs_own(uint64_t pc)
{
    struct walk walk = walk_from(pc);

    return !walk.caller || walk.unwinds || !is_of_streams(walk.inner);
}

static void wait_for_end_of_call(const struct mz_touch *touch,
                                 struct mz_unseen *item,
                                 const ucontext_t *context)
{
    struct mz_unseen *place;

    if (!mz_pending_add(touch, mz_context_sp(context), &place))
        return;
    blame_caller(item);
    *place = *item;
}

/* Code that was not instrumented is told as a whole. */
static bool is_told(uint64_t pc)
{
    const struct mz_unseen_list *unseen = &mz_rt.region->unseen;

    for (uint32_t i = 0; i < unseen->count; i++)
        if (unseen->items[i].kind == MZ_UNSEEN_MODULE ||
            unseen->items[i].kind == MZ_UNSEEN_UNIT)
            return !mz_hooked_has(pc);
    return false;
}

static bool is_known(uint64_t pc)
{
    return mz_start_code_has(pc) ||
           (!mz_rt.region->settings.audit_foreign && is_told(pc));
}

void mz_not_announced(const struct mz_touch *touch, enum mz_code code,
                      const ucontext_t *context)
{
    struct mz_unseen item = {
        .kind = MZ_UNSEEN_ACCESS,
        .thread = mz_rt.self,
        .births = mz_thread_by_birth(mz_rt.self),
        .size = touch->size < 256 ? touch->size : 0,
        .is_write = touch->write,
        .address = touch->address,
        .pc = mz_context_pc(context),
    };

    if (code == MZ_CODE_CXX && is_libstdcxxs_own(item.pc))
        return;
    if (code == MZ_CODE_LIBC || code == MZ_CODE_CXX) {
        wait_for_end_of_call(touch, &item, context);
    } else if (!is_known(item.pc)) {
        item.reason = MZ_UNSEEN_NOT_ANNOUNCED;
        mz_unseen_note(&mz_rt.region->unseen, &item);
    }
}
