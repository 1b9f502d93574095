/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */
#include "cli/options.h"

#include <argp.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"
#include "explore/bound.h"
#include "explore/share.h"

/* ---- the table ----------------------------------------------------------- */

enum kind {
    FLAG,    /* no value */
    CHOICE,  /* one of `names` */
    COUNT,   /* a number, least .. most */
    BOUND,   /* the same, kept plus one: 0 is none */
    SECONDS, /* 10, 0.5, 5m, 2h */
    PARTIAL, /* a number, or `optimal`: 0 */
    AUDIT,   /* a number, or a word: see enum audit */
    NAMES, /* given again, one more; joined by commas */
    TEXT,
};

struct entry {
    const char *name;
    const char *value; /* what it is called in --help */
    const char *initial;
    const char *help;
    const char *const *names;
    uint64_t least, most;
    uint16_t offset; /* in struct mz_options */
    uint8_t kind;
    char letter;
    bool told; /* in reports */
};

/* As words: off, all, auto. The last takes 4 ms of CPU at most, and is more
 * than the first execution of a small program. */
enum audit { AUDIT_OFF = 0, AUDIT_AUTO = 300 };
#define AUDIT_ALL UINT64_MAX
#define AUDIT_BY_DEFAULT (UINT64_MAX - 1)

enum { MAX_ALGORITHMS = 32, FIRST_KEY = 256 };

static const char *algorithm_names[MAX_ALGORITHMS + 1]; /* by name_algorithms */

static const char *const relation_names[] = {"rw", "object", NULL};
static const char *const plain_names[] = {"check", "interleave", "ignore",
                                          NULL};
static const char *const volatile_names[] = {"plain", "atomic", NULL};
static const char *const assembly_names[] = {"refuse", "trust", NULL};
static const char *const isolation_names[] = {"process", "fork", NULL};
static const char *const format_names[] = {"text", "json", NULL};
static const char *const switch_names[] = {"off", "on", NULL};

#define FIELD(field) .offset = offsetof(struct mz_options, field)

