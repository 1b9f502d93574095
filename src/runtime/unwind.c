/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cleanup handlers are of two kinds, as glibc's headers have them. Where the
 * compiler knows of exceptions (C++, and C with -fexceptions) a handler is what
 * the unwinder finds in a frame. Elsewhere the macro pthread_cleanup_push has a
 * buffer in its frame, to which the way out jumps; it calls the handler, and
 * comes back by __pthread_unwind_next.
 *
 * The unwinder is the program's (libgcc_s), since what it calls for a frame
 * asks that one. Where there is none, nothing is to be done in frames, and only
 * the buffers are visited: which is as well, for to unwind takes longer than
 * most executions.
 */
#define _GNU_SOURCE
#include "runtime/unwind.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <unwind.h>

#include "runtime/cancel.h"
#include "runtime/checkpoint.h"
#include "runtime/once.h"
#include "runtime/parts.h"
#include "runtime/sent_signal.h"
#include "runtime/state.h"
#include "runtime/thread.h"
#include "runtime/turn.h"
#include "runtime/unwind_tables.h"
#include "runtime/zones.h"

static struct way_out {
    __pthread_unwind_buf_t *cleanup; /* the latest */
    void *result;
    uint64_t pc;
    struct _Unwind_Exception exception;
} ways[MZ_MAX_THREADS];
static bool has_cleanup; /* some thread, in this execution */
static bool has_left;    /* some thread was on its way out */

/* Of the program's; NULL: it has none. */
static struct {
    __typeof__(&_Unwind_ForcedUnwind) unwind;
    __typeof__(&_Unwind_GetIP) pc;
    __typeof__(&_Unwind_GetCFA) stack_pointer;
} unwinder;

void mz_unwind_snapshot(void)
{
    unwinder.unwind = dlsym(RTLD_DEFAULT, "_Unwind_ForcedUnwind");
    unwinder.pc = dlsym(RTLD_DEFAULT, "_Unwind_GetIP");
    unwinder.stack_pointer = dlsym(RTLD_DEFAULT, "_Unwind_GetCFA");
}

uint64_t mz_unwind_stack_pointer(struct _Unwind_Context *context)
{
    return unwinder.stack_pointer(context);
}

void mz_unwind_reset(void)
{
    for (unsigned t = 0; has_cleanup && t < MZ_MAX_THREADS; t++)
        ways[t].cleanup = NULL;
    has_cleanup = has_left = false;
}

void mz_unwind_checkpoint(void)
{
    mz_checkpoint_need(!has_cleanup);
    if (!has_left)
        return;
    mz_checkpoint_keep(&has_left, sizeof has_left);
    mz_checkpoint_keep(ways, mz_checkpoint_threads() * sizeof *ways);
}

void mz_unwind_fingerprint(struct mz_fingerprint *f)
{
    for (unsigned t = 0; has_cleanup && t < mz_checkpoint_threads(); t++)
        mz_state_add_word(f, (uint64_t)ways[t].cleanup);
    for (unsigned t = 0; has_left && t < mz_checkpoint_threads(); t++) {
        mz_state_add_word(f, (uint64_t)ways[t].result);
        mz_state_add_word(f, ways[t].pc);
    }
}

void mz_unwind_born(mz_tid parent, mz_tid child)
{
    (void)parent;
    ways[child].cleanup = NULL;
}

/* ---- cleanup handlers with a buffer -------------------------------------- */

/* Where the buffer has the one before it. */
static __pthread_unwind_buf_t **earlier(__pthread_unwind_buf_t *buffer)
{
    return (__pthread_unwind_buf_t **)&buffer->__pad[0];
}

/* The frame is the one in which sigsetjmp has filled in the buffer. */
static _Noreturn void jump_to_handler(struct way_out *way)
{
    __pthread_unwind_buf_t *buffer = way->cleanup;
    /* It is a jmp_buf but for the mask of signals, which is none. */
    void (*jump)(void *, int) = (void (*)(void *, int))MZ_REAL(longjmp);

    way->cleanup = *earlier(buffer);
    mz_zones_left(mz_jump_stack(buffer->__cancel_jmp_buf));
    jump(buffer->__cancel_jmp_buf, 1);
    __builtin_unreachable();
}

