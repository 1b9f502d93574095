/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/lines.h"

#include "symbols/dies.h"
#include "symbols/names.h"


enum { MAX_INLINED = 64, MAX_NAME = 1024 };

/* The last row of the table at or before an address; the table is sorted. */
static size_t row_before(Dwarf_Lines *lines, size_t count, Dwarf_Addr address)
{
    size_t low = 0, high = count;
    Dwarf_Addr begin;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (dwarf_lineaddr(dwarf_onesrcline(lines, middle), &begin) == 0 &&
            begin <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1; /* SIZE_MAX: none */
}

/*
 * The row that tells the line of an address. Code that the compiler has added
 * itself has line 0: take what comes before it.
 */
static Dwarf_Line *row_at(Dwarf_Die *unit, Dwarf_Addr address)
{
    Dwarf_Lines *lines;
    size_t count, row;

    if (dwarf_getsrclines(unit, &lines, &count) != 0)
        return NULL;
    for (row = row_before(lines, count, address); row < count; row--) {
        Dwarf_Line *line = dwarf_onesrcline(lines, row);
        bool ended = true;
        int number = 0;

        if (dwarf_lineendsequence(line, &ended) != 0 || ended ||
            dwarf_lineno(line, &number) != 0)
            return NULL;
        if (number > 0)
            return line;
    }
    return NULL;
}

static void set_file(struct mz_frame *frame, struct mz_sources *sources,
                     const char *recorded)
{
    if (recorded)
        frame->file = mz_sources_name(sources, recorded);
}

/* Where in its innermost function an address is. */
static void set_line(struct mz_frame *frame, struct mz_sources *sources,
                     Dwarf_Die *unit, Dwarf_Addr address)
{
    Dwarf_Line *row = row_at(unit, address);
    int number;

    if (!row)
        return;
    set_file(frame, sources, dwarf_linesrc(row, NULL, NULL));
    if (dwarf_lineno(row, &number) == 0)
        frame->line = number;
    if (dwarf_linecol(row, &number) == 0)
        frame->column = number;
}

/* By its number in the unit. */
static void set_file_number(struct mz_frame *frame, struct mz_sources *sources,
                            Dwarf_Die *unit, uint64_t file)
{
    Dwarf_Files *files;
    size_t count;

    if (dwarf_getsrcfiles(unit, &files, &count) == 0 && file < count)
        set_file(frame, sources, dwarf_filesrc(files, file, NULL, NULL));
}

/* Where an inlined function was called. */
static void set_call_line(struct mz_frame *frame, struct mz_sources *sources,
                          Dwarf_Die *unit, Dwarf_Die *inlined)
{
    set_file_number(frame, sources, unit,
                    mz_die_number(inlined, DW_AT_call_file, UINT64_MAX));
    frame->line = mz_die_number(inlined, DW_AT_call_line, 0);
    frame->column = mz_die_number(inlined, DW_AT_call_column, 0);
}

/* The function, and those inlined at an address of it, from the outermost. */
static size_t functions_at(Dwarf_Die function, Dwarf_Addr address,
                           Dwarf_Die functions[MAX_INLINED])
{
    Dwarf_Die scope = function;
    size_t count = 0;

    functions[count++] = function;
    while (count < MAX_INLINED && mz_die_enter(&scope, address))
        if (dwarf_tag(&scope) == DW_TAG_inlined_subroutine)
            functions[count++] = scope;
    return count;
}

static void set_function(struct mz_frame *frame, struct mz_image *image,
                         struct mz_sources *sources, Dwarf_Die *function)
{
    char name[MAX_NAME];
    struct mz_phrase phrase = mz_phrase_in(name, sizeof name);

    mz_names_add(image, function, &phrase);
    frame->function = mz_words_keep(sources->words, name);
}

/* Code outside of all functions: written in assembler. */
static size_t line_alone(struct mz_unit *unit, struct mz_sources *sources,
                         Dwarf_Addr address, struct mz_frame *out)
{
    *out = (struct mz_frame){0};
    set_line(out, sources, &unit->lines, address);
    return out->line > 0;
}

size_t mz_lines_frames(struct mz_image *image, struct mz_sources *sources,
                       Dwarf_Addr place, struct mz_frame *out, size_t max)
{
    struct mz_unit *unit = mz_image_unit_at(image, place);
    struct mz_outline *outline = unit ? mz_image_outline(unit) : NULL;
    Dwarf_Addr address = place - image->dwarf_bias;
    Dwarf_Die functions[MAX_INLINED];
    size_t count, i;

    if (!outline || !max)
        return 0;
    if (!mz_outline_function(outline, address, &functions[0]))
        return line_alone(unit, sources, address, out);
    count = functions_at(functions[0], address, functions);
    for (i = 0; i < count && i < max; i++) {
        out[i] = (struct mz_frame){0};
        set_function(&out[i], image, sources, &functions[count - 1 - i]);
        if (i == 0)
            set_line(&out[i], sources, &unit->lines, address);
        else
            set_call_line(&out[i], sources, &unit->lines,
                          &functions[count - i]);
    }
    return i;
}

bool mz_lines_function(struct mz_image *image, struct mz_sources *sources,
                       Dwarf_Addr place, struct mz_frame *out)
{
    struct mz_unit *unit = mz_image_unit_at(image, place);
    struct mz_outline *outline = unit ? mz_image_outline(unit) : NULL;
    Dwarf_Addr address = place - image->dwarf_bias, begin;
    Dwarf_Die function;

    *out = (struct mz_frame){0};
    if (!outline || !mz_outline_function(outline, address, &function) ||
        dwarf_entrypc(&function, &begin) != 0 || begin != address)
        return false;
    set_function(out, image, sources, &function);
    set_file_number(out, sources, &unit->lines,
                    mz_die_number(&function, DW_AT_decl_file, UINT64_MAX));
    out->line = mz_die_number(&function, DW_AT_decl_line, 0);
    out->column = mz_die_number(&function, DW_AT_decl_column, 0);
    return out->file && out->line;
}
