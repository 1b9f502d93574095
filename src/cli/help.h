/* SPDX-License-Identifier: Apache-2.0 */
/* What --help prints: options with what they do beside them, and text, within
 * the width of a terminal. */
#ifndef MZ_CLI_HELP_H
#define MZ_CLI_HELP_H

/* `  -o, --output=FILE   Write the report to FILE`. No letter: 0; no value:
 * NULL. The text begins in that column, or on the next line. */
void mz_help_option(char letter, const char *name, const char *value,
                    const char *text, unsigned column);

/* Lines end at words; those of the text itself stay. */
void mz_help_text(const char *text);

#endif
