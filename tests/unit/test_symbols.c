/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The samples in tests/unit/symbols print some of their addresses, each with
 * what the source calls it. Compiled in many ways, run, and gone, they have
 * to be called the same by the symbols of their files.
 */
#include "symbols/sources.h"
#include "symbols/symbols.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_MODULES = 32, MAX_LINE = 4096, MAX_FRAMES = 8 };

static char folder[PATH_MAX / 2]; /* the current one */
static char samples[PATH_MAX];    /* absolute */

static bool shell(const char *, ...) __attribute__((format(printf, 1, 2)));

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

/* One line: what is expected, of which address, of how many bytes. */
struct claim {
    char kind[16];
    char expected[256];
    uint64_t address, size, bits;
};

struct sample {
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
    snprintf(claim->kind, sizeof claim->kind, "%.15s", line);
    snprintf(claim->expected, sizeof claim->expected, "%.255s", space + 1);
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

/* `inner:12 outer:34`, as far as they tell; the address is one returned to. */
static void describe_frames(struct mz_symbols *symbols, uint64_t address,
                            char *text, size_t size)
{
    struct mz_frame frames[MAX_FRAMES];
    size_t count = mz_symbols_frames(symbols, address - 1, frames, MAX_FRAMES);
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

static int count_wrong(struct sample *sample, const char *compiler,
                       const char *flags)
{
    int wrong = 0;

    for (size_t i = 0; i < sample->claim_count; i++) {
        struct claim *claim = &sample->claims[i];
        char text[MAX_LINE];

        describe(sample->symbols, claim, text, sizeof text);
        if (strcmp(text, claim->expected) == 0)
            continue;
        print_error("%s %s: %s `%s`, expected `%s`\n", compiler, flags,
                    claim->kind, text, claim->expected);
        wrong++;
    }
    return wrong;
}

static const char *const c_builds[] = {
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
    NULL,
};

static const char *const cxx_builds[] = {
    "-std=c++17 -O0 -gdwarf-5",
    "-std=c++17 -O2 -gdwarf-5",
    "-std=c++17 -O2 -gdwarf-4 -no-pie -fno-pie",
    "-std=c++17 -O2 -gdwarf-5 -fdebug-types-section",
    "-std=c++17 -O0 -gdwarf-5 -gsplit-dwarf",
    NULL,
};

/* The types are units of the .dwo file. (libdw does not find those of gcc.) */
static const char *const clangxx_builds[] = {
    "-std=c++17 -O0 -gdwarf-5 -fdebug-types-section -gsplit-dwarf",
    "-std=c++17 -O0 -gdwarf-4 -fdebug-types-section -gsplit-dwarf",
    NULL,
};

static void build_library(const char *flags)
{
    if (!shell("gcc -g %s -fPIC -shared %s/library.c -o liblibrary.so", flags,
               samples))
        fail_msg("library.c failed");
}

static void build_sample(const char *compiler, const char *flags,
                         const char *source)
{
    if (!shell("%s -w -pthread %s %s/%s -o sample -L. -llibrary "
               "-Wl,-rpath,$PWD",
               compiler, flags, samples, source))
        fail_msg("%s %s %s failed", compiler, flags, source);
}

static void go_to(const char *path)
{
    assert_true(mkdir(path, 0700) == 0 || errno == EEXIST);
    assert_int_equal(chdir(path), 0);
}

static void go_to_number(unsigned i)
{
    char name[16];

    snprintf(name, sizeof name, "%u", i);
    go_to(name);
}

/* A folder for these builds; in that of MAZURKA_TEST_SAMPLES, if there is one,
 * they are made once for all who run this test: it is run in two builds. */
static void enter_folder(const char *compiler, const char *flags,
                         const char *source)
{
    const char *kept = getenv("MAZURKA_TEST_SAMPLES");
    char path[PATH_MAX];
    int used = snprintf(path, sizeof path, "%s/", kept ? kept : folder);

    snprintf(path + used, sizeof path - used, "%s %s %s", compiler, source,
             flags);
    for (char *c = path + used; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    go_to(path);
}

/* One of those who want the samples makes them; the others wait. */
static void build_samples(const char *compiler, const char *const *builds,
                          const char *source)
{
    int lock = open("lock", O_CREAT | O_RDWR | O_CLOEXEC, 0600);

    assert_true(lock >= 0 && flock(lock, LOCK_EX) == 0);
    if (access("made", F_OK) != 0) {
        build_library("-O2");
        for (unsigned i = 0; builds[i]; i++) {
            go_to_number(i);
            assert_true(shell("cp ../liblibrary.so ."));
            build_sample(compiler, builds[i], source);
            go_to("..");
        }
        write_file("made", "");
    }
    close(lock);
}

static void check_builds(const char *compiler, const char *const *builds,
                         const char *source)
{
    int wrong = 0;

    if (!have(compiler))
        skip();
    enter_folder(compiler, builds[0], source);
    build_samples(compiler, builds, source);
    for (unsigned i = 0; builds[i]; i++) {
        struct sample *sample;

        go_to_number(i);
        sample = run_sample("./sample");
        wrong += count_wrong(sample, compiler, builds[i]);
        free_sample(sample);
        go_to("..");
    }
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(wrong, 0);
}

static void test_gcc(void **state)
{
    (void)state;
    check_builds("gcc", c_builds, "sample.c");
}

static void test_clang(void **state)
{
    (void)state;
    check_builds("clang", c_builds, "sample.c");
}

static void test_gxx(void **state)
{
    (void)state;
    check_builds("g++", cxx_builds, "sample.cc");
}

static void test_clangxx(void **state)
{
    (void)state;
    check_builds("clang++", cxx_builds, "sample.cc");
    check_builds("clang++", clangxx_builds, "sample.cc");
}

/* Debug information in a file beside the program. */
static void test_separate_file(void **state)
{
    struct sample *sample;

    (void)state;
    build_library("-O0");
    build_sample("gcc", "-g -O0", "sample.c");
    assert_true(shell("objcopy --only-keep-debug sample sample.debug && "
                      "strip sample && "
                      "objcopy --add-gnu-debuglink=sample.debug sample"));
    sample = run_sample("./sample");
    assert_int_equal(count_wrong(sample, "gcc", "and objcopy"), 0);
    free_sample(sample);
}

static const char plain_c[] =
    "#include \"expect.h\"\n"
    "static int table[10];\n"
    "extern int shared_array[];\n"
    "extern int *shared_static(void);\n"
    "int main(void) {\n"
    "    print_modules();\n"
    "    BYTES(\"table\", table, 40);\n"
    "    BYTES(\"table+8\", table + 2, 4);\n"
    "    BYTES(\"shared_array+4\", shared_array + 1, 4);\n"
    "    BYTES(\"local.0 in liblibrary.so\", shared_static(), 4);\n"
    "    BYTES(\"\", 0, 4);\n"
    "    void *pc = here();\n"
    "    printf(\"frames main\\t%p\\n\", pc);\n"
    "    printf(\"value \\t%p\\t4\\t1\\n\", table);\n"
    "    table[0]++;\n"
    "    return 0;\n"
    "}\n";

static void test_elf_symbols(void **state)
{
    struct sample *sample;

    (void)state;
    write_file("plain.c", plain_c);
    build_library("-O0 -g0");
    if (!shell("gcc -g0 -O0 -I%s plain.c -o plain -L. -llibrary "
               "-Wl,-rpath,$PWD",
               samples))
        fail_msg("plain.c failed");
    sample = run_sample("./plain");
    assert_int_equal(count_wrong(sample, "gcc", "-g0"), 0);
    free_sample(sample);
}

static const char demangled_cc[] =
    "#include \"expect.h\"\n"
    "namespace space { struct Class { static int member; void f(int); }; }\n"
    "int space::Class::member = 1;\n"
    "void space::Class::f(int) {\n"
    "    void *pc = here();\n"
    "    printf(\"frames space::Class::f(int)\\t%p\\n\", pc);\n"
    "}\n"
    "int main() {\n"
    "    print_modules();\n"
    "    BYTES(\"space::Class::member\", &space::Class::member, 4);\n"
    "    space::Class().f(1);\n"
    "    return 0;\n"
    "}\n";

static void test_demangled(void **state)
{
    struct sample *sample;

    (void)state;
    if (!have("g++"))
        skip();
    write_file("demangled.cc", demangled_cc);
    assert_true(shell("g++ -g0 -O0 -I%s demangled.cc -o plain", samples));
    sample = run_sample("./plain");
    assert_int_equal(count_wrong(sample, "g++", "-g0"), 0);
    free_sample(sample);
}

static void test_stripped(void **state)
{
    struct sample *sample;
    struct mz_frame frame;
    char text[64];
    uint64_t address;

    (void)state;
    write_file("plain.c", "#include \"expect.h\"\n"
                          "int main(void) { print_modules(); return 0; }\n");
    assert_true(shell("gcc -O0 -s -I%s plain.c -o plain", samples));
    sample = run_sample("./plain");
    address = sample->modules[0].bias + 0x1180;
    assert_int_equal(mz_symbols_frames(sample->symbols, address, &frame, 1), 1);
    assert_string_equal(frame.function, "plain+0x1180");
    assert_string_equal(frame.module, "plain");
    assert_true(
        mz_symbols_object(sample->symbols, address, 4, text, sizeof text));
    assert_string_equal(text, "plain+0x1180");
    free_sample(sample);
}

static void make_absolute(char path[PATH_MAX], const char *name)
{
    snprintf(path, PATH_MAX, "%s/%s", folder, name);
}

static struct mz_symbols *open_nonsense(void)
{
    char text[PATH_MAX], pipe[PATH_MAX], start[PATH_MAX];
    const struct mz_module modules[] = {
        {"/no/such/file", 0},
        {"/", 0},
        {"/dev/zero", 0},
        {"", 0},
        {NULL, 0},
        {"linux-vdso.so.1", 0},
        {text, 0},
        {pipe, 0},
        {start, UINT64_MAX},
    };

    make_absolute(text, "text");
    make_absolute(pipe, "pipe");
    make_absolute(start, "start");
    write_file("text", "not a program\n");
    assert_true(shell("mkfifo pipe && head -c 100 /bin/sh >start"));
    return mz_symbols_open(modules, sizeof modules / sizeof *modules);
}

static void test_nonsense(void **state)
{
    struct mz_symbols *symbols = open_nonsense();
    struct mz_frame frame;
    char text[16];

    (void)state;
    assert_non_null(symbols);
    assert_int_equal(mz_symbols_frames(symbols, 0x1234, &frame, 1), 1);
    assert_string_equal(frame.function, "0x1234");
    assert_null(frame.module);
    assert_null(frame.file);
    assert_false(mz_symbols_object(symbols, 0x1234, 4, text, sizeof text));
    assert_string_equal(text, "");
    assert_false(mz_symbols_value(symbols, 0x1234, 4, 1, text, sizeof text));
    mz_symbols_close(symbols);
    mz_symbols_close(NULL);
}

/* Overwrites a few bytes of a file, some of them with extremes. */
static void corrupt(const char *name, unsigned seed)
{
    FILE *file = fopen(name, "r+");
    long size;

    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    size = ftell(file);
    srandom(seed);
    for (int i = 0; i < 20; i++) {
        fseek(file, random() % size, SEEK_SET);
        fputc(random() % 2 ? random() % 256 : random() % 2 * 255, file);
    }
    fclose(file);
}

static void ask_everything(struct sample *sample)
{
    struct mz_symbols *symbols =
        mz_symbols_open(sample->modules, sample->module_count);
    char text[MAX_LINE];

    for (size_t i = 0; i < sample->claim_count; i++)
        describe(symbols, &sample->claims[i], text, sizeof text);
    mz_symbols_close(symbols);
}

static void ask_corrupted(struct sample *sample, unsigned seed)
{
    int status;
    pid_t child;

    assert_true(shell("cp sample broken"));
    corrupt("broken", seed);
    child = fork();
    if (child == 0) {
        alarm(20);
        ask_everything(sample);
        _exit(0);
    }
    waitpid(child, &status, 0);
    if (status)
        fail_msg("seed %u: status %#x", seed, status);
}

/* Any answer will do, if there is one soon. */
static void test_corrupt_file(void **state)
{
    struct sample *sample;
    char broken[PATH_MAX];

    (void)state;
    build_library("-O0");
    build_sample("gcc", "-g -O0", "sample.c");
    sample = run_sample("./sample");
    make_absolute(broken, "broken");
    free((char *)sample->modules[0].path);
    sample->modules[0].path = strdup(broken);
    for (unsigned seed = 0; seed < 100; seed++)
        ask_corrupted(sample, seed);
    free_sample(sample);
}

/* Buffers of every size, and not a byte more. */
static void test_short_buffer(void **state)
{
    const char expected[] = "count[1].tail in print_statics";
    struct sample *sample;
    struct claim *claim;

    (void)state;
    build_library("-O0");
    build_sample("gcc", "-g -O0", "sample.c");
    sample = run_sample("./sample");
    claim = sample->claims;
    while (strcmp(claim->expected, expected) != 0)
        claim++;
    for (size_t size = 0; size < sizeof expected; size++) {
        char text[sizeof expected + 1];

        memset(text, '#', sizeof text);
        assert_true(mz_symbols_object(sample->symbols, claim->address,
                                      claim->size, text, size));
        assert_int_equal(text[size], '#');
        if (!size)
            continue;
        assert_int_equal(strlen(text), size - 1);
        assert_memory_equal(text, expected, size - 1);
    }
    free_sample(sample);
}

static void check_name(struct mz_sources *sources, const char *below,
                       const char *expected)
{
    char recorded[PATH_MAX];

    snprintf(recorded, sizeof recorded, "%s/%s", sources->here, below);
    assert_string_equal(mz_sources_name(sources, recorded), expected);
}

static void test_file_names(void **state)
{
    struct mz_words words = {0};
    struct mz_sources sources;

    (void)state;
    mz_sources_open(&sources, &words);
    assert_true(shell("mkdir -p deep/er && ln -s deep/er link && touch x.c"));
    check_name(&sources, "x.c", "x.c");
    check_name(&sources, "./x.c", "x.c");
    check_name(&sources, "deep//er/./../x.c", "deep/x.c");
    check_name(&sources, "gone/../x.c", "x.c");
    assert_string_equal(mz_sources_name(&sources, "/usr/./a/../b.c"),
                        "/usr/b.c");
    assert_string_equal(mz_sources_name(&sources, "./b.c"), "b.c");
    assert_string_equal(mz_sources_name(&sources, "../b.c"), "../b.c");
    assert_string_equal(mz_sources_name(&sources, "../../b.c"), "../../b.c");
    assert_string_equal(mz_sources_name(&sources, "<built-in>"), "<built-in>");
    assert_string_equal(mz_sources_name(&sources, ""), "");
    /* link/../x.c is deep/x.c, not x.c */
    assert_true(shell("touch deep/x.c"));
    assert_string_equal(mz_sources_name(&sources, "link/../x.c"),
                        "link/../x.c");
    mz_sources_close(&sources);
    mz_words_free(&words);
}

static void test_source_line(void **state)
{
    struct sample *sample;
    struct mz_frame frame;

    (void)state;
    write_file("quoted.c", "#include \"expect.h\"\n"
                           "int main(void)\n"
                           "{\n"
                           "    print_modules();\n"
                           "    void *pc = here(); /* quoted */\r\n"
                           "    printf(\"frames main:5\\t%p\\n\", pc);\n"
                           "}");
    assert_true(shell("gcc -O0 -g -I%s quoted.c -o quoted", samples));
    sample = run_sample("./quoted");
    assert_int_equal(count_wrong(sample, "gcc", "-g"), 0);
    mz_symbols_frames(sample->symbols, sample->claims[0].address - 1, &frame,
                      1);
    assert_string_equal(frame.file, "quoted.c");
    assert_int_equal(frame.column, 16);
    assert_string_equal(
        mz_symbols_source_line(sample->symbols, frame.file, frame.line),
        "    void *pc = here(); /* quoted */");
    assert_string_equal(mz_symbols_source_line(sample->symbols, "quoted.c", 7),
                        "}");
    assert_null(mz_symbols_source_line(sample->symbols, "quoted.c", 8));
    assert_null(mz_symbols_source_line(sample->symbols, "quoted.c", 0));
    assert_null(mz_symbols_source_line(sample->symbols, "gone.c", 1));
    assert_null(mz_symbols_source_line(sample->symbols, "/", 1));
    assert_null(mz_symbols_source_line(sample->symbols, "pipe", 1));
    free_sample(sample);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gcc),
        cmocka_unit_test(test_clang),
        cmocka_unit_test(test_gxx),
        cmocka_unit_test(test_clangxx),
        cmocka_unit_test(test_separate_file),
        cmocka_unit_test(test_elf_symbols),
        cmocka_unit_test(test_demangled),
        cmocka_unit_test(test_stripped),
        cmocka_unit_test(test_nonsense),
        cmocka_unit_test(test_corrupt_file),
        cmocka_unit_test(test_short_buffer),
        cmocka_unit_test(test_file_names),
        cmocka_unit_test(test_source_line),
    };
    const char *temporary = getenv("TMPDIR");
    char *slash;
    int failed;

    if (!realpath(__FILE__, samples) || !(slash = strrchr(samples, '/')))
        return 1;
    strcpy(slash, "/symbols");
    snprintf(folder, sizeof folder, "%s/mazurka-symbols-XXXXXX",
             temporary ? temporary : "/tmp");
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return 1;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    shell("rm -rf %s", folder);
    return failed;
}