/* clang-format off */
static const struct entry table[] = {
    {"algorithm", "NAME", "pop",
     "How to search: a name that 'mazurka algorithms' lists", algorithm_names,
     FIELD(algorithm), .kind = CHOICE, .told = true},
    {"dependence", "rw|object", "rw",
     "What commutes: reads with reads, or nothing on one object",
     relation_names, FIELD(dependence), .kind = CHOICE, .told = true},
    {"sleep-sets", "on|off", "off",
     "With --algorithm=naive or dpor: use sleep sets", switch_names,
     FIELD(sleep_sets), .kind = CHOICE, .told = true},
    {"k", "N|optimal", "optimal",
     "With --algorithm=qpor: what alternatives are in conflict with",
     .least = 1, .most = 1000000, FIELD(k), .kind = PARTIAL, .letter = 'k',
     .told = true},
    {"plain", "check|interleave|ignore", "check",
     "Plain accesses: report data races, interleave them too, or neither",
     plain_names, FIELD(plain), .kind = CHOICE, .told = true},
    {"race-sample", "PERCENT", "100",
     "Look for data races in this share of the executions", .most = 100,
     FIELD(race_sample), .kind = COUNT, .told = true},
    {"volatile", "plain|atomic", "plain",
     "Volatile accesses: plain, as C has it, or relaxed atomics",
     volatile_names, FIELD(volatiles), .kind = CHOICE, .told = true},
    {"asm", "refuse|trust", "refuse",
     "Inline assembly in FILE.c that is not understood: do not compile it, or "
     "go on, and say so", assembly_names, FIELD(assembly), .kind = CHOICE,
     .told = true},
    {"audit", "ACCESSES|all|off|auto", "auto",
     "Catch so many accesses to memory of the first execution, or all of each, "
     "and tell those that no hook announced", .least = 1, .most = INT64_MAX,
     FIELD(audit), .kind = AUDIT, .told = true},
    {"suppressions", "FILE", NULL,
     "Data races not to be reported: lines race:PATTERN, as ThreadSanitizer "
     "has them", FIELD(suppressions), .kind = TEXT, .told = true},
    {"trust", "NAME|all", NULL,
     "What is not seen of this library, object or archive does not matter; may "
     "be repeated", FIELD(trust), .kind = NAMES, .told = true},
    {"max-events", "N", "1000000", "Longest execution, in visible operations",
     .least = 1, .most = 100000000, FIELD(max_events), .kind = COUNT,
     .told = true},
    {"max-executions", "N", NULL, "Stop after so many executions", .least = 1,
     .most = INT64_MAX, FIELD(max_executions), .kind = COUNT, .told = true},
    {"jobs", "N", "1", "Search with so many worker processes", .least = 1,
     .most = MZ_MAX_JOBS, FIELD(jobs), .kind = COUNT, .letter = 'j',
     .told = true},
    {"preemptions", "N", NULL, "At most so many preemptions in an execution",
     .most = 1000000, FIELD(preemptions), .kind = BOUND, .told = true},
    {"context-switches", "N", NULL,
     "At most so many context switches in an execution", .most = 1000000,
     FIELD(context_switches), .kind = BOUND, .told = true},
    {"timeout", "SECONDS", NULL, "Stop after this time; also 5m, 2h",
     .least = 1, FIELD(timeout), .kind = SECONDS, .told = true},
    {"watchdog", "SECONDS", "5",
     "No visible operation for so long ends the search; 0: wait for ever",
     FIELD(watchdog), .kind = SECONDS, .told = true},
    {"keep-going", NULL, NULL, "Go on after an error",
     FIELD(keep_going), .kind = FLAG, .told = true},
    {"isolation", "process|fork", "process",
     "Roll memory back between executions, or fork for each",
     isolation_names, FIELD(isolation), .kind = CHOICE, .told = true},
    {"format", "text|json", "text", "What the report is written as",
     format_names, FIELD(format), .kind = CHOICE},
    {"output", "FILE", NULL, "Write the report there", FIELD(output),
     .kind = TEXT},
    {"stats", NULL, NULL, "Tell how often the search did what, and how long "
     "that took", FIELD(stats), .kind = FLAG},
    {"verbose", NULL, NULL, "Say more", FIELD(verbose), .kind = FLAG,
     .letter = 'v'},
    {"quiet", NULL, NULL, "Say less, show no progress", FIELD(quiet),
     .kind = FLAG, .letter = 'q'},
};

/* Those that argp adds. */
static const char *const argp_names[] = {"help", "usage", "version"};

static void name_algorithms(void)
{
    for (size_t i = 0; i < mz_algorithm_count && i < MAX_ALGORITHMS; i++)
        algorithm_names[i] = mz_algorithms[i].name;
}

static void *field_of(const struct mz_options *options,
                      const struct entry *entry)
{
    return (char *)options + entry->offset;
}

/* ---- values -------------------------------------------------------------- */

static int refuse_value(const struct entry *entry, const char *value,
                        const char *instead)
{
    return mz_refuse("--%s=%s: %s", entry->name, value, instead);
}

static int set_choice(uint64_t *field, const struct entry *entry,
                      const char *value)
{
    char choices[512] = "choose ";

    for (uint64_t i = 0; entry->names[i]; i++) {
        if (!strcmp(entry->names[i], value)) {
            *field = i;
            return 0;
        }
        if (i)
            strcat(choices, entry->names[i + 1] ? ", " : " or ");
        strncat(choices, entry->names[i], 64);
    }
    return refuse_value(entry, value, choices);
}

static bool read_count(uint64_t *field, const struct entry *entry,
                       const char *value)
{
    char *end;

    errno = 0;
    *field = strtoull(value, &end, 10);
    return isdigit((unsigned char)value[0]) && !*end && !errno &&
           *field >= entry->least && *field <= entry->most;
}

