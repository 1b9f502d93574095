/* SPDX-License-Identifier: Apache-2.0 */
/*
 * As the C++ ABI has it: a type is told by a pointer to its virtual table, then
 * one to its name; the exception that std::terminate is called for is the one
 * caught last. Whether it is a std::exception, the type says itself.
 */
#define _GNU_SOURCE
#include "runtime/libstdcxx_terminate.h"

#include <unwind.h>

#include "runtime/libc_owners.h"

/* Of libstdc++ and the ABI, in bytes. */
enum {
    CLASS = 80,    /* in a header: GNUCC++, and this as its lowest byte: */
    IS_OWN = 0,    /* the object lies behind the header */
    IS_SHARED = 1, /* by std::exception_ptr: the header begins with where */
    HEADER = 112,  /* the size of one */
    TERMINATE = 64, /* std::terminate is not larger */
};

enum { DO_CATCH = 4, WHAT = 2 }; /* places in virtual tables */

struct walk {
    uint64_t terminate;
    unsigned depth;
    bool found;
};

static _Unwind_Reason_Code look_at(struct _Unwind_Context *context,
                                   void *argument)
{
    struct walk *walk = argument;

    walk->found = _Unwind_GetIP(context) - walk->terminate < TERMINATE;
    return walk->found || walk->depth++ == 16 ? _URC_END_OF_STACK
                                              : _URC_NO_REASON;
}

bool mz_terminate_aborts(uint64_t pc)
{
    struct walk walk = {.depth = 0};
    bool was_active = mz_rt.active;

    if (!mz_owners_libstdcxx(pc))
        return false;
    walk.terminate = (uint64_t)mz_real("_ZSt9terminatev");
    mz_rt.active = false;
    if (walk.terminate)
        _Unwind_Backtrace(look_at, &walk);
    mz_rt.active = was_active;
    return walk.found;
}

static void **table_of(const void *object)
{
    return *(void ***)object;
}

/* What the exception says, if it is a std::exception; else NULL. */
static const char *what(void *type)
{
    void *of_exception = mz_real("_ZTISt9exception");
    void *(*globals)(void) = (void *(*)(void))mz_real("__cxa_get_globals");
    uint64_t header;
    void *object;
    bool (*catches)(void *, void *, void **, unsigned);
    const char *(*say)(void *);

    if (!of_exception || !globals)
        return NULL;
    header = *(const uint64_t *)globals();
    if (!header)
        return NULL;
    switch (*(const uint64_t *)(header + CLASS) & 0xff) {
    case IS_OWN:
        object = (void *)(header + HEADER);
        break;
    case IS_SHARED:
        object = *(void **)header;
        break;
    default:
        return NULL;
    }
    *(void **)&catches = table_of(of_exception)[DO_CATCH];
    if (!catches(of_exception, type, &object, 1))
        return NULL;
    *(void **)&say = table_of(object)[WHAT];
    return say(object);
}

bool mz_terminate_exception(char *text, size_t size)
{
    void *(*current)(void) =
        (void *(*)(void))mz_real("__cxa_current_exception_type");
    bool was_active = mz_rt.active;
    const char *name, *said;
    void *type;

    mz_rt.active = false; /* none of it is what the program does */
    type = current ? current() : NULL;
    if (type) {
        name = ((const char **)type)[1];
        said = what(type);
        mz_format(text, size, "%s%s%s", name + (*name == '*'),
                  said ? ": " : "", said ? said : "");
    }
    mz_rt.active = was_active;
    return type;
}

bool mz_terminate_unwinds(void)
{
    void *(*globals)(void) = (void *(*)(void))mz_real("__cxa_get_globals");

    return globals && ((const unsigned *)globals())[2];
}
