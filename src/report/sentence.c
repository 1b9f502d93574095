/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sigabbrev_np, strerrordesc_np */
#include "report/sentence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mazurka.h"
#include "op/object.h"
#include "symbols/names.h"

#define NOT_DETERMINISTIC "the program is not deterministic|: step {0} "

/* {0}, {1}, ...: the numbers of the finding, {0 bytes} with a unit; the others
 * are functions below. What comes before a | is the gist. */
static const char *const sentences[MZ_FAULT_COUNT] = {
    [MZ_FAULT_UNKNOWN] = "an error of which nothing is known",
    [MZ_FAULT_ASSERT] = "assertion failed|: {text}",
    [MZ_FAULT_ASSERT_PERROR] = "assertion failed|: {0 errno}",
    [MZ_FAULT_ERROR_CALL] = "{text} is called",
    [MZ_FAULT_ASSERT_CALL] = "{text} fails",
    [MZ_FAULT_TEST_FAILED] = "the test framework has noted a failure",
    [MZ_FAULT_TEST_LEFT] = "the test fails|: its framework leaves it by "
                           "a jump",
    [MZ_FAULT_ABORT] = "abort called",
    [MZ_FAULT_TERMINATED] = "std::terminate called{reason}",
    [MZ_FAULT_UNCAUGHT] = "uncaught exception{reason}",
    [MZ_FAULT_STACK_SMASHED] = "stack smashing detected",
    [MZ_FAULT_BUFFER_OVERFLOW] = "buffer overflow detected",
    [MZ_FAULT_SIGABRT] = "{signal}",
    [MZ_FAULT_NO_MEMORY] = "operator new|: out of memory",
    [MZ_FAULT_END_CAUGHT] = "a handler has caught the end of its thread|, and "
                            "not thrown it on",
    [MZ_FAULT_DEADLOCK] = "deadlock|{blocked}",
    [MZ_FAULT_RACE] = "data race{object}|: {later}, unordered with {earlier}",
    [MZ_FAULT_UNSAFE_CALL] = "data race|: not thread-safe: {text}",
    [MZ_FAULT_HEAP_WILD] =
        "wild access to the heap|: {action} of {0 bytes} where no block is",
    [MZ_FAULT_HEAP_UNDERFLOW] = "heap-buffer-underflow|: {action} of "
                                "{0 bytes}, {1 bytes} before a "
                                "{3 freed}block of {2 bytes}{reason}",
    [MZ_FAULT_HEAP_OVERFLOW] = "heap-buffer-overflow|: {action} of {0 bytes}, "
                               "{1 bytes} after a {3 freed}block of {2 bytes}"
                               "{reason}",
    [MZ_FAULT_HEAP_FREED] = "heap-use-after-free|: {action} of {0 bytes}, "
                            "{1 bytes} into a block of {2 bytes}{reason}",
    [MZ_FAULT_BEFORE_BLOCK_WRITTEN] = "heap-buffer-underflow found at free|: "
                                      "bytes before a block were overwritten",
    [MZ_FAULT_AFTER_BLOCK_WRITTEN] =
        "heap-buffer-overflow found at free|: the byte {0} after a block of "
        "{1 bytes} was overwritten",
    [MZ_FAULT_FREE_TWICE] = "double free of a block of {0 bytes}{reason}",
    [MZ_FAULT_FREE_OTHERWISE] = "{2 freer} of a block of {0 bytes} that "
                                "{1 maker} has allocated{reason}",
    [MZ_FAULT_CALL_ON_FREED] = "{text} of a freed block of {0 bytes}{reason}",
    [MZ_FAULT_CALL_ON_NO_BLOCK] = "invalid {text} of {0 hex}| (not a heap "
                                  "block)",
    [MZ_FAULT_CALL_INTO_BLOCK] = "invalid {text} of {0 hex}| ({1 bytes} into a "
                                 "{3 freed}block of {2 bytes})",
    [MZ_FAULT_UNWRITTEN] = "read of {0 uninitialised bytes}|, {1 bytes} into a "
                           "block of {2 bytes}{reason}",
    [MZ_FAULT_UNWRITTEN_LOCAL] = "read of {0 uninitialised bytes} of a local "
                                 "variable",
    [MZ_FAULT_LEAK] = "memory leak|: {0 bytes} in {1 blocks} never freed, and "
                      "not reachable any more",
    [MZ_FAULT_FRAME_LEFT] = "use of a stack frame that was left|: {action} of "
                            "{0 bytes}{reason}",
    [MZ_FAULT_STACK_ENDED] = "use of the stack of a thread that has ended|: "
                             "{action} of {0 bytes}",
    [MZ_FAULT_LOCAL_ENDED] = "use of a thread-local variable of a thread that "
                             "has ended|: {action} of {0 bytes}{reason}",
    [MZ_FAULT_LOCAL_UNDERFLOW] =
        "stack-buffer-underflow|: {action} of {0 bytes}, {1 bytes} before "
        "{variable}, which has {2 bytes}{reason}",
    [MZ_FAULT_LOCAL_OVERFLOW] =
        "stack-buffer-overflow|: {action} of {0 bytes}, {1 bytes} after "
        "{variable}, which has {2 bytes}{reason}",
    [MZ_FAULT_GLOBAL_UNDERFLOW] =
        "global-buffer-underflow|: {action} of {0 bytes}, {1 bytes} before "
        "{variable}, which has {2 bytes}{reason}",
    [MZ_FAULT_GLOBAL_OVERFLOW] =
        "global-buffer-overflow|: {action} of {0 bytes}, {1 bytes} after "
        "{variable}, which has {2 bytes}{reason}",
    [MZ_FAULT_SCOPE_LEFT] = "use after scope|: {action} of {0 bytes}, "
                            "{1 bytes} into {variable}, which has "
                            "{2 bytes}{reason}",
    [MZ_FAULT_ZONE_UNKNOWN] = "stack-buffer-overflow|: {action} of {0 bytes} "
                              "between variables{reason}",
    [MZ_FAULT_SCOPE_ENDED] = "use after scope|: {action} of {0 bytes} of a "
                             "variable that is kept in a register",
    [MZ_FAULT_OBJECT_TOO_SMALL] = "buffer-overflow|: {text} writes {0} bytes "
                                  "into an object of {1}",
    [MZ_FAULT_STACK_OVERFLOW] = "stack overflow{reason}",
    [MZ_FAULT_NO_ADDRESS] = "{signal}|: access to a non-canonical address",
    [MZ_FAULT_NULL_ACCESS] =
        "null pointer access|: {signal} at address {0 hex}",
    [MZ_FAULT_BAD_ACCESS] = "{signal} at address {0 hex}",
    [MZ_FAULT_DIVISION_BY_ZERO] = "{signal}|: integer division by zero",
    [MZ_FAULT_ARITHMETIC] = "{signal}|: arithmetic exception",
    [MZ_FAULT_SIGNAL] = "{signal}",
    [MZ_FAULT_SIGNAL_RAISED] = "raised {signal}",
    [MZ_FAULT_KILLED] = "killed by signal {number of signal}",
    [MZ_FAULT_ENDED] = "the process ended by itself| (status {0})",
    [MZ_FAULT_KILLED_EARLY] = "{signal} before main was reached",
    [MZ_FAULT_EXIT] = "exit with status {0}",
    [MZ_FAULT_MAIN_RETURNED] = "exit with status {0}|, which main returns",
    [MZ_FAULT_EXIT_EARLY] = "exit with status {0} before main was reached",
    [MZ_FAULT_DESTROYED] = "{action} of a {kind of object} that has been "
                           "destroyed",
    [MZ_FAULT_NOT_INITIALISED] = "{action} of a {kind of object} that has not "
                                 "been initialised",
    [MZ_FAULT_WAITED_FOR] = "{action} of a {kind of object} that a thread "
                            "waits for",
    [MZ_FAULT_LOCKED] = "{action} of a {kind of object} that is locked",
    [MZ_FAULT_LOCKED_BY_ANOTHER] = "{action} of a {kind of object} that "
                                   "another thread holds",
    [MZ_FAULT_NOT_LOCKED] = "{action} of a {kind of object} that is not locked",
    [MZ_FAULT_WAIT_UNLOCKED] = "{action} for a condition variable with a mutex "
                               "that the thread does not hold",
    [MZ_FAULT_OTHER_MUTEX] = "{action} for a {kind of object} with another "
                             "mutex than that of a thread which waits for it",
    [MZ_FAULT_STATIC_WITHIN_ITSELF] =
        "a static local is initialised while it is being initialised",
    [MZ_FAULT_NO_SUCH_THREAD] = "no thread has the pthread_t {0 hex}",
    [MZ_FAULT_JOIN_SELF] = "join of the thread that calls",
    [MZ_FAULT_JOIN_DETACHED] = "join of a detached thread",
    [MZ_FAULT_JOIN_JOINED] = "join of a thread that is joined already",
    [MZ_FAULT_DETACH_JOINED] = "detach of a thread that is joined already",
    [MZ_FAULT_DETACH_DETACHED] = "detach of a thread that is detached",
    [MZ_FAULT_CANCEL_JOINED] = "cancellation of a thread that is joined "
                               "already",
    [MZ_FAULT_CANCEL_ENDED] = "cancellation of a detached thread that has "
                              "ended",
    [MZ_FAULT_SIGNAL_JOINED] = "signal for a thread that is joined already",
    [MZ_FAULT_SIGNAL_ENDED] = "signal for a detached thread that has ended",
    [MZ_FAULT_CHOOSE_OF_NONE] = "mz_choose(0)|: there is nothing to choose",
    [MZ_FAULT_BLOCK_NOT_BEGUN] =
        "__VERIFIER_atomic_end without __VERIFIER_atomic_begin",
    [MZ_FAULT_OVERFLOW] = "integer overflow|: {operation}",
    [MZ_FAULT_ZERO_DIVISOR] = "division by zero|: {operation}",
    [MZ_FAULT_SHIFT_OVERFLOW] = "integer overflow|: {operation}",
    [MZ_FAULT_SHIFT] = "shift out of range|: {operation}",
    [MZ_FAULT_INDEX] = "index out of bounds|: {operation}",
    [MZ_FAULT_ARRAY_LENGTH] = "array of {operation} elements",
    [MZ_FAULT_INVALID_VALUE] = "load of what is no value of its type|: "
                                "{operation}",
    [MZ_FAULT_CONVERSION] = "conversion that changes the value|: "
                             "{operation}",
    [MZ_FAULT_NULL_USED] = "null pointer|: {operation}",
    [MZ_FAULT_MISALIGNED] = "misaligned pointer|: {operation} at {1 hex}, "
                            "which needs an alignment of {2 bytes}",
    [MZ_FAULT_NO_ROOM] = "object too small|: {operation} at {1 hex}",
    [MZ_FAULT_UNREACHABLE] = "__builtin_unreachable is reached",
    [MZ_FAULT_NO_RETURN] = "the end of a function that returns a value is "
                           "reached",
    [MZ_FAULT_ZERO_COUNTED] = "zero is passed to {operation}",
    [MZ_FAULT_NULL_ARGUMENT] = "null pointer as argument {0}|, which must not "
                               "be null",
    [MZ_FAULT_NULL_RETURNED] = "null pointer returned by a function that must "
                               "not return it",
    [MZ_FAULT_POINTER] = "pointer arithmetic overflows|: from {0 hex} to "
                         "{1 hex}",
    [MZ_FAULT_ASSUMED_ALIGNMENT] = "misaligned pointer|: {0 hex} is assumed to "
                                   "have an alignment of {1 bytes}",
    [MZ_FAULT_LOOP_ALONE] = "endless loop|: the same state comes again, and no "
                            "other thread can go on",
    [MZ_FAULT_LOOP_TOGETHER] =
        "endless loop|: {0} threads wait for one another, the same state comes "
        "again, and none of them changes what they read",
    [MZ_FAULT_LOOP_OF_CALLS] =
        "not lock-free|: {0} threads hinder one another, the same state comes "
        "again, and no call has returned",
    [MZ_FAULT_LOOP_WITHOUT_OPERATION] = "endless loop|: without a visible "
                                        "operation the same state comes again",
    [MZ_FAULT_OUTPUT_DIFFERS] =
        "the output is not as expected|: {text}, line {1}, byte {0}: {found} "
        "instead of {expected}",
    [MZ_FAULT_NOT_LINEARIZABLE] =
        "not linearizable|: no order of these calls explains what they return",
    [MZ_FAULT_NOT_SEQUENTIAL] = "not sequentially consistent|: no order of "
                                "these calls explains what they return",
    [MZ_FAULT_WAITS_ALONE] = "not {0 progress}|: a call waits for ever when "
                             "the other threads stop",
    [MZ_FAULT_RUNS_ALONE] = "not {1 progress}|: a call does not return in {0} "
                            "operations when the other threads stop",
    [MZ_FAULT_STEP_GONE] = NOT_DETERMINISTIC "was a {1 op} by thread {2}, "
                                             "which cannot be repeated",
    [MZ_FAULT_VALUE_CHANGED] = "the program is not deterministic|: step {0}, a "
                               "{1 op}, had the value {2} before and has {3} "
                               "now",
    [MZ_FAULT_CHILD_CHANGED] = "the program is not deterministic|: what comes "
                               "of the child process \"{text}\" is not the "
                               "same each time",
    [MZ_FAULT_STEP_CHANGED] = NOT_DETERMINISTIC "was a {1 op} before and is a "
                                                "{2 op} at {3 hex} now",
    [MZ_FAULT_EVENTS] = "an execution of more than {0} visible operations",
    [MZ_FAULT_SILENCE] = "no visible operation for a long time{reads}",
    [MZ_FAULT_SILENCE_TIMED] = "no visible operation for {0 seconds}{reads}",
    [MZ_FAULT_MAIN_NOT_REACHED] = "main was not reached for {0 seconds}",
    [MZ_FAULT_STOPPED] = "before step {0}",
};

