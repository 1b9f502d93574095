/* SPDX-License-Identifier: Apache-2.0 */
#include "report/unwritten.h"

#include "report/headline.h"

static void tell_doubt(const struct mz_unwritten_read *read,
                       struct mz_phrase *out)
{
    if (read->size)
        mz_phrase_add(out,
                      "%u byte%s read of which nobody has written all: "
                      "what is not written may have any value",
                      read->size, read->size == 1 ? " is" : "s are");
    else
        mz_phrase_add(out, "a child process begins, whose reads of what nobody "
                           "has written are not seen");
}

bool mz_unwritten_tell(const struct mz_narrator *n, char out[MZ_PHRASE])
{
    const struct mz_unwritten_read *read = &n->report->region->unwritten;
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);
    struct mz_frame place;

    if (!read->pc)
        return false;
    if (mz_narrator_place(n, read->pc, &place) && place.file && place.line)
        mz_phrase_add(&phrase, "%.300s:%u: ", place.file, place.line);
    if (n->report->region->settings.uninitialised == MZ_UNWRITTEN_DOUBTED)
        tell_doubt(read, &phrase);
    else
        mz_phrase_add(&phrase,
                      "%u bytes of the heap are read that nobody has written, "
                      "as it seems (--uninitialised makes that an error)",
                      read->size);
    return true;
}

void mz_unwritten_print(const struct mz_report *report, FILE *out)
{
    const struct mz_unwritten_read *read = &report->region->unwritten;
    struct mz_narrator narrator;
    struct mz_frame place;
    char text[MZ_PHRASE];

    if (!read->pc || !mz_narrator_open(&narrator, report))
        return;
    if (mz_unwritten_tell(&narrator, text))
        fprintf(out, "note: %s\n", text);
    if (mz_narrator_place(&narrator, read->pc, &place))
        mz_headline_source(&narrator, &place, out);
    mz_narrator_close(&narrator);
}
