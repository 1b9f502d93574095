/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An option: what its row in option_table.h says, and its value as text and as
 * a field of struct mz_request. What values there are is known by its kind.
 */
#ifndef MZ_CLI_OPTION_H
#define MZ_CLI_OPTION_H

#include "cli/options.h"

enum mz_option_kind {
    MZ_KIND_FLAG,    /* no value */
    MZ_KIND_CHOICE,  /* one of `names` */
    MZ_KIND_COUNT,   /* a number, least .. most */
    MZ_KIND_JOBS,    /* the same, or auto: see options.c */
    MZ_KIND_BOUND,   /* the same, kept plus one: 0 is none */
    MZ_KIND_PARTIAL, /* a number, or `optimal`: 0 */
    MZ_KIND_AUDIT,   /* a number, or a word: see enum mz_option_audit */
    MZ_KIND_SECONDS, /* 10, 0.5, 5m, 2h */
    MZ_KIND_NAMES,   /* given again, one more; joined by commas */
    MZ_KIND_FAILURES, /* names of calls, and perhaps :N */
    MZ_KIND_PROPERTY, /* its name, or a file: see property.h */
    MZ_KIND_EXPECTED, /* same, perhaps with files; or as, with one */
    MZ_KIND_TEXT,
};

/* In the order in which --help and the manual have them. */
enum mz_option_group {
    MZ_GROUP_NONE,
    MZ_GROUP_LIMITS,
    MZ_GROUP_REPORT,
    MZ_GROUP_ERRORS,
    MZ_GROUP_UNSEEN,
    MZ_GROUP_SEARCH,
    MZ_GROUP_COUNT
};

struct mz_option {
    const char *name;
    const char *value;   /* what it is called in --help; NULL: its names */
    const char *initial; /* NULL: none */
    const char *idle;    /* NULL, or the value that asks for nothing special */
    const char *help;
    const char *const *names; /* NULL after the last */
    uint64_t least, most;
    uint16_t offset;       /* in struct mz_request */
    uint16_t setting;      /* in struct mz_settings ... */
    uint16_t setting_size; /* ... in bytes; 0: it is no setting by itself */
    uint8_t kind;
    uint8_t group;
    char letter;
    bool is_told; /* in reports */
};

/* An option's number: MZ_ID_max_events. */
enum mz_option_id {
#define X(kind, field, ...) MZ_ID_##field,
    MZ_OPTIONS(X)
#undef X
        MZ_OPTION_COUNT
};

extern const struct mz_option mz_option_table[MZ_OPTION_COUNT];

/* As words: off, all, auto. The last takes 4 ms of CPU at most, and is more
 * than the first execution of a small program. */
enum mz_option_audit { MZ_AUDIT_NONE = 0, MZ_AUDIT_AUTO = 300 };
#define MZ_AUDIT_EVERY UINT64_MAX
#define MZ_AUDIT_BY_DEFAULT (UINT64_MAX - 1)

/* MZ_OPTION_COUNT: there is none of that name. */
enum mz_option_id mz_option_find(const char *name);

/* 0, or the exit status of a value that was refused. */
int mz_option_set(struct mz_request *, enum mz_option_id, const char *value);

/* The value as one would type it; from malloc. */
char *mz_option_text(const struct mz_request *, enum mz_option_id);

/* It has a value, be it by default. */
bool mz_option_has_value(const struct mz_request *, enum mz_option_id);

/* Its values are numbers, or a word in the place of one. */
bool mz_option_is_number(enum mz_option_id);

bool mz_option_is_given(const struct mz_request *, enum mz_option_id);

/* It was given, and not with its idle value. */
bool mz_option_asks(const struct mz_request *, enum mz_option_id);

/* Writes it to its place in the settings, if it has one. */
void mz_option_settle(const struct mz_request *, enum mz_option_id,
                      struct mz_settings *);

#endif
