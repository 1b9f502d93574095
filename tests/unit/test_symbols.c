/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The samples in tests/unit/symbols print some of their addresses, each with
 * what the source calls it. Compiled in many ways, run, and gone, they have
 * to be called the same by the symbols of their files.
 */
#include "report/sources.h"
#include "report/symbols.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_MODULES = 32, MAX_LINE = 4096, MAX_FRAMES = 8 };

static char folder[] = "/tmp/mazurka-symbols-XXXXXX"; /* the current one */
static char samples[PATH_MAX];                        /* absolute */

/* --- Running commands ----------------------------------------------------- */

__attribute__((format(printf, 1, 2)))
static bool shell(const char *format, ...)
{
    char command[MAX_LINE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    return system(command) == 0;
}

static bool have(const char *command)
{
    return shell("command -v %s >/dev/null", command);
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* --- What a sample says of itself ----------------------------------------- */

/* One line: what is expected, of which address, of how many bytes. */
struct claim {
    char kind[16];
    char expected[MAX_LINE];
    uint64_t address, size, bits;
};

struct sample {
    const char *how; /* it was built */
    struct mz_module modules[MAX_MODULES];
    size_t module_count;
    struct claim claims[100];
    size_t claim_count;
    struct mz_symbols *symbols;
};

static void note_line(struct sample *sample, char *line)
{
    struct claim *claim = &sample->claims[sample->claim_count];
    char *space = strchr(line, ' '), *tab = strchr(line, '\t'), *end;

    assert_true(space && tab && sample->claim_count < 100);
    *space = *tab = 0;
    snprintf(claim->kind, sizeof claim->kind, "%s", line);
    snprintf(claim->expected, sizeof claim->expected, "%s", space + 1);
    claim->address = strtoull(tab + 1, &end, 0);
    claim->size = strtoull(end, &end, 0);
    claim->bits = strtoull(end, &end, 0);
    if (strcmp(claim->kind, "module") != 0) {
        sample->claim_count++;
        return;
    }
    assert_true(sample->module_count < MAX_MODULES);
    sample->modules[sample->module_count++] =
        (struct mz_module){strdup(claim->expected), claim->address};
}

static struct sample *run_sample(const char *command)
{
    struct sample *sample = calloc(1, sizeof *sample);
    FILE *output = popen(command, "r");
    char line[MAX_LINE];

    assert_non_null(output);
    while (fgets(line, sizeof line, output))
        note_line(sample, line);
    if (pclose(output) != 0)
        fail_msg("%s failed", command);
    sample->how = command;
    sample->symbols = mz_symbols_open(sample->modules, sample->module_count);
    assert_non_null(sample->symbols);
    return sample;
}

static void free_sample(struct sample *sample)
{
    mz_symbols_close(sample->symbols);
    for (size_t i = 0; i < sample->module_count; i++)
        free((char *)sample->modules[i].path);
    free(sample);
}

/* --- What the symbols say ------------------------------------------------- */

/* `inner:12 outer:34`, as far as they tell; the address is one returned to. */
static void describe_frames(struct mz_symbols *symbols, uint64_t address,
                            char *text, size_t size)
{
    struct mz_frame frames[MAX_FRAMES];
    size_t count =
        mz_symbols_frames(symbols, address - 1, frames, MAX_FRAMES);
    size_t used = 0;

    *text = 0;
    for (size_t i = 0; i < count && used < size; i++) {
        used += snprintf(text + used, size - used, "%s%s", i ? " " : "",
                         frames[i].function);
        if (frames[i].line && used < size)
            used += snprintf(text + used, size - used, ":%u", frames[i].line);
    }
}

static void describe(struct mz_symbols *symbols, const struct claim *claim,
                     char *text, size_t size)
{
    if (strcmp(claim->kind, "object") == 0)
        mz_symbols_object(symbols, claim->address, claim->size, text, size);
    else if (strcmp(claim->kind, "value") == 0)
        mz_symbols_value(symbols, claim->address, claim->size, claim->bits,
                         text, size);
    else
        describe_frames(symbols, claim->address, text, size);
}

static int count_wrong(struct sample *sample)
{
    int wrong = 0;

    for (size_t i = 0; i < sample->claim_count; i++) {
        struct claim *claim = &sample->claims[i];
        char text[MAX_LINE];

        describe(sample->symbols, claim, text, sizeof text);
        if (strcmp(text, claim->expected) == 0)
            continue;
        print_error("%s: %s `%s`, expected `%s`\n", sample->how, claim->kind,
                    text, claim->expected);
        wrong++;
    }
    return wrong;
}

/* --- Samples, built in many ways ------------------------------------------ */

static const char *const builds[] = {
    "-O0 -gdwarf-5",
    "-O0 -gdwarf-4 -DNO_QUALIFIER", /* DWARF 4 has none for _Atomic */
    "-O2 -gdwarf-5",
    "-O2 -gdwarf-4 -DNO_QUALIFIER",
    "-O0 -gdwarf-5 -no-pie -fno-pie",
    "-O2 -gdwarf-5 -no-pie -fno-pie",
    "-O2 -gdwarf-5 -fdebug-types-section",
    "-O0 -gdwarf-5 -gsplit-dwarf",
    "-O0 -gdwarf-4 -DNO_QUALIFIER -gsplit-dwarf",
    "-O2 -gdwarf-5 -gz",
    "-O2 -gdwarf-5 -ffunction-sections -fdata-sections -Wl,--gc-sections",
};

static void build_library(const char *compiler, const char *flags)
{
    if (!shell("%s -g %s -fPIC -shared %s/library.c -o liblibrary.so",
               compiler, flags, samples))
        fail_msg("%s %s library.c failed", compiler, flags);
}

/* Builds a sample into the folder and counts what is called wrong. */
static int check_sample(const char *compiler, const char *flags,
                        const char *source)
{
    struct sample *sample;
    char how[MAX_LINE];
    int wrong;

    snprintf(how, sizeof how,
             "%s -w -pthread %s %s/%s -o sample -L. -llibrary -Wl,-rpath,$PWD",
             compiler, flags, samples, source);
    if (!shell("%s", how))
        fail_msg("%s failed", how);
    sample = run_sample("./sample");
    sample->how = how;
    wrong = count_wrong(sample);
    free_sample(sample);
    return wrong;
}

static void check_builds(const char *compiler, const char *source)
{
    int wrong = 0;

    if (!have(compiler))
        skip();
    for (size_t i = 0; i < sizeof builds / sizeof *builds; i++)
        wrong += check_sample(compiler, builds[i], source);
    assert_int_equal(wrong, 0);
}

static void test_gcc(void **state)
{
    (void)state;
    build_library("gcc", "-O2");
    check_builds("gcc", "sample.c");
}

static void test_clang(void **state)
{
    (void)state;
    if (!have("clang"))
        skip();
    build_library("clang", "-O2");
    check_builds("clang", "sample.c");
}

static void test_gxx(void **state)
{
    (void)state;
    build_library("gcc", "-O0");
    check_builds("g++ -std=c++17", "sample.cc");
}

static void test_clangxx(void **state)
{
    (void)state;
    build_library("gcc", "-O0");
    check_builds("clang++ -std=c++17", "sample.cc");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gcc),
        cmocka_unit_test(test_clang),
        cmocka_unit_test(test_gxx),
        cmocka_unit_test(test_clangxx),
    };
    char *slash;
    int failed;

    if (!realpath(__FILE__, samples) || !(slash = strrchr(samples, '/')))
        return 1;
    strcpy(slash, "/symbols");
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return 1;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    shell("rm -rf %s", folder);
    return failed;
}