static _Noreturn void visit_buffers(struct way_out *way)
{
    mz_once_leave(way->cleanup ? (uint64_t)way->cleanup : UINT64_MAX);
    if (way->cleanup)
        jump_to_handler(way);
    mz_thread_end(way->result, way->pc);
}

/* ---- frames -------------------------------------------------------------- */

/*
 * The unwinder asks before it unwinds a frame. The stack pointer there shows
 * that the frame of the buffer has been left, in which nothing else is to be
 * done, since its compiler knows of no exceptions.
 */
static _Unwind_Reason_Code stop(int version, _Unwind_Action actions,
                                _Unwind_Exception_Class class,
                                struct _Unwind_Exception *exception,
                                struct _Unwind_Context *context, void *unused)
{
    struct way_out *way = &ways[mz_self()];
    bool is_end = actions & _UA_END_OF_STACK;

    (void)version, (void)class, (void)exception, (void)unused;
    if (is_end && unwinder.pc(context))
        mz_unsupported(UNWIND_WITHOUT_TABLES);
    if (way->cleanup &&
        (is_end ||
         (uint64_t)way->cleanup < unwinder.stack_pointer(context)))
        jump_to_handler(way);
    if (is_end)
        mz_thread_end(way->result, way->pc);
    return _URC_NO_REASON;
}

/* It was caught, and its handler ends. */
static void fail_caught(_Unwind_Reason_Code reason,
                        struct _Unwind_Exception *exception)
{
    (void)reason, (void)exception;
    mz_fail(&(struct mz_failure){.fault = MZ_FAULT_END_CAUGHT, .pc = MZ_PC});
}

static _Noreturn void unwind(struct way_out *way)
{
    if (!unwinder.unwind) {
        if (mz_unwind_tables_matter())
            mz_unsupported(UNWIND_BY_ANOTHER);
        visit_buffers(way);
    }
    way->exception =
        (struct _Unwind_Exception){.exception_cleanup = fail_caught};
    unwinder.unwind(&way->exception, stop, NULL);
    mz_give_up("the stack of a thread that ends cannot be unwound");
}

_Noreturn void mz_unwind_end(void *result, uint64_t pc)
{
    struct way_out *way = &ways[mz_self()];

    if (mz_sent_signal_is_in_handler())
        mz_unsupported(UNWIND_IN_HANDLER);
    mz_cancel_ignore();
    has_left = true;
    way->result = result;
    way->pc = pc;
    unwind(way);
}

/* ---- what the macros call ------------------------------------------------ */

static void add(__pthread_unwind_buf_t *buffer)
{
    struct way_out *way = &ways[mz_self()];

    mz_rt.inheriting = has_cleanup = true;
    *earlier(buffer) = way->cleanup;
    way->cleanup = buffer;
}

static void take_away(__pthread_unwind_buf_t *buffer)
{
    ways[mz_self()].cleanup = *earlier(buffer);
}

MZ_EXPORT void __pthread_register_cancel(__pthread_unwind_buf_t *buffer)
{
    if (mz_rt.active)
        add(buffer);
    else
        MZ_REAL(__pthread_register_cancel)(buffer);
}

MZ_EXPORT void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer)
{
    if (mz_rt.active)
        take_away(buffer);
    else
        MZ_REAL(__pthread_unregister_cancel)(buffer);
}

/* The type that cancellation has is kept in the buffer meanwhile. */
MZ_EXPORT void __pthread_register_cancel_defer(__pthread_unwind_buf_t *);
MZ_EXPORT void __pthread_register_cancel_defer(__pthread_unwind_buf_t *buffer)
{
    int type;

    if (!mz_rt.active) {
        MZ_REAL(__pthread_register_cancel_defer)(buffer);
        return;
    }
    add(buffer);
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
    buffer->__pad[1] = (void *)(intptr_t)type;
}

MZ_EXPORT void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t *);
MZ_EXPORT void
__pthread_unregister_cancel_restore(__pthread_unwind_buf_t *buffer)
{
    if (!mz_rt.active) {
        MZ_REAL(__pthread_unregister_cancel_restore)(buffer);
        return;
    }
    take_away(buffer);
    pthread_setcanceltype((int)(intptr_t)buffer->__pad[1], NULL);
}

MZ_EXPORT void __pthread_unwind_next(__pthread_unwind_buf_t *buffer)
{
    if (!mz_rt.active)
        MZ_REAL(__pthread_unwind_next)(buffer);
    unwind(&ways[mz_self()]);
}