static int set_count(uint64_t *field, const struct entry *entry,
                     const char *value)
{
    char range[128];

    if (read_count(field, entry, value))
        return 0;
    snprintf(range, sizeof range, "give a number from %llu to %llu",
             (unsigned long long)entry->least,
             (unsigned long long)entry->most);
    return refuse_value(entry, value, range);
}

static int set_bound(uint64_t *field, const struct entry *entry,
                     const char *value)
{
    int status = set_count(field, entry, value);

    *field += 1;
    return status;
}

static int set_partial(uint64_t *field, const struct entry *entry,
                       const char *value)
{
    if (read_count(field, entry, value))
        return 0;
    *field = 0;
    return strcmp(value, "optimal")
               ? refuse_value(entry, value, "give a number from 1, or optimal")
               : 0;
}

static const struct {
    const char *word;
    uint64_t value;
} audit_words[] = {
    {"off", AUDIT_OFF}, {"all", AUDIT_ALL}, {"auto", AUDIT_BY_DEFAULT}};

static int set_audit(uint64_t *field, const struct entry *entry,
                     const char *value)
{
    if (read_count(field, entry, value))
        return 0;
    for (size_t i = 0; i < MZ_COUNT(audit_words); i++)
        if (!strcmp(value, audit_words[i].word)) {
            *field = audit_words[i].value;
            return 0;
        }
    return refuse_value(entry, value, "give a number from 1, all, off or auto");
}

static double unit_of(const char *suffix)
{
    static const struct {
        const char *suffix;
        double seconds;
    } units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}};

    for (size_t i = 0; i < MZ_COUNT(units); i++)
        if (!strcmp(suffix, units[i].suffix))
            return units[i].seconds;
    return 0;
}

static int set_seconds(double *field, const struct entry *entry,
                       const char *value)
{
    size_t digits = strspn(value, "0123456789.");
    char *end;

    *field = strtod(value, &end);
    *field *= unit_of(end);
    if (digits && end == value + digits && unit_of(end) > 0 && *field <= 1e9 &&
        (*field > 0 || entry->least == 0))
        return 0;
    return refuse_value(entry, value,
                        "give a time like 10, 0.5, 5m or 2h");
}

static int add_name(const char **field, const struct entry *entry,
                    const char *value)
{
    char *joined;

    if (!*value)
        return refuse_value(entry, value, "give a name");
    if (asprintf(&joined, "%s%s%s", *field ? *field : "", *field ? "," : "",
                 value) < 0)
        mz_out_of_memory();
    *field = joined;
    return 0;
}

static int set(const struct mz_options *options, const struct entry *entry,
               const char *value)
{
    void *field = field_of(options, entry);

    switch (entry->kind) {
    case FLAG:
        *(uint64_t *)field = true;
        return 0;
    case CHOICE:
        return set_choice(field, entry, value);
    case COUNT:
        return set_count(field, entry, value);
    case BOUND:
        return set_bound(field, entry, value);
    case AUDIT:
        return set_audit(field, entry, value);
    case SECONDS:
        return set_seconds(field, entry, value);
    case PARTIAL:
        return set_partial(field, entry, value);
    case NAMES:
        return add_name(field, entry, value);
    default:
        if (!*value)
            return refuse_value(entry, value, "give the name of a file");
        *(const char **)field = value;
        return 0;
    }
}

static void set_initial(struct mz_options *options)
{
    memset(options, 0, sizeof *options);
    for (size_t i = 0; i < MZ_COUNT(table); i++)
        if (table[i].initial)
            set(options, &table[i], table[i].initial);
}

/* ---- our options apart from the compiler's ------------------------------- */

struct split {
    struct mz_options *options;
    struct mz_arguments ours; /* for argp */
    int status;
};

