/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Are the executions that docs/algorithms draws those that are run?
 *
 *   test_drawings             as in CI; prints TAP
 *   test_drawings PAGE...     prints the drawings of these pages as they should
 *                             be, by hand
 *
 * A page has a program in a block that begins with ```script, in the language
 * of script.h, and after it blocks that begin with ```executions OPTION... and
 * hold what a search of that program runs: a row for each execution, in order.
 * Options are those of `mazurka check`.
 * Threads 1, 2, 3, ... are called p, q, r, ...; pWx is that p writes x0; a dot
 * stands for an event that was replayed, if the row above has it, too.
 */
#define _GNU_SOURCE /* open_memstream */
#include "command.h"
#include "model.h"
#include "search.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { EVENTS = 64, COLUMN = 5, TEXT = 8192, LINE = 256 };

/* ---- drawing ------------------------------------------------------------- */

static char letter_of(const struct mz_event *e)
{
    static const char letters[MZ_OP_COUNT] = {
        [MZ_READ] = 'R',   [MZ_WRITE] = 'W',    [MZ_RMW] = 'U',
        [MZ_CAS] = 'C',    [MZ_CAS_FAIL] = 'F', [MZ_LOCK] = 'L',
        [MZ_UNLOCK] = 'K', [MZ_AWAIT] = 'A',    [MZ_CHOOSE] = 'N',
    };

    return letters[e->kind] ? letters[e->kind] : '?';
}

static char object_of(const struct mz_event *e)
{
    if (e->kind == MZ_CHOOSE)
        return '0' + e->value;
    return mz_op_is_memory(e->kind) ? "xyzw"[e->object]
                                    : "lkji"[e->object - MZ_MACHINE_LOCKS];
}

static void draw_event(const struct mz_event *e, bool last, FILE *to)
{
    fprintf(to, "%c%c%c%*s", "mpqrst"[e->thread], letter_of(e), object_of(e),
            last ? 0 : COLUMN - 3, "");
}

/* The row above, as far as the one at hand begins with it. */
struct row {
    mz_tid threads[EVENTS];
    uint32_t length;
};

static void draw(const struct mz_execution *x, enum mz_outcome outcome,
                 uint32_t replayed, struct row *above, unsigned number,
                 FILE *to)
{
    bool same = true;

    fprintf(to, "%2u  ", number);
    for (uint32_t i = 0; i < x->length; i++) {
        const struct mz_event *e = &x->events[i];

        same &= i < replayed && i < above->length &&
                above->threads[i] == e->thread;
        if (same)
            fprintf(to, "%-*s", COLUMN, ".");
        else
            draw_event(e, i + 1 == x->length, to);
        above->threads[i] = e->thread;
    }
    above->length = x->length;
    fputs(outcome == MZ_BLOCKED    ? "  blocked\n"
          : outcome == MZ_DEADLOCK ? "  deadlock\n"
                                   : "\n",
          to);
}

/* A search, as a page asks for it. */
struct asked {
    const struct mz_algorithm_entry *algorithm;
    struct mz_algorithm_options options;
};

static void draw_all(const struct mz_script *script, const struct asked *asked,
                     FILE *to)
{
    struct mz_arena *arena = mz_search_arena();
    struct mz_execution x;
    struct mz_algorithm *a;
    struct mz_model model;
    struct row above = {.length = 0};

    mz_execution_init(&x, arena, EVENTS);
    a = asked->algorithm->create(arena, &x, &asked->options);
    mz_model_init(&model, script);
    for (unsigned n = 1; a->next(a, &x); n++) {
        uint32_t replayed = x.length;
        enum mz_outcome outcome =
            model.program.run(&model.program, &a->chooser, &x);

        draw(&x, outcome, replayed, &above, n, to);
        a->learn(a, &x, outcome);
    }
}

/* ---- pages --------------------------------------------------------------- */

/* The number that an option has; else `otherwise`. */
static uint32_t number_of(const char *options, const char *name,
                          uint32_t otherwise)
{
    const char *found = strstr(options, name);

    return found ? strtoul(found + strlen(name), NULL, 10) : otherwise;
}

