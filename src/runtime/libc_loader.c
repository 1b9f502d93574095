/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the program asks of the dynamic loader by name. A function of the system
 * that libmazurka.so has, too, is libmazurka.so's, in whatever library it is
 * sought: else the program would call it past the checker. One of which nothing
 * is known is noted, as where the linker has found it (libc_unknown.c).
 *
 * The loader looks at who calls it (RTLD_NEXT, RTLD_DEFAULT, paths that a
 * library is sought in): so it is called in the program's name.
 */
#define _GNU_SOURCE
#include "runtime/libc_loader.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/audit.h"
#include "runtime/checkpoint.h"
#include "runtime/descriptor.h"
#include "runtime/libc_forward.h"
#include "runtime/libc_owners.h"
#include "runtime/libc_unknown.h"
#include "runtime/library.h"
#include "runtime/state.h"

/* Whether something has failed; to look it up makes libc forget. */
static __typeof__(&dlerror) libc_tells;

static void *self; /* libmazurka.so, as the loader knows it */

/* What has failed last, of each thread. (libc knows it, too, but not for long:
 * whenever we look a function up nothing has failed.) */
static struct failure {
    bool is_told; /* by dlerror */
    char text[MZ_MAX_MESSAGE];
} failures[MZ_MAX_THREADS];
static unsigned failure_count; /* of all threads, in this execution */

/* What the loader keeps of a library that has been opened is in the heap, and
 * where that is, in memory that is not rolled back: so each is opened now, for
 * good. */