/* ---- operands that are words --------------------------------------------- */

static void put_text(const struct mz_finding *finding, struct mz_phrase *out)
{
    mz_phrase_add(out, "%s", finding->text);
}

/* What it is that has no name. */
static const char *nameless(enum mz_fault fault)
{
    return mz_fault_has_global(fault) ? "a string"
                                      : "an array of variable length";
}

void mz_sentence_variable(const struct mz_finding *finding,
                          struct mz_phrase *out)
{
    char *demangled = mz_names_demangle(finding->text);

    mz_phrase_add(out, "%s",
                  demangled        ? demangled
                  : *finding->text ? finding->text
                                   : nameless(finding->fault));
    free(demangled);
}

static void put_operation(const struct mz_finding *finding,
                          struct mz_phrase *out)
{
    struct mz_undefined operation = {
        .fault = finding->fault,
        .which = (uint32_t)finding->numbers[0],
        .left = finding->integers[0],
        .right = finding->integers[1],
        .type = finding->text,
        .to = finding->found,
    };
    char text[MZ_MAX_TEXT];

    mz_undefined_text(&operation, text, sizeof text);
    mz_phrase_add(out, "%s", text);
}

static void put_excerpt(const char *excerpt, bool is_missing,
                        struct mz_phrase *out)
{
    if (is_missing)
        mz_phrase_add(out, "no such file");
    else if (*excerpt)
        mz_phrase_add(out, "\"%s\"", excerpt);
    else
        mz_phrase_add(out, "the end");
}