static struct asked parse(const char *options)
{
    static const char algorithm[] = "--algorithm=";
    const char *found = strstr(options, algorithm);
    char name[LINE] = "";

    if (found)
        sscanf(found + strlen(algorithm), "%255s", name);
    if (!mz_algorithm_find(name))
        fail_msg("no algorithm in: %s", options);
    return (struct asked){
        .algorithm = mz_algorithm_find(name),
        .options =
            {
                .relation = strstr(options, "--dependence=object")
                                ? MZ_RELATION_OBJECT
                                : MZ_RELATION_ADD,
                .sleep_sets = strstr(options, "--sleep-sets=on"),
                .k = number_of(options, "--k=", 0),
                .preemptions =
                    number_of(options, "--preemptions=", MZ_NO_BOUND),
                .context_switches =
                    number_of(options, "--context-switches=", MZ_NO_BOUND),
                .seed = number_of(options, "--seed=", 0),
                .depth = number_of(options, "--depth=", 1),
                .executions = number_of(options, "--max-executions=", 0),
                .jobs = 1,
            },
    };
}

struct page {
    FILE *file;
    const char *path;
    struct mz_script script; /* the one above */
    char options[LINE];      /* of the block at hand */
    char text[TEXT];         /* what it holds */
};

static void read_block(struct page *page)
{
    char line[LINE];
    size_t length = 0;

    while (fgets(line, sizeof line, page->file) && strncmp(line, "```", 3)) {
        assert_true(length + strlen(line) < TEXT);
        length = stpcpy(page->text + length, line) - page->text;
    }
    page->text[length] = 0;
}

/* Goes on to the next block of executions. False: there is none. */
static bool next_drawing(struct page *page)
{
    static const char script[] = "```script", executions[] = "```executions";
    const char *wrong = NULL;
    char line[LINE];

    while (fgets(line, sizeof line, page->file)) {
        if (!strncmp(line, script, strlen(script))) {
            read_block(page);
            wrong = mz_script_parse(&page->script, page->text);
        }
        if (wrong)
            fail_msg("%s: %s in\n%s", page->path, wrong, page->text);
        if (!strncmp(line, executions, strlen(executions))) {
            strcpy(page->options, line + strlen(executions));
            read_block(page);
            return true;
        }
    }
    return false;
}

/* The drawing as it should be; to be freed. */
static char *drawn(const struct page *page)
{
    struct asked asked = parse(page->options);
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);

    draw_all(&page->script, &asked, memory);
    fclose(memory);
    return text;
}

static void open_page(struct page *page, const char *path)
{
    *page = (struct page){.file = fopen(path, "r"), .path = path};
    if (!page->file)
        fail_msg("cannot read %s", path);
}

/* ---- as in CI ------------------------------------------------------------ */

static unsigned check_page(const char *path)
{
    struct page page;
    unsigned count = 0;

    open_page(&page, path);
    for (; next_drawing(&page); count++) {
        char *text = drawn(&page);

        if (strcmp(text, page.text))
            fail_msg("%s draws, of%s%s\nfor\n%s", path, page.options, page.text,
                     text);
        free(text);
    }
    fclose(page.file);
    return count;
}

static void pages_draw_what_is_run(void **state)
{
    char pattern[4096];
    unsigned count = 0;
    glob_t found;

    (void)state;
    strcpy(pattern, __FILE__); /* counts from the build directory */
    strcpy(strrchr(pattern, '/'), "/../../docs/algorithms/*.md");
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        count += check_page(found.gl_pathv[i]);
    globfree(&found);
    assert_true(count > 0);
}

static void print_page(const char *path)
{
    struct page page;

    for (open_page(&page, path); next_drawing(&page);) {
        char *text = drawn(&page);

        printf("```executions%s%s```\n", page.options, text);
        free(text);
    }
    fclose(page.file);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_draw_what_is_run)};

    for (int i = 1; i < argc; i++)
        print_page(argv[i]);
    return argc > 1 ? 0 : cmocka_run_group_tests(tests, NULL, NULL);
}
