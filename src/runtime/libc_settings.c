/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What libc has one of for all threads, and lets them change without a race:
 * who changes it and who asks for it have their turns. (The C++ library's are
 * in libstdcxx_handlers.c.)
 */
#include "runtime/descriptor_event.h"
#include "runtime/libc_forward.h"
#include "runtime/libc_rules.h"

/* Only their addresses matter. */
static uint64_t log_mask, concurrency, catalogues;

#define SHARED(name, object, kind)                             \
    static void turn_of_##name(struct mz_call *call,           \
                               const struct mz_forward *row)   \
    {                                                          \
        const struct mz_io_access a = {&object, kind};         \
                                                               \
        (void)call, (void)row;                                 \
        mz_io_touch_as_call(&a, 1);                            \
    }                                                          \
    MZ_FORWARD_IN_TURN(name, turn_of_##name, NULL, NULL)
#define CHANGES(name, object) SHARED(name, object, MZ_FILE_CHANGE)
#define ASKS(name, object) SHARED(name, object, MZ_FILE_LOOK)

CHANGES(setlogmask, log_mask)
CHANGES(pthread_setconcurrency, concurrency)
ASKS(pthread_getconcurrency, concurrency)
CHANGES(textdomain, catalogues)
CHANGES(bindtextdomain, catalogues)
ASKS(gettext, catalogues)
ASKS(dgettext, catalogues)
ASKS(dcgettext, catalogues)
ASKS(ngettext, catalogues)
ASKS(dngettext, catalogues)
