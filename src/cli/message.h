/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the commands say on stderr: one line, `mazurka: ...`, that says what to
 * do where something can be done; and the exit statuses.
 */
#ifndef MZ_CLI_MESSAGE_H
#define MZ_CLI_MESSAGE_H

enum mz_exit {
    MZ_EXIT_SAFE = 0,       /* all executions explored, no error */
    MZ_EXIT_FAILED = 1,     /* of ours, or of the machine */
    MZ_EXIT_USAGE = 2,      /* or something unsupported */
    MZ_EXIT_INCOMPLETE = 3, /* stopped at a limit, no error so far */
    MZ_EXIT_ERROR = 42,     /* the program has an error */
};

#define MZ_PRINTF_LIKE __attribute__((format(printf, 1, 2)))

/* Each prints the line with one write; the second and third return
 * MZ_EXIT_USAGE and MZ_EXIT_FAILED, to be returned in turn. */
void mz_note(const char *format, ...) MZ_PRINTF_LIKE;
int mz_refuse(const char *format, ...) MZ_PRINTF_LIKE;
int mz_failed(const char *format, ...) MZ_PRINTF_LIKE;

/* Each line from here on begins with this text, which says who speaks and is
 * short; it is not copied. */
void mz_message_speaker(const char *);

/* The same, and the command ends. */
_Noreturn void mz_out_of_memory(void);

#endif