/* Whether the compiler's option is joined to its value, or may be. */
static bool is_for_compiler(const char *word)
{
    static const char *const starts[] = {
        "-D", "-I", "-L", "-O", "-U", "-W", "-f", "-g", "-l", "-m", "-x",
        "-std=", "-pedantic", "-nostd", "-isystem", "-idirafter", "-iquote",
        "-include", "-imacros", "-static", "-B", "--std=", "--sysroot=",
    };
    static const char *const whole[] = {"-pthread", "-ansi", "-w", "-pipe",
                                        "-rdynamic", "-no-pie", "-pie", "-s"};

    for (size_t i = 0; i < MZ_COUNT(starts); i++)
        if (!strncmp(word, starts[i], strlen(starts[i])))
            return true;
    for (size_t i = 0; i < MZ_COUNT(whole); i++)
        if (!strcmp(word, whole[i]))
            return true;
    return false;
}

static bool needs_next(const char *word)
{
    static const char *const options[] = {
        "-D", "-I", "-L", "-U", "-l", "-x", "-isystem", "-idirafter",
        "-iquote", "-include", "-imacros", "-B"};

    for (size_t i = 0; i < MZ_COUNT(options); i++)
        if (!strcmp(word, options[i]))
            return true;
    return false;
}

/* Takes one word, or two, and returns how many. */
static int take_compiler_option(struct split *split, char **argv)
{
    char *joined;

    if (!needs_next(argv[0])) {
        mz_arguments_add(&split->options->build, argv[0]);
        return 1;
    }
    if (!argv[1]) {
        split->status = mz_refuse("%s needs a value", argv[0]);
        return 1;
    }
    if (asprintf(&joined, "%s%s", argv[0], argv[1]) < 0)
        mz_out_of_memory();
    mz_arguments_add(&split->options->build, joined);
    free(joined);
    return 2;
}

static bool is_named(const char *name, const char *word, size_t length)
{
    return !strncmp(name, word, length);
}

/* How many names of options the word, without its dashes, can stand for. */
static size_t matches(const char *word, size_t length,
                      const struct entry **found)
{
    size_t count = 0;

    *found = NULL;
    for (size_t i = 0; i < MZ_COUNT(table); i++)
        if (is_named(table[i].name, word, length)) {
            *found = &table[i];
            if (!table[i].name[length])
                return 1;
            count++;
        }
    for (size_t i = 0; i < MZ_COUNT(argp_names); i++)
        if (is_named(argp_names[i], word, length))
            count++;
    return count;
}

static int take_long_option(struct split *split, char **argv)
{
    const char *word = argv[0] + 2;
    size_t length = strcspn(word, "=");
    bool has_value = word[length];
    const struct entry *entry;
    size_t count = matches(word, length, &entry);
    bool wants = count == 1 && entry && entry->kind != FLAG;

    mz_arguments_add(&split->ours, argv[0]);
    if (count != 1)
        split->status = mz_refuse("%s option --%.*s: try 'mazurka check "
                                  "--help'",
                                  count ? "ambiguous" : "unknown", (int)length,
                                  word);
    else if (has_value && !wants)
        split->status =
            mz_refuse("--%.*s takes no value", (int)length, word);
    else if (wants && !has_value && !argv[1])
        split->status = mz_refuse("--%s needs a value: %s", entry->name,
                                  entry->value);
    if (split->status || !wants || has_value)
        return 1;
    mz_arguments_add(&split->ours, argv[1]);
    return 2;
}

/* That has a value; NULL: there is none. */
static const struct entry *find_letter(char letter)
{
    for (size_t i = 0; i < MZ_COUNT(table); i++)
        if (table[i].letter == letter && table[i].value)
            return &table[i];
    return NULL;
}

/* -k N, -kN. */
static int take_letter_with_value(struct split *split, char **argv,
                                  const struct entry *entry)
{
    const char *value = argv[0][2] ? argv[0] + 2 : argv[1];
    char *option;

    if (!value) {
        split->status =
            mz_refuse("%s needs a value: %s", argv[0], entry->value);
        return 1;
    }
    if (asprintf(&option, "--%s=%s", entry->name, value) < 0)
        mz_out_of_memory();
    mz_arguments_add(&split->ours, option);
    free(option);
    return argv[0][2] ? 1 : 2;
}