static void open_all(void)
{
    struct link_map *library = self;

    while (library->l_prev)
        library = library->l_prev;
    for (; library; library = library->l_next)
        MZ_REAL(dlopen)(library->l_name[0] ? library->l_name : NULL,
                        RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    libc_tells();
}

static bool is_called;

void mz_libc_loader_note_call(void)
{
    is_called = true;
}

void mz_libc_loader_snapshot(void)
{
    Dl_info info;

    if (dladdr((void *)mz_libc_loader_snapshot, &info))
        self = MZ_REAL(dlopen)(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (!self)
        mz_give_up("the dynamic loader does not know libmazurka.so");
    if (is_called)
        open_all();
}

/* Code of the caller's module that does nothing but return. */
static uint64_t return_near(uint64_t caller)
{
    while (mz_owners_code(caller) && !mz_is_return(caller))
        caller++;
    return mz_owners_code(caller) ? caller : 0;
}

static void note_failure(const char *text)
{
    struct failure *failure = &failures[mz_rt.self];

    failure_count += text != NULL;
    failure->is_told = !text;
    if (text)
        mz_format(failure->text, sizeof failure->text, "%s", text);
}

uint64_t mz_loader_ask(void *function, uint64_t a, uint64_t b, uint64_t caller)
{
    uint64_t place = return_near(caller), result;
    bool tracing = mz_rt.tracing;

    if (!place)
        mz_unsupported(LOADER_CALLER);
    if (mz_rt.auditing)
        mz_audit_call(true, 0, INT64_MAX, __builtin_frame_address(0));
    mz_library_show(true); /* the loader still looks at those that are closed */
    mz_rt.tracing = false; /* nobody can unwind the stack behind `place` */
    result = mz_call_as(function, a, b, place);
    mz_rt.tracing = tracing;
    mz_library_show(false);
    note_failure(libc_tells());
    return result;
}

static void give_result(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    call->result = call->scratch[0];
}

static void before_dlerror(struct mz_call *call, const struct mz_forward *row)
{
    struct failure *failure = &failures[mz_rt.self];
    bool is_new = failure_count && failure->text[0] && !failure->is_told;

    (void)row;
    call->scratch[0] = is_new ? (uint64_t)failure->text : 0;
    failure->is_told = true;
    call->due |= MZ_FORWARD_NOWHERE | MZ_FORWARD_AFTER;
}
MZ_FORWARD_IN_TURN(dlerror, NULL, before_dlerror, give_result)

static void forget(mz_tid t)
{
    failures[t].is_told = false;
    failures[t].text[0] = '\0';
}

void mz_libc_loader_reset(void)
{
    for (mz_tid t = 0; failure_count && t < MZ_MAX_THREADS; t++)
        forget(t);
    failure_count = 0;
}

void mz_libc_loader_born_again(mz_tid t)
{
    forget(t);
}

void mz_libc_loader_checkpoint(void)
{
    mz_checkpoint_need(!failure_count);
}

void mz_libc_loader_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add_word(f, failure_count);
    for (mz_tid t = 0; failure_count && t < MZ_MAX_THREADS; t++)
        mz_state_add(f, &failures[t], sizeof failures[t]);
}

/* In a program that runs natively: what has failed before we looked something
 * up. */
static __thread char *kept, *told;

static char *tell_natively(void)
{
    char *text = libc_tells();

    free(told);
    told = text ? strdup(text) : kept;
    kept = NULL;
    return told;
}

void mz_loader_keep_failure(void)
{
    char *text = libc_tells && !mz_rt.supervised ? libc_tells() : NULL;

    if (text)
        kept = strdup(text);
}

void mz_loader_start(void)
{
    libc_tells = MZ_REAL(dlerror);
    forward_dlerror.real = tell_natively;
}

/* ---- dlsym --------------------------------------------------------------- */

static void *look_up(void *library, const char *name)
{
    return ((void *(*)(void *, const char *))mz_loader_dlsym())(library, name);
}

/* What the program gets that has found this. */
static uint64_t instead_of(uint64_t found, const char *name)
{
    uint64_t ours;

    if (!found || mz_is_ours(found) || mz_owners_program_code(found))
        return found;
    ours = (uint64_t)look_up(self, name);
    if (mz_is_ours(ours))
        return ours;
    mz_libc_unknown_judge(name, found);
    return found;
}

static void before_dlsym(struct mz_call *call, const struct mz_forward *row)
{
    const char *name = (const char *)call->arguments[1];
    uint64_t found;

    mz_library_check_handle((const void *)call->arguments[0]);
    found = mz_loader_ask(row->real, call->arguments[0], call->arguments[1],
                          call->caller);
    mz_library_check_caller("dlsym");
    if (mz_library_is_hidden(found))
        mz_unsupported(LIBRARY_SYMBOL_CLOSED);
    call->scratch[0] = instead_of(found, name);
    call->due |= MZ_FORWARD_NOWHERE | MZ_FORWARD_AFTER;
}

MZ_FORWARD_IN_TURN(dlsym, NULL, before_dlsym, give_result)

/* Natively nothing is there, before the library is opened and after. */
static void before_dladdr(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    if (!mz_library_is_hidden(call->arguments[0]))
        return;
    call->scratch[0] = 0;
    call->due |= MZ_FORWARD_NOWHERE | MZ_FORWARD_AFTER;
}

static void none_of_dladdr(struct mz_call *call, const struct mz_forward *row)
{
    if (call->due & MZ_FORWARD_NOWHERE)
        give_result(call, row);
}
MZ_FORWARD_IN_TURN(dladdr, NULL, before_dladdr, none_of_dladdr)

/* ---- dlopen -------------------------------------------------------------- */

/* What there is under the name depends on what others have made or removed. */
static void take_turn_to_look(struct mz_call *call,
                              const struct mz_forward *row)
{
    (void)row;
    if (call->arguments[0])
        mz_io_path(&mz_io_names);
}

static void before_dlopen(struct mz_call *call, const struct mz_forward *row)
{
    call->scratch[0] = (uint64_t)mz_library_open(
        row->real, (const char *)call->arguments[0], (int)call->arguments[1],
        call->caller);
    call->due |= MZ_FORWARD_NOWHERE | MZ_FORWARD_AFTER;
}
MZ_FORWARD_IN_TURN(dlopen, take_turn_to_look, before_dlopen, give_result)

static void before_dlclose(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    call->scratch[0] =
        (uint64_t)mz_library_close((void *)call->arguments[0]);
    call->due |= MZ_FORWARD_NOWHERE | MZ_FORWARD_AFTER;
}
MZ_FORWARD_IN_TURN(dlclose, NULL, before_dlclose, give_result)