static void put_found(const struct mz_finding *finding, struct mz_phrase *out)
{
    put_excerpt(finding->found, finding->numbers[2], out);
}

static void put_expected(const struct mz_finding *finding,
                         struct mz_phrase *out)
{
    put_excerpt(finding->expected, finding->numbers[3], out);
}

static void put_action(const struct mz_finding *finding, struct mz_phrase *out)
{
    const char *noun = mz_action_nouns[finding->action];

    mz_phrase_add(out, "%s", *noun ? noun : mz_action_names[finding->action]);
}

static void put_kind(const struct mz_finding *finding, struct mz_phrase *out)
{
    mz_phrase_add(out, "%s", mz_action_objects[finding->action]);
}

static void put_signal(const struct mz_finding *finding, struct mz_phrase *out)
{
    const char *name = sigabbrev_np(finding->signal);

    if (name)
        mz_phrase_add(out, "SIG%s", name);
    else
        mz_phrase_add(out, "signal %d", finding->signal);
}

static void put_signal_number(const struct mz_finding *finding,
                              struct mz_phrase *out)
{
    mz_phrase_add(out, "%d", finding->signal);
}

/* ---- data races ---------------------------------------------------------- */

static void put_access(bool is_atomic, bool is_write, unsigned size,
                       struct mz_phrase *out)
{
    mz_phrase_add(out, "%s%s of %u byte%s", is_atomic ? "atomic " : "",
                  is_write ? "write" : "read", size, size == 1 ? "" : "s");
}

