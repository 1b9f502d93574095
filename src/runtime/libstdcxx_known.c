/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/libstdcxx_known.h"

#include "base/base.h"
#include "base/text.h"

/* A name, in which `*` stands for anything. */
typedef const char *const pattern;

/* What types are: nobody writes there. */
static pattern types[] = {
    "_ZTI*", "_ZTS*", "_ZNKSt9type_info*", "_ZNSt9type_infoD*Ev",
    "_ZTVN10__cxxabiv1*",
};

/* An exception on its way belongs to its thread. What several threads hold of
 * one, by an exception_ptr, libstdcxx_exceptions.c tells. */
static pattern throwing[] = {
    "__cxa_allocate_exception",
    "__cxa_allocate_dependent_exception",
    "__cxa_free_exception",
    "__cxa_free_dependent_exception",
    "__cxa_init_primary_exception",
    "__cxa_begin_catch",
    "__cxa_get_exception_ptr",
    "__cxa_get_globals*",
    "__cxa_current_exception_type",
    "__cxa_throw*",
    "__cxa_rethrow",
    "__cxa_bad_*",
    "__cxa_call_unexpected",
    "__cxa_deleted_virtual",
    "__cxa_pure_virtual",
    "__gxx_personality_v0",
    "_ZSt17current_exceptionv",
    "_ZSt18uncaught_exceptionv",
    "_ZSt19uncaught_exceptionsv",
};

/* These throw, or end the process; what they say is a literal of a header. */
static pattern failing[] = {
    "_ZSt*__throw_*",
    "_ZSt21__glibcxx_assert_fail*",
    "_ZSt9terminatev",
    "_ZSt10unexpectedv",
    "_ZN9__gnu_cxx27__verbose_terminate_handlerEv",
};

/* Classes of exceptions. Those without members of their own (bad_alloc) have
 * nothing but a table of functions; of the others the functions that read and
 * write them have rows, which those of derived classes call. */
static pattern exceptions[] = {
    "_ZTVSt9exception",
    "_ZTVSt*bad_*",
    "_ZTVSt*_error",
    "_ZTVSt12out_of_range",
    "_ZTVSt16invalid_argument",
    "_ZTVSt16nested_exception",
    "_ZTVNSt8ios_base7failureB5cxx11E",
    "_ZTVNSt10filesystem7__cxx1116filesystem_errorE",
    "_ZNSt9exceptionD*Ev",
    "_ZNKSt9exception4whatEv",
    "_ZNSt*bad_*D*Ev",
    "_ZNKSt*bad_*4whatEv",
    "_ZNSt12domain_error*",
    "_ZNSt12length_error*",
    "_ZNSt12out_of_range*",
    "_ZNSt16invalid_argument*",
    "_ZNSt11range_error*",
    "_ZNSt14overflow_error*",
    "_ZNSt15underflow_error*",
    "_ZNSt12system_errorD*Ev",
    "_ZNSt12future_errorD*Ev",
    "_ZNKSt12future_error4whatEv",
    "_ZNSt11regex_error*",
    "_ZNSt16nested_exceptionD*Ev",
    "_ZNSt8ios_base7failureB5cxx11D*Ev",
    "_ZNKSt8ios_base7failureB5cxx114whatEv",
    "_ZNSt10filesystem7__cxx1116filesystem_errorD*Ev",
    "_ZNKSt10filesystem7__cxx1116filesystem_error*Ev",
};

/* Tables of virtual functions of streams and buffers: these have rows. */
static pattern streams[] = {
    "_ZTTS*", "_ZTTNSt7__cxx11*", "_ZTVSi", "_ZTVSo", "_ZTVSd",
    "_ZTVSt*basic_*", "_ZTVNSt7__cxx11*basic_*",
    "_ZTVN9__gnu_cxx18stdio_sync_filebuf*",
};

/* Frees the parts of a path, which is told of each. */
static pattern parts[] = {
    "_ZNKSt10filesystem7__cxx114path5_List13_Impl_deleterclEPNS2_5_ImplE",
};

/* Objects that libstdc++ makes once, and has for all threads. */
static pattern singletons[] = {
    "_ZSt3cin",  "_ZSt4cout",  "_ZSt4cerr",  "_ZSt4clog",
    "_ZSt4wcin", "_ZSt5wcout", "_ZSt5wcerr", "_ZSt5wclog",
    "_ZNSt8ios_base4Init*",
    "_ZSt7nothrow",
    "_ZNSt12placeholders*",
    "_ZNSt3_V216generic_categoryEv",
    "_ZNSt3_V215system_categoryEv",
    "_ZSt17iostream_categoryv",
    "_ZSt15future_categoryv",
    "_ZNSt3pmr19new_delete_resourceEv",
    "_ZNSt3pmr20null_memory_resourceEv",
    "_ZNSt6locale7classicEv",
    "_ZNKSt6locale2id5_M_idEv",
    "_ZNSt5ctypeI*E2idE",
    "_ZNSt7collateI*E2idE",
    "_ZNSt7__cxx117collateI*E2idE",
    "_ZNSt8numpunctI*E2idE",
    "_ZNSt7__cxx118numpunctI*E2idE",
};

/* What the facets of libstdc++'s own locales know: nothing of the program's. */
static pattern facets[] = {
    "_ZNKSt5ctypeIcE13_M_widen_initEv",
    "_ZNKSt5ctypeIcE14_M_narrow_initEv",
    "_ZNKSt7__cxx118numpunctI*Ev",
    "_ZNSt10ctype_base*",
};

/* Nothing is accessed but what the function returns. */
static pattern values[] = {
    "_ZNSa*", /* std::allocator: an empty class */
    "_ZNSt6chrono*3nowEv",
    "_ZNSt6thread20hardware_concurrencyEv",
    "_ZNKSt3_V214error_category10_M_message*", /* calls `message` */
};

/* Bases of the program's own classes, which have no members. */
static pattern bases[] = {
    "_ZTVNSt3_V214error_categoryE",
    "_ZNSt3_V214error_categoryD*Ev",
    "_ZTVNSt6thread6_StateE",
    "_ZNSt6thread6_StateD*Ev",
    "_ZTVNSt3pmr15memory_resourceE",
    "_ZNSt3pmr15memory_resourceD*Ev",
};

/* Their effect is that of functions of pthreads, or of system calls, which they
 * call, and which are modelled or refused; or it is on their thread alone. */
static pattern calling[] = {
    "__cxa_thread_atexit",
    "__once_proxy",
    "_ZSt11__once_call",
    "_ZSt15__once_callable",
    "_ZNSt10_Sp_locker*", /* locks mutexes of libstdc++ */
    "_ZNSt18condition_variable*",
};

static const struct {
    pattern *patterns;
    unsigned count;
} groups[] = {
#define X(group) {group, MZ_COUNT(group)}
    X(types),    X(throwing), X(failing),    X(exceptions),
    X(streams),  X(parts),    X(singletons), X(facets),
    X(values),   X(bases),    X(calling),
#undef X
};

static bool fits(const char *name, const char *form)
{
    for (; *form && *form != '*'; name++, form++)
        if (*name != *form)
            return false;
    if (!*form)
        return !*name;
    do
        if (fits(name, form + 1))
            return true;
    while (*name++);
    return false;
}

bool mz_libstdcxx_knows(const char *name)
{
    for (unsigned g = 0; g < MZ_COUNT(groups); g++)
        for (unsigned i = 0; i < groups[g].count; i++)
            if (fits(name, groups[g].patterns[i]))
                return true;
    return false;
}
