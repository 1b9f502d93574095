/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Libraries that the program opens (dlopen) in an execution. The first time one
 * comes the search begins anew (MZ_STATUS_LIBRARIES), with it loaded before the
 * snapshot: so all that is known of modules, their memory and their storage of
 * threads is as if it had been there from the start, and is rolled back. But
 * its constructors have not run: they run where the program opens it, in each
 * execution, and its destructors where it closes it, or at the end.
 */
#ifndef MZ_RUNTIME_LIBRARY_H
#define MZ_RUNTIME_LIBRARY_H

#include "runtime/runtime.h"

/* As the process starts: which modules it begins with. */
void mz_library_note_start(void);

/* Loads those of the settings; before the snapshot. */
void mz_library_load_all(void);

/* The dynamic loader asks for memory; it may have mapped modules, of which no
 * constructor has run yet. Only while mz_library_is_loading. */
MZ_HIDDEN extern bool mz_library_is_loading;
void mz_library_hold(void);

/* dlopen and dlclose by the program, in an execution; what they return. */
void *mz_library_open(void *loader, const char *name, int flags, uint64_t pc);
int mz_library_close(void *library);

/* The program calls a function of that name of the loader: while another thread
 * runs a constructor it would wait. */
void mz_library_check_caller(const char *name);

/* dlsym, of a library that was closed, is refused. */
void mz_library_check_handle(const void *library);

/* Is this in a library that the program has not opened, or has closed? */
bool mz_library_is_hidden(uint64_t address);

/* Is this, by the loader's own name, closed? Its memory has no rights then: for
 * the runtime, which looks at all memory, it has until it is taken back. */
bool mz_library_is_gone(const char *path);
void mz_library_show(bool);

/* At the end of the process: destructors of all that are open. */
bool mz_library_has_destructors(void);
void mz_library_run_destructors(void);

#endif