static int take_letters(struct split *split, char **argv)
{
    static const char letters[] = "vqh?V";
    const char *word = argv[0] + 1;

    if (strspn(word, letters) != strlen(word)) {
        split->status = strchr("ocSE", word[0]) && !word[1]
            ? mz_refuse("-%s: 'mazurka check' makes a temporary program; to "
                        "build one, use 'mazurka cc'", word)
            : mz_refuse("unknown option -%s: try 'mazurka check --help'", word);
        return 1;
    }
    for (; *word; word++)
        mz_arguments_add(&split->ours, *word == 'v'   ? "-v"
                                       : *word == 'q' ? "-q"
                                       : *word == 'V' ? "--version"
                                                      : "--help");
    return 1;
}

static int take(struct split *split, char **argv)
{
    const struct entry *entry;

    if (argv[0][0] != '-') {
        mz_arguments_add(&split->options->build, argv[0]);
        return 1;
    }
    if (!argv[0][1]) {
        split->status = mz_refuse("-: standard input cannot be checked: name "
                                  "a file");
        return 1;
    }
    if (is_for_compiler(argv[0]))
        return take_compiler_option(split, argv);
    entry = find_letter(argv[0][1]);
    if (entry)
        return take_letter_with_value(split, argv, entry);
    return argv[0][1] == '-' ? take_long_option(split, argv)
                             : take_letters(split, argv);
}

/* ---- parsing ------------------------------------------------------------- */

static const char documentation[] =
    "Runs a program under every thread interleaving that matters, and tells "
    "an error with its interleaving, or that there is none.\v"
    "Source files (.c .cc .cpp .cxx .C .c++ .i .ii) are compiled to a "
    "temporary program, with the objects and archives named. The options -D "
    "-I -O -U -W -f -g -l -L -m -std -x -pthread -include -isystem go to the "
    "compiler. A "
    "PROGRAM is one built with 'mazurka cc' or 'mazurka c++'.\n\n"
    "Exit status: 0 no error in all executions, 42 an error, 3 stopped at a "
    "limit without one, 2 usage or something unsupported, 1 mazurka failed.";

static void describe(struct argp_option *out)
{
    for (size_t i = 0; i < MZ_COUNT(table); i++) {
        out[i].name = table[i].name;
        out[i].key = table[i].letter ? table[i].letter : FIRST_KEY + (int)i;
        out[i].arg = table[i].value;
        out[i].doc = table[i].help;
    }
}

static error_t on_option(int key, char *value, struct argp_state *state)
{
    struct split *split = state->input;

    for (size_t i = 0; i < MZ_COUNT(table); i++)
        if (key == (table[i].letter ? table[i].letter : FIRST_KEY + (int)i)) {
            split->status = set(split->options, &table[i], value);
            return split->status ? EINVAL : 0;
        }
    return ARGP_ERR_UNKNOWN;
}

static int parse_ours(struct split *split)
{
    struct argp_option options[MZ_COUNT(table) + 1] = {0};
    struct argp argp = {.options = options,
                        .parser = on_option,
                        .args_doc = "FILE.c... [-- ARGUMENT...]\n"
                                    "PROGRAM [-- ARGUMENT...]",
                        .doc = documentation};

    describe(options);
    if (argp_parse(&argp, (int)split->ours.count, split->ours.items, 0, NULL,
                   split) != 0 &&
        !split->status)
        split->status = mz_refuse("try 'mazurka check --help'");
    return split->status;
}

static bool was_given(const struct split *split, const char *name)
{
    for (size_t i = 1; i < split->ours.count; i++)
        if (!strncmp(split->ours.items[i], "--", 2) &&
            is_named(name, split->ours.items[i] + 2,
                     strcspn(split->ours.items[i] + 2, "=")))
            return true;
    return false;
}

