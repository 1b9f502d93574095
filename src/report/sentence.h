/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a finding is, in one line of English, without a newline and a position
 * in the source. This is the only place that has sentences about errors: a
 * table with a row for each fault, whose operands are filled in.
 */
#ifndef MZ_REPORT_SENTENCE_H
#define MZ_REPORT_SENTENCE_H

#include "region/region.h"
#include "symbols/phrase.h"

enum { MZ_SENTENCE = 1024 }; /* room for any; cut off if it is longer */

/* `object`: what the report calls the object of a data race, or the reason of
 * an abort (mz_narrator_subject); NULL: not told. */
void mz_sentence(const struct mz_finding *, const char *object,
                 char out[MZ_SENTENCE]);

/* How it begins, without details: `integer overflow`. */
void mz_sentence_gist(const struct mz_finding *, char out[MZ_SENTENCE]);

/* Adds the name of the variable that it is about. */
void mz_sentence_variable(const struct mz_finding *, struct mz_phrase *);

#endif