static void put_later(const struct mz_finding *finding, struct mz_phrase *out)
{
    if (finding->side == MZ_SIDE_LEFT)
        mz_phrase_add(out, "the end of its stack frame");
    else if (finding->side == MZ_SIDE_FREE)
        mz_phrase_add(out, "free");
    else if (finding->side == MZ_SIDE_END)
        mz_phrase_add(out, "the end of its thread");
    else
        put_access(finding->is_atomic, finding->is_write, finding->access_size,
                   out);
}

static void put_earlier(const struct mz_finding *finding, struct mz_phrase *out)
{
    if (finding->other_side == MZ_SIDE_ALLOCATION) {
        mz_phrase_add(out, "the allocation of its block");
        return;
    }
    mz_phrase_add(out, finding->other_is_atomic ? "an " : "a ");
    put_access(finding->other_is_atomic, finding->other_is_write,
               finding->other_size, out);
}

/* ---- deadlocks ----------------------------------------------------------- */

/* Several kinds may wait for the same: the first of them tells it. */
static bool is_first_of(const char *const *awaited, unsigned kind)
{
    if (!awaited[kind] || !*awaited[kind])
        return false;
    for (unsigned k = 0; k < kind; k++)
        if (awaited[k] && !strcmp(awaited[k], awaited[kind]))
            return false;
    return true;
}