/* The usual one is not for bounds. */
static void choose_algorithm(const struct split *split)
{
    struct mz_options *options = split->options;

    options->names_algorithm = was_given(split, "algorithm");
    if (!options->names_algorithm &&
        (options->preemptions || options->context_switches))
        options->algorithm =
            (uint64_t)(mz_algorithm_find("source") - mz_algorithms);
}

/* The names of those algorithms that are `able`. */
static void list_algorithms(bool (*able)(const struct mz_algorithm_entry *),
                            char *names, size_t size)
{
    size_t length = 0;

    for (size_t i = 0; i < mz_algorithm_count && length < size; i++)
        if (able(&mz_algorithms[i]))
            length += (size_t)snprintf(names + length, size - length, "%s%s",
                                       length ? ", " : "",
                                       mz_algorithms[i].name);
}

static int refuse_bound(
    const struct mz_options *options, const char *name,
    bool (*is_able)(const struct mz_algorithm_entry *))
{
    char able[256] = "";

    if (options->sleep_sets)
        return mz_refuse("--sleep-sets=on and --%s contradict each other",
                         name);
    if (is_able(&mz_algorithms[options->algorithm]))
        return 0;
    list_algorithms(is_able, able, sizeof able);
    return mz_refuse("--%s is for --algorithm=%s, not for %s", name, able,
                     mz_algorithms[options->algorithm].name);
}

static int refuse_bounds(const struct mz_options *options)
{
    int status = 0;

    if (options->preemptions)
        status = refuse_bound(options, "preemptions",
                              mz_bound_is_for_preemptions);
    if (!status && options->context_switches)
        status = refuse_bound(options, "context-switches",
                              mz_bound_is_for_switches);
    return status;
}

static int refuse_jobs(const struct mz_options *options)
{
    char able[256] = "";

    if (options->jobs < 2)
        return 0;
    if (options->stats)
        return mz_refuse("--jobs and --stats contradict each other");
    if (options->isolation == MZ_ISOLATION_FORK)
        return mz_refuse("--jobs and --isolation=fork contradict each other");
    if (mz_share_is_for(&mz_algorithms[options->algorithm]))
        return 0;
    list_algorithms(mz_share_is_for, able, sizeof able);
    return mz_refuse("--jobs is for --algorithm=%s, not for %s", able,
                     mz_algorithms[options->algorithm].name);
}

static int refuse_contradictions(const struct split *split)
{
    const struct mz_options *options = split->options;
    const char *algorithm = algorithm_names[options->algorithm];
    int status;

    if (options->verbose && options->quiet)
        return mz_refuse("--verbose and --quiet contradict each other");
    if (was_given(split, "sleep-sets") && strcmp(algorithm, "naive") &&
        strcmp(algorithm, "dpor"))
        return mz_refuse("--sleep-sets is for --algorithm=naive and dpor, not "
                         "for %s",
                         algorithm);
    if (was_given(split, "k") && strcmp(algorithm, "qpor"))
        return mz_refuse("-k is for --algorithm=qpor, not for %s", algorithm);
    if (was_given(split, "race-sample") && options->plain != MZ_PLAIN_CHECK)
        return mz_refuse("--race-sample is for --plain=check, not for %s",
                         plain_names[options->plain]);
    status = refuse_jobs(options);
    return status ? status : refuse_bounds(options);
}

int mz_options_parse(struct mz_options *options, int argc, char **argv)
{
    struct split split = {.options = options};
    int i = 1;

    name_algorithms();
    set_initial(options);
    mz_arguments_add(&split.ours, argv[0]);
    while (i < argc && strcmp(argv[i], "--")) {
        i += take(&split, argv + i);
        if (split.status)
            return split.status;
    }
    if (i < argc)
        mz_arguments_add_all(&options->arguments, argv + i + 1);
    if (parse_ours(&split))
        return split.status;
    choose_algorithm(&split);
    return refuse_contradictions(&split);
}

/* ---- what they come to --------------------------------------------------- */

