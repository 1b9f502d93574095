/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code that is not instrumented: what it does to memory is not seen. Each
 * module of the process (the program, its libraries) is known by its dynamic
 * section, objects linked into it by a note (region/note.h). Part of the
 * system, and so modelled or by decision left alone, are libc and its kin, the
 * C++ runtimes, libgcc_s, libatomic, and the dynamic linker.
 */
#ifndef MZ_RUNTIME_FOREIGN_H
#define MZ_RUNTIME_FOREIGN_H

/* Notes all there are, in the region. Before main. */
void mz_foreign_note(void);

#endif
