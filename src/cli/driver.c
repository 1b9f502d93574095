/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/driver.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/assembler.h"
#include "cli/message.h"
#include "cli/plugin.h"
#include "cli/sanitizer.h"
#include "cli/uninitialised.h"
#include "region/library_waiters.h"

/* What the user's arguments come to. */
struct request {
    bool has_input;    /* else: -v, --version, -print-..., nothing of ours */
    bool translates;   /* a source: else it assembles and links at most */
    bool compiles;     /* to an object, or less; no link */
    bool only_headers; /* so far; makes a precompiled header, no link */
    bool relocatable;  /* -r: a link that takes no libraries */
    bool trusts;       /* --asm=trust: assembly that is not understood */
    const char *unknown; /* of our own options */
    const char *is_static;
    bool sanitizes; /* with what is ours to serve, see cli/sanitizer.h */
    const char *sanitizer; /* that cannot be */
    bool lays_zones;       /* -fsanitize=address */
    bool tells_locals;     /* -ftrivial-auto-var-init=pattern */
    const char *hides; /* makes clang do without its plugin */
    const char *language; /* of -x, NULL: by suffix */
};

/* Whether the word is in a list that has blanks around each. */
static bool is_among(const char *list, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = list; (at = strstr(at, word)); at++)
        if (at > list && at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

/* Options whose value may be the next argument, which is then no input. */
static const char take_next[] =
    " -o -D -U -I -L -l -x -A -B -G -T -b -e -h -u -z -F -V -MF -MT -MQ -MJ"
    " -arch -aux-info -dumpbase -dumpbase-ext -dumpdir -framework"
    " -gcc-toolchain -idirafter -imacros -imultilib -include -include-pch"
    " -iprefix -iquote -isysroot -isystem -ivfsoverlay -iwithprefix"
    " -iwithprefixbefore -mllvm -rpath -serialize-diagnostics -target -wrapper"
    " -Xanalyzer -Xassembler -Xclang -Xlinker -Xpreprocessor --output --param"
    " --sysroot --specs --language --include ";

static const char stop_before_link[] =
    " -c -S -E -M -MM -fsyntax-only --compile --assemble --preprocess"
    " --precompile --analyze ";

/* Of clang. */
static const char without_plugin[] =
    " -flegacy-pass-manager -fno-experimental-new-pass-manager"
    " -fno-new-pass-manager -disable-llvm-passes -disable-llvm-optzns ";

static bool starts(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

static bool is_header(const struct request *request, const char *input)
{
    static const char *const endings[] = {".h",   ".hh",  ".H",   ".hp",
                                          ".hxx", ".hpp", ".h++", ".tcc"};
    const char *dot = strrchr(input, '.');

    if (request->language && strcmp(request->language, "none"))
        return strstr(request->language, "-header");
    for (size_t i = 0; dot && i < MZ_COUNT(endings); i++)
        if (!strcmp(dot, endings[i]))
            return true;
    return false;
}

/* What a compiler hands on as it is. Of anything else it is not known. */
static bool is_translated(const char *input)
{
    static const char *const endings[] = {".o", ".a", ".so", ".s"};
    const char *dot = strrchr(input, '.');

    for (size_t i = 0; dot && i < MZ_COUNT(endings); i++)
        if (!strcmp(dot, endings[i]))
            return true;
    return starts(input, "-l");
}

static void note_input(struct request *request, const char *input)
{
    bool header = is_header(request, input);

    request->translates |= request->language || !is_translated(input);
    request->only_headers =
        header && (request->only_headers || !request->has_input);
    request->has_input = true;
}

/* Ours are not the compiler's. */
static bool is_ours(const char *option)
{
    return starts(option, "--asm=");
}

static void note_ours(struct request *request, const char *option)
{
    const char *value = option + strlen("--asm=");

    request->trusts = !strcmp(value, "trust");
    if (!request->trusts && strcmp(value, "refuse"))
        request->unknown = option;
}

static void note_sanitizer(struct request *request, const char *option)
{
    request->sanitizes = true;
    request->lays_zones =
        mz_sanitizer_lays_zones(option, request->lays_zones);
    if (!mz_sanitizer_is_served(option))
        request->sanitizer = option;
}

static void note_option(struct request *request, const char *option)
{
    if (is_among(stop_before_link, option))
        request->compiles = true;
    else if (!strcmp(option, "-r") || !strcmp(option, "-Wl,-r"))
        request->relocatable = true;
    else if (!strcmp(option, "-static") || !strcmp(option, "--static") ||
             !strcmp(option, "-static-pie"))
        request->is_static = option;
    else if (mz_sanitizer_is_option(option))
        note_sanitizer(request, option);
    else if (starts(option, "-ftrivial-auto-var-init="))
        request->tells_locals = !strcmp(option, MZ_UNINITIALISED_OPTION);
    else if (is_ours(option))
        note_ours(request, option);
    else if (is_among(without_plugin, option))
        request->hides = option;
    else if (starts(option, "-x") && option[2])
        request->language = option + 2;
    else if (starts(option, "-l"))
        note_input(request, option);
}

/* What clang's driver hands on: red zones are the driver's to lay. */
static void note_hidden(struct request *request, const char *option)
{
    note_option(request, option);
    if (mz_sanitizer_is_option(option) &&
        mz_sanitizer_lays_zones(option, false))
        request->sanitizer = option;
}

static void read_file(struct mz_arguments *out, const char *path, int depth);

static void scan(struct request *request, char *const *arguments)
{
    for (; *arguments; arguments++) {
        const char *word = *arguments;

        if (word[0] != '-' || !word[1]) {
            note_input(request, word);
            continue;
        }
        note_option(request, word);
        if (is_among(take_next, word) && arguments[1]) {
            arguments++;
            if (!strcmp(word, "-Xclang"))
                note_hidden(request, *arguments);
            if (!strcmp(word, "-x"))
                request->language = *arguments;
        }
    }
}

/* ---- @file --------------------------------------------------------------- */

/* The arguments with each @file replaced by what it holds, as compilers do. */
static void expand(struct mz_arguments *out, char *const *arguments, int depth)
{
    for (; *arguments; arguments++) {
        if ((*arguments)[0] == '@' && access(*arguments + 1, R_OK) == 0)
            read_file(out, *arguments + 1, depth);
        else
            mz_arguments_add(out, *arguments);
    }
}

/* The next word, unquoted in place; NULL at the end. */
static char *next_word(char **text)
{
    char *from = *text, *to, *word;
    char quote = '\0';

    while (isspace((unsigned char)*from))
        from++;
    if (!*from)
        return NULL;
    word = to = from;
    for (; *from && (quote || !isspace((unsigned char)*from)); from++) {
        if (*from == '\\' && from[1])
            *to++ = *++from;
        else if (quote ? *from == quote : *from == '\'' || *from == '"')
            quote = quote ? '\0' : *from;
        else
            *to++ = *from;
    }
    *text = *from ? from + 1 : from;
    *to = '\0';
    return word;
}

static void read_file(struct mz_arguments *out, const char *path, int depth)
{
    struct mz_arguments words = {0};
    char *text = NULL, *rest;
    size_t size = 0;
    FILE *file = depth < 16 ? fopen(path, "re") : NULL;

    if (!file)
        return;
    if (getdelim(&text, &size, '\0', file) > 0)
        for (rest = text; (text = next_word(&rest));)
            mz_arguments_add(&words, text);
    fclose(file);
    if (words.count)
        expand(out, words.items, depth + 1);
}

void mz_driver_expand(struct mz_arguments *out, char *const *arguments)
{
    expand(out, arguments, 0);
}

/* ---- the command --------------------------------------------------------- */

static bool links(const struct request *request)
{
    return request->has_input && !request->compiles && !request->relocatable &&
           !request->only_headers;
}

static int refuse_what_cannot_be(const struct request *request)
{
    if (request->sanitizer && request->has_input)
        return mz_refuse("%s: of sanitizers mazurka serves the checks of "
                         "-fsanitize=undefined and -fsanitize=address; leave "
                         "this option out",
                         request->sanitizer);
    if (request->unknown)
        return mz_refuse("%s: choose --asm=refuse or --asm=trust",
                         request->unknown);
    if (request->hides)
        return mz_refuse("%s: accesses to memory would go unseen; leave this "
                         "option out",
                         request->hides);
    if (request->is_static && links(request))
        return mz_refuse("%s: the checker is a shared library; leave this "
                         "option out to link dynamically",
                         request->is_static);
    return 0;
}

static void add_formatted(struct mz_arguments *command, const char *before,
                          const char *value)
{
    char word[PATH_MAX + 64];

    snprintf(word, sizeof word, "%s%s", before, value);
    mz_arguments_add(command, word);
}

/* Compilers run us as their assembler. It must be told, so that another one,
 * which does not know what that means, cannot be used in silence. */
static void add_assembler(struct mz_arguments *command,
                          const struct mz_home *home, bool trusts)
{
    mz_arguments_add(command, "-B");
    mz_arguments_add(command, home->assembler);
    mz_arguments_add(command, trusts ? "-Wa," MZ_ASSEMBLER_TRUST
                                     : "-Wa," MZ_ASSEMBLER_REFUSE);
}

/* Without a plugin where nothing is translated. */
static void add_instrumentation(struct mz_arguments *command,
                                const struct mz_compiler *compiler,
                                const struct mz_home *home,
                                const char *plugin)
{
    /* Without -tsan-instrument-read-before-write clang tells nothing of the
     * read in x++. That suits a race detector; interleaving it would lose the
     * lost update. Of what is for a linker (in C++20) the assembler warns. */
    static char *const for_clang[] = {"-Qunused-arguments",
                                      "-fno-autolink",
                                      "-Xclang",
                                      "-fsanitize=thread",
                                      "-mllvm",
                                      "-tsan-instrument-read-before-write=1",
                                      "-mllvm",
                                      "-tsan-distinguish-volatile=1",
                                      NULL};

    if (compiler->family == MZ_FAMILY_CLANG) {
        mz_arguments_add_all(command, for_clang);
        if (plugin)
            add_formatted(command, "-fpass-plugin=", plugin);
    } else {
        add_formatted(command, "-specs=", home->specs);
        if (plugin)
            add_formatted(command, "-fplugin=", plugin);
    }
    mz_arguments_add(command, "-g"); /* a later -g0 of the user counts */
    mz_arguments_add(command, "-D__MAZURKA__=1");
    mz_arguments_add(command, "-isystem");
    mz_arguments_add(command, home->headers);
    if (home->include[0]) {
        mz_arguments_add(command, "-isystem");
        mz_arguments_add(command, home->include);
    }
}

/* By path, not by -L: no other library is looked for in our folder. */
static void add_library(struct mz_arguments *command,
                        const struct mz_home *home)
{
    mz_arguments_add(command, "-Wl,--push-state,--no-as-needed");
    mz_arguments_add(command, home->library);
    mz_arguments_add(command, "-Wl,--pop-state");
    mz_arguments_add(command, "-Xlinker");
    mz_arguments_add(command, "-rpath");
    mz_arguments_add(command, "-Xlinker");
    mz_arguments_add(command, home->libraries);
    /* Calls then go through memory that is read-only when the program runs, as
     * they would be bound anyway: an audit has less to look at. */
    mz_arguments_add(command, "-Wl,-z,relro,-z,now");
    mz_arguments_add(command,
                     "-Wl,--export-dynamic-symbol=" MZ_LIBRARY_WAITERS);
    mz_arguments_add(command, "-pthread");
}

/* Only the calls of a shared libstdc++ lead to what is announced. */
static bool is_dropped(const char *option)
{
    return is_ours(option) || !strcmp(option, "-static-libstdc++");
}

static void add_sanitizer(struct mz_arguments *command,
                          const struct mz_compiler *compiler,
                          const char *option)
{
    char *rest = mz_sanitizer_without_zones(option);

    if (rest && compiler->family == MZ_FAMILY_GCC)
        mz_sanitizer_add(command, rest);
    else if (rest)
        mz_arguments_add(command, rest);
    free(rest);
}

static void add_users(struct mz_arguments *command,
                      const struct mz_compiler *compiler,
                      char *const *arguments)
{
    for (; *arguments; arguments++)
        if (mz_sanitizer_is_option(*arguments))
            add_sanitizer(command, compiler, *arguments);
        else if (!is_dropped(*arguments))
            mz_arguments_add(command, *arguments);
}

/* What no option of the user may override: text must be made where we see it,
 * not by the compiler in passing, or when all is linked. And clang's vectors
 * would join accesses that other threads can get between; gcc makes vectors of
 * what has been announced. And gcc takes what stands for atomic operations for
 * functions that read no static variable whose address is nowhere taken: of a
 * store before one of them and a store behind it, it would leave out the first.
 * And a frame of more than a page touches each of its pages as it is made: else
 * it might pass over the guard page, into another thread's stack.
 */
static void add_last(struct mz_arguments *command,
                     const struct mz_compiler *compiler)
{
    mz_arguments_add(command, "-fno-lto");
    mz_arguments_add(command, "-fstack-clash-protection");
    if (compiler->family == MZ_FAMILY_CLANG) {
        mz_arguments_add(command, "-fno-integrated-as");
        mz_arguments_add(command, "-fno-vectorize");
        mz_arguments_add(command, "-fno-slp-vectorize");
        mz_arguments_add(command, "-fno-sanitize=vptr,function");
        mz_arguments_add(command, "-fno-sanitize-link-runtime");
    } else {
        mz_arguments_add(command, "-fno-ipa-reference");
    }
}

/* So that the plugin tells of local variables without a value
 * (compilers/local.h); that of gcc sees what the user has given. Reads of new
 * blocks are left as they are, and copies are no reads of numbers. */
static void add_locals(struct mz_arguments *command,
                       const struct mz_compiler *compiler)
{
    static char *const for_both[] = {
        "-fno-builtin-malloc", "-fno-builtin-realloc",
        "-fno-builtin-aligned_alloc", "-fno-builtin-memcpy",
        "-fno-builtin-memmove", NULL};
    static char *const for_clang[] = {
        "-mllvm", "-msan-poison-stack-pattern=190", NULL};

    mz_arguments_add_all(command, for_both);
    if (compiler->family == MZ_FAMILY_CLANG)
        mz_arguments_add_all(command, for_clang);
}

/* Red zones, beside all that. Such options ask the plugin for them; accesses
 * are checked by calls. */
static void add_zones(struct mz_arguments *command,
                      const struct mz_compiler *compiler)
{
    static char *const for_gcc[] = {
        "-fsanitize-address-use-after-scope",
        "--param=asan-instrumentation-with-call-threshold=0",
        "--param=asan-use-after-return=0",
        "--param=asan-stack=1",
        "--param=asan-globals=1",
        "--param=asan-instrument-reads=1",
        "--param=asan-instrument-writes=1",
        "--param=asan-instrument-allocas=1",
        "-U__SANITIZE_ADDRESS__", NULL};
    static char *const for_clang[] = {
        "-Xclang", "-fsanitize-address-use-after-scope", "-mllvm",
        "-asan-instrumentation-with-call-threshold=0", "-mllvm",
        "-asan-stack=1", "-mllvm", "-asan-globals=1",
        "-fno-discard-value-names", NULL};

    mz_arguments_add_all(command, compiler->family == MZ_FAMILY_GCC
                                      ? for_gcc
                                      : for_clang);
}

int mz_driver_command(struct mz_arguments *command, enum mz_language language,
                      char *const *arguments)
{
    struct mz_compiler compiler;
    struct mz_arguments expanded = {0};
    struct request request = {0};
    struct mz_home home;
    char plugin[PATH_MAX];
    int refused;

    if (!mz_home_find(&home))
        return MZ_EXIT_FAILED;
    if (!mz_compiler_find(&compiler, language, &home))
        return MZ_EXIT_USAGE;
    expand(&expanded, arguments, 0);
    if (expanded.count)
        scan(&request, expanded.items);
    refused = refuse_what_cannot_be(&request);
    if (refused)
        return refused;
    if (request.translates && !mz_plugin_find(plugin, &compiler, &home))
        return MZ_EXIT_USAGE;
    mz_arguments_add_all(command, compiler.words.items);
    if (request.has_input) {
        add_instrumentation(command, &compiler, &home,
                            request.translates ? plugin : NULL);
        add_assembler(command, &home, request.trusts);
    }
    if (links(&request))
        add_library(command, &home);
    add_users(command, &compiler,
              request.sanitizes ? expanded.items : arguments);
    if (request.has_input)
        add_last(command, &compiler);
    if (request.translates && request.lays_zones)
        add_zones(command, &compiler);
    if (request.translates && request.tells_locals)
        add_locals(command, &compiler);
    return 0;
}

int mz_driver_run(enum mz_language language, char *const *arguments)
{
    struct mz_arguments command = {0};
    int status = mz_driver_command(&command, language, arguments);

    if (status)
        return status;
    mz_compiler_end_round();
    execvp(command.items[0], command.items);
    return mz_failed("cannot run %s: %s", command.items[0], strerror(errno));
}