static uint32_t most_of(uint64_t bound)
{
    return bound ? (uint32_t)(bound - 1) : MZ_NO_BOUND;
}

void mz_options_settings(const struct mz_options *options,
                         struct mz_settings *settings)
{
    memset(settings, 0, sizeof *settings);
    snprintf(settings->algorithm, sizeof settings->algorithm, "%s",
             algorithm_names[options->algorithm]);
    settings->relation = (uint32_t)options->dependence;
    settings->plain = (uint32_t)options->plain;
    settings->atomic_volatiles = (uint8_t)options->volatiles;
    settings->race_sample = (uint8_t)options->race_sample;
    settings->isolation = (uint32_t)options->isolation;
    settings->sleep_sets = (uint8_t)options->sleep_sets;
    settings->audit = options->audit == AUDIT_OFF   ? MZ_AUDIT_OFF
                      : options->audit == AUDIT_ALL ? MZ_AUDIT_ALL
                                                    : MZ_AUDIT_FIRST;
    settings->audit_foreign = options->audit != AUDIT_BY_DEFAULT;
    settings->audit_accesses =
        settings->audit_foreign ? options->audit : AUDIT_AUTO;
    settings->jobs = (uint32_t)options->jobs;
    settings->k = (uint32_t)options->k;
    settings->keep_going = (uint8_t)options->keep_going;
    settings->statistics = (uint8_t)options->stats;
    settings->max_events = (uint32_t)options->max_events;
    settings->max_executions = options->max_executions;
    settings->preemptions = most_of(options->preemptions);
    settings->context_switches = most_of(options->context_switches);
}

static char *audit_text(uint64_t value)
{
    char *text;

    for (size_t i = 0; i < MZ_COUNT(audit_words); i++)
        if (audit_words[i].value == value)
            return strdup(audit_words[i].word);
    return asprintf(&text, "%llu", (unsigned long long)value) < 0 ? NULL : text;
}

static char *value_text(const struct mz_options *options,
                        const struct entry *entry)
{
    void *field = field_of(options, entry);
    char *text = NULL;
    int length = 0;

    switch (entry->kind) {
    case FLAG:
        text = strdup(switch_names[*(uint64_t *)field]);
        break;
    case CHOICE:
        text = strdup(entry->names[*(uint64_t *)field]);
        break;
    case COUNT:
        length = asprintf(&text, "%llu",
                          (unsigned long long)*(uint64_t *)field);
        break;
    case BOUND:
        length = asprintf(&text, "%llu",
                          (unsigned long long)*(uint64_t *)field - 1);
        break;
    case SECONDS:
        length = asprintf(&text, "%g", *(double *)field);
        break;
    case PARTIAL:
        length = *(uint64_t *)field
                     ? asprintf(&text, "%llu",
                                (unsigned long long)*(uint64_t *)field)
                     : asprintf(&text, "optimal");
        break;
    case AUDIT:
        text = audit_text(*(uint64_t *)field);
        break;
    default:
        text = strdup(*(const char **)field ? *(const char **)field : "");
    }
    if (!text || length < 0)
        mz_out_of_memory();
    return text;
}

static bool is_set(const struct mz_options *options, const struct entry *entry)
{
    void *field = field_of(options, entry);

    if (entry->initial || entry->kind == FLAG)
        return true;
    return entry->kind == SECONDS ? *(double *)field > 0
                                  : *(uint64_t *)field != 0;
}

size_t mz_options_told(const struct mz_options *options,
                       struct mz_report_option **told)
{
    struct mz_report_option *list = calloc(MZ_COUNT(table), sizeof *list);
    size_t count = 0;

    if (!list)
        mz_out_of_memory();
    for (size_t i = 0; i < MZ_COUNT(table); i++)
        if (table[i].told && is_set(options, &table[i])) {
            list[count].name = table[i].name;
            list[count++].value = value_text(options, &table[i]);
        }
    *told = list;
    return count;
}