/* That the kind of operation tells, unless the action does. */
static unsigned count_kinds(const struct mz_finding *finding, const char *what)
{
    unsigned count = 0;

    for (uint32_t i = 0; i < finding->blocked_count; i++) {
        const struct mz_blocked_thread *blocked = &finding->blocked[i];
        const char *awaited = mz_op_awaited[blocked->kind];

        count += !*mz_action_awaited[blocked->action] && awaited &&
                 !strcmp(awaited, what);
    }
    return count;
}

static unsigned count_actions(const struct mz_finding *finding,
                              const char *what)
{
    unsigned count = 0;

    for (uint32_t i = 0; i < finding->blocked_count; i++)
        count += !strcmp(mz_action_awaited[finding->blocked[i].action], what);
    return count;
}

static void put_count(unsigned count, const char *what, bool *is_first,
                      struct mz_phrase *out)
{
    if (!count)
        return;
    if (*is_first)
        mz_phrase_add(out, ": %u thread%s for %s", count,
                      count == 1 ? " waits" : "s wait", what);
    else
        mz_phrase_add(out, ", %u for %s", count, what);
    *is_first = false;
}

static void put_kinds(const struct mz_finding *finding, bool are_local,
                      bool *is_first, struct mz_phrase *out)
{
    for (unsigned k = 0; k < MZ_OP_COUNT; k++)
        if (mz_op_is_local(k) == are_local && is_first_of(mz_op_awaited, k))
            put_count(count_kinds(finding, mz_op_awaited[k]), mz_op_awaited[k],
                      is_first, out);
}

/* `: 2 threads wait for a mutex, 1 for another thread's end`, which comes last:
 * it follows from the others. */
static void put_blocked(const struct mz_finding *finding, struct mz_phrase *out)
{
    bool is_first = true;

    put_kinds(finding, false, &is_first, out);
    for (unsigned a = 0; a < MZ_ACTION_COUNT; a++)
        if (is_first_of(mz_action_awaited, a))
            put_count(count_actions(finding, mz_action_awaited[a]),
                      mz_action_awaited[a], &is_first, out);
    put_kinds(finding, true, &is_first, out);
}

/* ---- filling in ---------------------------------------------------------- */

