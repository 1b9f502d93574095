/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The note that linked programs carry (runtime/units.S): which of their object
 * files and archive members were not instrumented.
 *
 *     ?        not known: whoever linked it was not `mazurka cc`
 *     =LINES   these, each `1129-1134 libfoo.a(bar.o)`: where most of its code
 *              is, in hex and before relocation, or 0-0; and its name
 *     ...      the name of those that there was no room for
 */
#ifndef MZ_REGION_NOTE_H
#define MZ_REGION_NOTE_H

#define MZ_NOTE_SECTION ".note.mazurka"
#define MZ_NOTE_OWNER "Mazurka"
#define MZ_NOTE_MORE "..."

enum { MZ_NOTE_UNITS = 1, MZ_NOTE_UNKNOWN = '?', MZ_NOTE_KNOWN = '=' };

#endif
