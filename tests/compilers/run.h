/* SPDX-License-Identifier: Apache-2.0 */
/* The main program of what includes this after its table `forms`. */
#include "form.h"

#include <fcntl.h>
#include <mazurka.h>
#include <stdlib.h>
#include <unistd.h>

volatile int always_zero;

static const struct form *form;
static int on_source, on_target, result;

static NOINLINE void write_byte(void *object, unsigned at, int value)
{
    ((char *)object)[at] = (char)value;
}

static NOINLINE int read_byte(const void *object, unsigned at)
{
    return ((const char *)object)[at];
}

static void oppose_copy(void)
{
    if (on_source)
        write_byte(form->source, 0, 1);
    if (on_target)
        write_byte(form->target, 0, 5);
}

/* In searches of interleavings what was read may be old. */
static void oppose_touch(void)
{
    int byte = read_byte(form->target, 0);

    if (!on_target)
        write_byte(form->target, 0, byte);
}

static void *oppose(void *unused)
{
    int first, last;

    switch (form->kind) {
    case READ:
        write_byte(form->source, 0, 1);
        write_byte(form->source, form->last, 1);
        break;
    case WRITE:
        first = read_byte(form->target, 0);
        last = read_byte(form->target, form->last);
        result = (first != form->before) | (last != form->before) << 1;
        break;
    case COPY:
        oppose_copy();
        break;
    case CHANGE:
        write_byte(form->target, 0, 64);
        break;
    case TOUCH:
        oppose_touch();
        break;
    }
    return unused;
}

static int outcome_of_copy(int byte)
{
    return byte == 5 ? 0 : byte == 1 ? 1 : 2;
}

static int outcome_of_change(int byte)
{
    return byte == 64 ? 0 : byte & 64 ? 1 : 2;
}

/* What this execution has come to, for who reads that file. */
static void tell(int file, const char *what, int outcome)
{
    char line[128];
    int length = snprintf(line, sizeof line, "%s %s %d\n", form->name, what,
                          outcome);

    if (write(file, line, (size_t)length) != length)
        exit(2);
}

static int outcome_of(int said)
{
    switch (form->kind) {
    case READ:
        return said;
    case COPY:
        return outcome_of_copy(read_byte(form->target, 0));
    case CHANGE:
        return outcome_of_change(read_byte(form->target, 0));
    default:
        return result;
    }
}

static void prepare(void)
{
    if (form->kind == WRITE && form->before)
        memset(form->target, form->before, form->last + 1);
}

static void run_against_opponent(int file)
{
    pthread_t opponent;
    int said;

    prepare();
    tell(file, "begins", 0);
    pthread_create(&opponent, NULL, oppose, NULL);
    said = form->run();
    pthread_join(opponent, NULL);
    tell(file, "ends", outcome_of(said));
}

static const char *const kinds[] = {"read", "write", "copy", "change", "touch"};

static int list_forms(void)
{
    for (unsigned i = 0; i < COUNT(forms); i++)
        printf("%s %s %s\n", forms[i].name, kinds[forms[i].kind],
               forms[i].torn ? "torn" : "whole");
    return 0;
}

/* Nobody else is there: nothing may be found, whatever the form. */
static int run_all(void)
{
    for (form = forms; form < forms + COUNT(forms); form++) {
        prepare();
        form->run();
    }
    return 0;
}

static int run_one(const char *number, const char *opponent, const char *path)
{
    int file = open(path, O_WRONLY | O_APPEND);

    form = &forms[*number ? (unsigned)atoi(number) : mz_choose(COUNT(forms))];
    on_source = strcmp(opponent, "target") != 0;
    on_target = strcmp(opponent, "source") != 0;
    if (file < 0)
        return 2;
    run_against_opponent(file);
    return close(file);
}

int main(int argc, char **argv)
{
    if (argc == 1)
        return list_forms();
    return argc == 4 ? run_one(argv[1], argv[2], argv[3]) : run_all();
}