static void put_number(uint64_t number, const char *unit, struct mz_phrase *out)
{
    if (!strcmp(unit, "bytes"))
        mz_phrase_add(out, "%lu byte%s", (unsigned long)number,
                      number == 1 ? "" : "s");
    else if (!strcmp(unit, "uninitialised bytes"))
        mz_phrase_add(out, "%lu uninitialised byte%s", (unsigned long)number,
                      number == 1 ? "" : "s");
    else if (!strcmp(unit, "blocks"))
        mz_phrase_add(out, "%lu block%s", (unsigned long)number,
                      number == 1 ? "" : "s");
    else if (!strcmp(unit, "hex"))
        mz_phrase_add(out, "0x%lx", (unsigned long)number);
    else if (!strcmp(unit, "freed"))
        mz_phrase_add(out, "%s", number ? "freed " : "");
    else if (!strcmp(unit, "maker"))
        mz_phrase_add(out, "%s", number == MZ_HEAP_OF_MALLOC ? "malloc"
                                 : number == MZ_HEAP_OF_NEW  ? "new"
                                                             : "new[]");
    else if (!strcmp(unit, "freer"))
        mz_phrase_add(out, "%s", number == MZ_HEAP_OF_MALLOC ? "free"
                                 : number == MZ_HEAP_OF_NEW  ? "delete"
                                                             : "delete[]");
    else if (!strcmp(unit, "seconds"))
        mz_phrase_add(out, "%g second%s", (double)number / 1e9,
                      number == 1000000000 ? "" : "s");
    else if (!strcmp(unit, "op"))
        mz_phrase_add(out, "%s",
                      mz_op_names[number < MZ_OP_COUNT ? number : 0]);
    else if (!strcmp(unit, "errno") && strerrordesc_np((int)number))
        mz_phrase_add(out, "%s", strerrordesc_np((int)number));
    else if (!strcmp(unit, "errno"))
        mz_phrase_add(out, "unknown error");
    else if (!strcmp(unit, "progress"))
        mz_phrase_add(out, "%s", number == MZ_LOCK_FREE ? "lock-free"
                                                        : "obstruction-free");
    else if (!*unit)
        mz_phrase_add(out, "%lu", (unsigned long)number);
    else
        mz_phrase_add(out, "{%s}", unit);
}

static const struct {
    const char *name;
    void (*put)(const struct mz_finding *, struct mz_phrase *);
} operands[] = {
    {"text", put_text},
    {"operation", put_operation},
    {"variable", mz_sentence_variable},
    {"found", put_found},
    {"expected", put_expected},
    {"action", put_action},
    {"kind of object", put_kind},
    {"signal", put_signal},
    {"number of signal", put_signal_number},
    {"later", put_later},
    {"earlier", put_earlier},
    {"blocked", put_blocked},
};

static void put_operand(const struct mz_finding *finding, const char *name,
                        struct mz_phrase *out)
{
    unsigned n = (unsigned char)name[0] - '0';

    if (n < MZ_MAX_NUMBERS) {
        put_number(finding->numbers[n], name[1] ? name + 2 : "", out);
        return;
    }
    for (unsigned i = 0; i < MZ_COUNT(operands); i++)
        if (!strcmp(operands[i].name, name)) {
            operands[i].put(finding, out);
            return;
        }
    mz_phrase_add(out, "{%s}", name); /* a test looks for these */
}

/* `{name}...`: the operand; returns what follows. */
static const char *fill_in(const struct mz_finding *finding, const char *s,
                           const char *object, struct mz_phrase *out)
{
    size_t length = strcspn(s + 1, "}");
    char name[32];

    snprintf(name, sizeof name, "%.*s", (int)length, s + 1);
    if (!strcmp(name, "reason"))
        mz_phrase_add(out, "%s%s", object ? ": " : "", object ? object : "");
    else if (!strcmp(name, "reads") && object)
        mz_phrase_add(out, ", in a loop that reads %s%s", object,
                      finding->numbers[1] == MZ_READS_SEVERAL ? " and more"
                                                              : "");
    else if (strcmp(name, "object") && strcmp(name, "reads"))
        put_operand(finding, name, out);
    else if (object)
        mz_phrase_add(out, " on %s", object);
    return s + 1 + length + 1;
}

/* All up to that character, or to the end; returns where that is. */
static const char *put_until(char end, const char *s,
                             const struct mz_finding *finding,
                             const char *object, struct mz_phrase *out)
{
    while (*s && *s != end) {
        size_t plain = strcspn(s, "{|");

        mz_phrase_add(out, "%.*s", (int)plain, s);
        s += plain;
        if (*s == '{')
            s = fill_in(finding, s, object, out);
    }
    return s;
}

void mz_sentence(const struct mz_finding *finding, const char *object,
                 char text[MZ_SENTENCE])
{
    struct mz_phrase out = mz_phrase_in(text, MZ_SENTENCE);
    const char *s = sentences[finding->fault];

    s = put_until('|', s, finding, object, &out);
    put_until(0, s + (*s == '|'), finding, object, &out);
}

void mz_sentence_gist(const struct mz_finding *finding, char text[MZ_SENTENCE])
{
    struct mz_phrase out = mz_phrase_in(text, MZ_SENTENCE);

    put_until('|', sentences[finding->fault], finding, NULL, &out);
}
