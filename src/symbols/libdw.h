/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libdw, which is loaded when the first image is opened: it is one of six
 * libraries that come together, and to load them took as long as a tenth of the
 * check of a small program, of which most ask for no place in a source. What is
 * called by the name of one of its functions is that function then.
 */
#ifndef MZ_SYMBOLS_LIBDW_H
#define MZ_SYMBOLS_LIBDW_H

#include <stdbool.h>

#include <dwarf.h>
#include <elfutils/libdwfl.h>

#define MZ_LIBDW(X)                                                      \
    X(dwarf_attr) X(dwarf_attr_integrate) X(dwarf_child)                 \
    X(dwarf_diecu) X(dwarf_diename) X(dwarf_entrypc) X(dwarf_filesrc)    \
    X(dwarf_formaddr) X(dwarf_formflag) X(dwarf_formref_die)             \
    X(dwarf_formsdata) X(dwarf_formudata) X(dwarf_get_units)             \
    X(dwarf_getlocation) X(dwarf_getlocation_addr)                       \
    X(dwarf_getlocation_attr) X(dwarf_getsrcfiles)                       \
    X(dwarf_getsrclines) X(dwarf_hasattr) X(dwarf_haspc)                 \
    X(dwarf_lineaddr) X(dwarf_linecol) X(dwarf_lineendsequence)          \
    X(dwarf_lineno) X(dwarf_linesrc) X(dwarf_onesrcline)                 \
    X(dwarf_ranges) X(dwarf_siblingof) X(dwarf_srclang) X(dwarf_tag)     \
    X(dwfl_begin) X(dwfl_build_id_find_debuginfo)                        \
    X(dwfl_build_id_find_elf) X(dwfl_end) X(dwfl_module_addrinfo)        \
    X(dwfl_module_getdwarf) X(dwfl_module_getelf)                        \
    X(dwfl_module_getsym_info) X(dwfl_module_getsymtab)                  \
    X(dwfl_module_info) X(dwfl_offline_section_address)                  \
    X(dwfl_report_elf) X(dwfl_report_end)                                \
    X(dwfl_standard_find_debuginfo) X(elf_getdata) X(elf_getphdrnum)     \
    X(elf_nextscn) X(gelf_getphdr) X(gelf_getshdr)

struct mz_libdw {
#define X(name) __typeof__(name) *name;
    MZ_LIBDW(X)
#undef X
};

extern struct mz_libdw mz_libdw;

/* Call first. False: it cannot be loaded, or has not all of these; that has
 * been said. */
bool mz_libdw_load(void);

#define dwarf_attr mz_libdw.dwarf_attr
#define dwarf_attr_integrate mz_libdw.dwarf_attr_integrate
#define dwarf_child mz_libdw.dwarf_child
#define dwarf_diecu mz_libdw.dwarf_diecu
#define dwarf_diename mz_libdw.dwarf_diename
#define dwarf_entrypc mz_libdw.dwarf_entrypc
#define dwarf_filesrc mz_libdw.dwarf_filesrc
#define dwarf_formaddr mz_libdw.dwarf_formaddr
#define dwarf_formflag mz_libdw.dwarf_formflag
#define dwarf_formref_die mz_libdw.dwarf_formref_die
#define dwarf_formsdata mz_libdw.dwarf_formsdata
#define dwarf_formudata mz_libdw.dwarf_formudata
#define dwarf_get_units mz_libdw.dwarf_get_units
#define dwarf_getlocation mz_libdw.dwarf_getlocation
#define dwarf_getlocation_addr mz_libdw.dwarf_getlocation_addr
#define dwarf_getlocation_attr mz_libdw.dwarf_getlocation_attr
#define dwarf_getsrcfiles mz_libdw.dwarf_getsrcfiles
#define dwarf_getsrclines mz_libdw.dwarf_getsrclines
#define dwarf_hasattr mz_libdw.dwarf_hasattr
#define dwarf_haspc mz_libdw.dwarf_haspc
#define dwarf_lineaddr mz_libdw.dwarf_lineaddr
#define dwarf_linecol mz_libdw.dwarf_linecol
#define dwarf_lineendsequence mz_libdw.dwarf_lineendsequence
#define dwarf_lineno mz_libdw.dwarf_lineno
#define dwarf_linesrc mz_libdw.dwarf_linesrc
#define dwarf_onesrcline mz_libdw.dwarf_onesrcline
#define dwarf_ranges mz_libdw.dwarf_ranges
#define dwarf_siblingof mz_libdw.dwarf_siblingof
#define dwarf_srclang mz_libdw.dwarf_srclang
#define dwarf_tag mz_libdw.dwarf_tag
#define dwfl_begin mz_libdw.dwfl_begin
#define dwfl_build_id_find_debuginfo mz_libdw.dwfl_build_id_find_debuginfo
#define dwfl_build_id_find_elf mz_libdw.dwfl_build_id_find_elf
#define dwfl_end mz_libdw.dwfl_end
#define dwfl_module_addrinfo mz_libdw.dwfl_module_addrinfo
#define dwfl_module_getdwarf mz_libdw.dwfl_module_getdwarf
#define dwfl_module_getelf mz_libdw.dwfl_module_getelf
#define dwfl_module_getsym_info mz_libdw.dwfl_module_getsym_info
#define dwfl_module_getsymtab mz_libdw.dwfl_module_getsymtab
#define dwfl_module_info mz_libdw.dwfl_module_info
#define dwfl_offline_section_address mz_libdw.dwfl_offline_section_address
#define dwfl_report_elf mz_libdw.dwfl_report_elf
#define dwfl_report_end mz_libdw.dwfl_report_end
#define dwfl_standard_find_debuginfo mz_libdw.dwfl_standard_find_debuginfo
#define elf_getdata mz_libdw.elf_getdata
#define elf_getphdrnum mz_libdw.elf_getphdrnum
#define elf_nextscn mz_libdw.elf_nextscn
#define gelf_getphdr mz_libdw.gelf_getphdr
#define gelf_getshdr mz_libdw.gelf_getshdr

#endif
