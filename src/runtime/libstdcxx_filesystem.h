/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions of libstdc++ for paths and files: rows for the table of
 * accesses (libc_table.h). A path is its text and a pointer to its parts, which
 * only these functions read; what is read and written of files is not memory.
 *
 * As libstdc++ of gcc 12 exports them; see libstdcxx_table.h.
 */
#ifndef MZ_RUNTIME_LIBSTDCXX_FILESYSTEM_H
#define MZ_RUNTIME_LIBSTDCXX_FILESYSTEM_H

#include "runtime/libstdcxx_streams.h"

/* clang-format off */

/* A path that is read, or changed; the argument is its address. */
#define PATH(i) R(i, BYTES(40)), R(AT(i), STRING(i))
#define CHANGED_PATH(i) PATH(i), W(i, BYTES(40)), W(AT(i), STRING(i))

#define MZ_LIBSTDCXX_FILESYSTEM(X)                                            \
    X(_ZNKSt10filesystem7__cxx1118directory_iteratordeEv, R(0, BYTES(16)))    \
    X(JOIN(_ZNKSt10filesystem7__cxx1128recursive_d,                           \
           irectory_iterator17recursion_pendingEv),                           \
      R(0, BYTES(16)))                                                        \
    X(_ZNKSt10filesystem7__cxx1128recursive_directory_iterator5depthEv,       \
      R(0, BYTES(16)))                                                        \
    X(_ZNKSt10filesystem7__cxx1128recursive_directory_iterator7optionsEv,     \
      R(0, BYTES(16)))                                                        \
    X(_ZNKSt10filesystem7__cxx1128recursive_directory_iteratordeEv,           \
      R(0, BYTES(16)))                                                        \
    X(_ZNKSt10filesystem7__cxx114path11parent_pathEv, PATH(1))                \
    X(_ZNKSt10filesystem7__cxx114path12has_filenameEv, PATH(0))               \
    X(_ZNKSt10filesystem7__cxx114path13has_root_nameEv, PATH(0))              \
    X(_ZNKSt10filesystem7__cxx114path13has_root_pathEv, PATH(0))              \
    X(_ZNKSt10filesystem7__cxx114path13relative_pathEv, PATH(1))              \
    X(_ZNKSt10filesystem7__cxx114path14root_directoryEv, PATH(1))             \
    X(_ZNKSt10filesystem7__cxx114path15has_parent_pathEv, PATH(0))            \
    X(_ZNKSt10filesystem7__cxx114path16lexically_normalEv, PATH(1))           \
    X(_ZNKSt10filesystem7__cxx114path17_M_find_extensionEv, PATH(0))          \
    X(_ZNKSt10filesystem7__cxx114path17has_relative_pathEv, PATH(0))          \
    X(_ZNKSt10filesystem7__cxx114path18has_root_directoryEv, PATH(0))         \
    X(_ZNKSt10filesystem7__cxx114path18lexically_relativeERKS1_,              \
      PATH(1), PATH(2))                                                       \
    X(_ZNKSt10filesystem7__cxx114path19lexically_proximateERKS1_,             \
      PATH(1), PATH(2))                                                       \
    X(_ZNKSt10filesystem7__cxx114path5_List3endEv, R(0, BYTES(8)))            \
    X(_ZNKSt10filesystem7__cxx114path5_List5beginEv, R(0, BYTES(8)))          \
    X(_ZNKSt10filesystem7__cxx114path7compareERKS1_, PATH(0), PATH(1))        \
    X(JOIN(_ZNKSt10filesystem7__cxx114path7compareES,                         \
           t17basic_string_viewIcSt11char_traitsIcEE),                        \
      PATH(0), R(2, ARG(1)))                                                  \
    X(_ZNKSt10filesystem7__cxx114path9root_nameEv, PATH(1))                   \
    X(_ZNKSt10filesystem7__cxx114path9root_pathEv, PATH(1))                   \
    X(_ZNSt10filesystem10equivalentERKNS_7__cxx114pathES3_,                   \
      PATH(0), PATH(1))                                                       \
    X(_ZNSt10filesystem10equivalentERKNS_7__cxx114pathES3_RSt10error_code,    \
      PATH(0), PATH(1), W(2, BYTES(16)))                                      \
    X(_ZNSt10filesystem10remove_allERKNS_7__cxx114pathE, PATH(0))             \
    X(_ZNSt10filesystem10remove_allERKNS_7__cxx114pathERSt10error_code,       \
      PATH(0), W(1, BYTES(16)))                                               \
    X(JOIN(_ZNSt10filesystem11permissionsERKNS_7__,                           \
           cxx114pathENS_5permsENS_12perm_optionsE),                          \
      PATH(0))                                                                \
    X(JOIN(_ZNSt10filesystem11permissionsERKNS_7__cxx114pa,                   \
           thENS_5permsENS_12perm_optionsERSt10error_code),                   \
      PATH(0), W(3, BYTES(16)))                                               \
    X(_ZNSt10filesystem11resize_fileERKNS_7__cxx114pathEm, PATH(0))           \
    X(_ZNSt10filesystem11resize_fileERKNS_7__cxx114pathEmRSt10error_code,     \
      PATH(0), W(2, BYTES(16)))                                               \
    X(_ZNSt10filesystem12copy_symlinkERKNS_7__cxx114pathES3_,                 \
      PATH(0), PATH(1))                                                       \
    X(_ZNSt10filesystem12copy_symlinkERKNS_7__cxx114pathES3_RSt10error_code,  \
      PATH(0), PATH(1), W(2, BYTES(16)))                                      \
    X(_ZNSt10filesystem12current_pathB5cxx11ERSt10error_code,                 \
      W(1, BYTES(16)))                                                        \
    X(_ZNSt10filesystem12current_pathB5cxx11Ev)                               \
    X(_ZNSt10filesystem12current_pathERKNS_7__cxx114pathE, PATH(0))           \
    X(_ZNSt10filesystem12current_pathERKNS_7__cxx114pathERSt10error_code,     \
      PATH(0), W(1, BYTES(16)))                                               \
    X(_ZNSt10filesystem12read_symlinkERKNS_7__cxx114pathE, PATH(1))           \
    X(_ZNSt10filesystem12read_symlinkERKNS_7__cxx114pathERSt10error_code,     \
      PATH(1), W(2, BYTES(16)))                                               \
    X(_ZNSt10filesystem14create_symlinkERKNS_7__cxx114pathES3_,               \
      PATH(0), PATH(1))                                                       \
    X(JOIN(_ZNSt10filesystem14create_symlinkERK,                              \
           NS_7__cxx114pathES3_RSt10error_code),                              \
      PATH(0), PATH(1), W(2, BYTES(16)))                                      \
    X(_ZNSt10filesystem14symlink_statusERKNS_7__cxx114pathE, PATH(0))         \
    X(_ZNSt10filesystem14symlink_statusERKNS_7__cxx114pathERSt10error_code,   \
      PATH(0), W(1, BYTES(16)))                                               \
    X(_ZNSt10filesystem15hard_link_countERKNS_7__cxx114pathE, PATH(0))        \
    X(_ZNSt10filesystem15hard_link_countERKNS_7__cxx114pathERSt10error_code,  \
      PATH(0), W(1, BYTES(16)))                                               \
    X(_ZNSt10filesystem15last_write_timeERKNS_7__cxx114pathE, PATH(0))        \
    X(JOIN3(_ZNSt10filesystem15last_write_timeERKNS_7__cxx114,                \
            pathENSt6chrono10time_pointINS_12__file_clock,                    \
            ENS4_8durationIlSt5ratioILl1ELl1000000000EEEEEE),                 \
      PATH(0))                                                                \
    X(JOIN3(_ZNSt10filesystem15last_write_timeERKNS_7__cxx114pat,             \
            hENSt6chrono10time_pointINS_12__file_clockENS4_8dura,             \
            tionIlSt5ratioILl1ELl1000000000EEEEEERSt10error_code),            \
      PATH(0), W(2, BYTES(16)))                                               \
    X(_ZNSt10filesystem15last_write_timeERKNS_7__cxx114pathERSt10error_code,  \
      PATH(0), W(1, BYTES(16)))                                               \
    X(_ZNSt10filesystem16create_directoryERKNS_7__cxx114pathE, PATH(0))       \
    X(JOIN(_ZNSt10filesystem16create_directory,                               \
           ERKNS_7__cxx114pathERSt10error_code),                              \
      PATH(0), W(1, BYTES(16)))                                               \
    X(_ZNSt10filesystem16create_directoryERKNS_7__cxx114pathES3_,             \
      PATH(0), PATH(1))                                                       \
    X(JOIN(_ZNSt10filesystem16create_directoryER,                             \
           KNS_7__cxx114pathES3_RSt10error_code),                             \
      PATH(0), PATH(1), W(2, BYTES(16)))                                      \
    X(_ZNSt10filesystem16create_hard_linkERKNS_7__cxx114pathES3_,             \
      PATH(0), PATH(1))                                                       \
    X(JOIN(_ZNSt10filesystem16create_hard_linkER,                             \
           KNS_7__cxx114pathES3_RSt10error_code),                             \
      PATH(0), PATH(1), W(2, BYTES(16)))                                      \
    X(_ZNSt10filesystem16weakly_canonicalERKNS_7__cxx114pathE, PATH(1))       \
    X(JOIN(_ZNSt10filesystem16weakly_canonical,                               \
           ERKNS_7__cxx114pathERSt10error_code),                              \
      PATH(1), W(2, BYTES(16)))                                               \
    X(_ZNSt10filesystem18create_directoriesERKNS_7__cxx114pathE, PATH(0))     \
    X(JOIN(_ZNSt10filesystem18create_directorie,                              \
           sERKNS_7__cxx114pathERSt10error_code),                             \
      PATH(0), W(1, BYTES(16)))                                               \
    X(_ZNSt10filesystem19temp_directory_pathB5cxx11ERSt10error_code,          \
      W(1, BYTES(16)))                                                        \
    X(_ZNSt10filesystem19temp_directory_pathB5cxx11Ev)                        \
    X(_ZNSt10filesystem24create_directory_symlinkERKNS_7__cxx114pathES3_,     \
      PATH(0), PATH(1))                                                       \
    X(JOIN(_ZNSt10filesystem24create_directory_symli,                         \
           nkERKNS_7__cxx114pathES3_RSt10error_code),                         \
      PATH(0), PATH(1), W(2, BYTES(16)))                                      \
    X(_ZNSt10filesystem4copyERKNS_7__cxx114pathES3_NS_12copy_optionsE,        \
      PATH(0), PATH(1))                                                       \
    X(JOIN(_ZNSt10filesystem4copyERKNS_7__cxx114pa,                           \
           thES3_NS_12copy_optionsERSt10error_code),                          \
      PATH(0), PATH(1), W(3, BYTES(16)))                                      \
    X(_ZNSt10filesystem5spaceERKNS_7__cxx114pathE, PATH(1))                   \
    X(_ZNSt10filesystem5spaceERKNS_7__cxx114pathERSt10error_code,             \
      PATH(1), W(2, BYTES(16)))                                               \
    X(_ZNSt10filesystem6removeERKNS_7__cxx114pathE, PATH(0))                  \
    X(_ZNSt10filesystem6removeERKNS_7__cxx114pathERSt10error_code,            \
      PATH(0), W(1, BYTES(16)))                                               \
    X(_ZNSt10filesystem6renameERKNS_7__cxx114pathES3_, PATH(0), PATH(1))      \
    X(_ZNSt10filesystem6renameERKNS_7__cxx114pathES3_RSt10error_code,         \
      PATH(0), PATH(1), W(2, BYTES(16)))                                      \
    X(_ZNSt10filesystem6statusERKNS_7__cxx114pathE, PATH(0))                  \
    X(_ZNSt10filesystem6statusERKNS_7__cxx114pathERSt10error_code,            \
      PATH(0), W(1, BYTES(16)))                                               \
    X(_ZNSt10filesystem7__cxx1110hash_valueERKNS0_4pathE, PATH(0))            \
    X(JOIN3(_ZNSt10filesystem7__cxx1116filesystem_error,                      \
            C1ERKNSt7__cxx1112basic_stringIcSt11char_tr,                      \
            aitsIcESaIcEEERKNS0_4pathESC_St10error_code),                     \
      W(0, BYTES(48)), R(1, BYTES(16)), R(AT(1), STRING(1)), PATH(2),         \
      PATH(3))                                                                \
    X(JOIN3(_ZNSt10filesystem7__cxx1116filesystem_erro,                       \
            rC1ERKNSt7__cxx1112basic_stringIcSt11char_,                       \
            traitsIcESaIcEEERKNS0_4pathESt10error_code),                      \
      W(0, BYTES(48)), R(1, BYTES(16)), R(AT(1), STRING(1)), PATH(2))         \
    X(JOIN(_ZNSt10filesystem7__cxx1116filesystem_errorC1ERKNSt7__cxx1112,     \
           basic_stringIcSt11char_traitsIcESaIcEEESt10error_code),            \
      W(0, BYTES(48)), R(1, BYTES(16)), R(AT(1), STRING(1)))                  \
    X(JOIN3(_ZNSt10filesystem7__cxx1116filesystem_error,                      \
            C2ERKNSt7__cxx1112basic_stringIcSt11char_tr,                      \
            aitsIcESaIcEEERKNS0_4pathESC_St10error_code),                     \
      W(0, BYTES(48)), R(1, BYTES(16)), R(AT(1), STRING(1)), PATH(2),         \
      PATH(3))                                                                \
    X(JOIN3(_ZNSt10filesystem7__cxx1116filesystem_erro,                       \
            rC2ERKNSt7__cxx1112basic_stringIcSt11char_,                       \
            traitsIcESaIcEEERKNS0_4pathESt10error_code),                      \
      W(0, BYTES(48)), R(1, BYTES(16)), R(AT(1), STRING(1)), PATH(2))         \
    X(JOIN(_ZNSt10filesystem7__cxx1116filesystem_errorC2ERKNSt7__cxx1112,     \
           basic_stringIcSt11char_traitsIcESaIcEEESt10error_code),            \
      W(0, BYTES(48)), R(1, BYTES(16)), R(AT(1), STRING(1)))                  \
    X(JOIN(_ZNSt10filesystem7__cxx1118directory_,                             \
           iterator9incrementERSt10error_code),                               \
      RW(0, BYTES(16)), W(AT(0), BYTES(96)), W(1, BYTES(16)))                 \
    X(JOIN(_ZNSt10filesystem7__cxx1118directory_iteratorC1ER,                 \
           KNS0_4pathENS_17directory_optionsEPSt10error_code),                \
      W(0, BYTES(16)), PATH(1), W(3, BYTES(16)))                              \
    X(JOIN(_ZNSt10filesystem7__cxx1118directory_iteratorC2ER,                 \
           KNS0_4pathENS_17directory_optionsEPSt10error_code),                \
      W(0, BYTES(16)), PATH(1), W(3, BYTES(16)))                              \
    X(_ZNSt10filesystem7__cxx1118directory_iteratorppEv,                      \
      RW(0, BYTES(16)), W(AT(0), BYTES(96)))                                  \
    X(JOIN(_ZNSt10filesystem7__cxx1128recursive_direc,                        \
           tory_iterator25disable_recursion_pendingEv),                       \
      RW(0, BYTES(16)))                                                       \
    X(JOIN(_ZNSt10filesystem7__cxx1128recursive_d,                            \
           irectory_iterator3popERSt10error_code),                            \
      RW(0, BYTES(16)), W(1, BYTES(16)))                                      \
    X(_ZNSt10filesystem7__cxx1128recursive_directory_iterator3popEv,          \
      RW(0, BYTES(16)))                                                       \
    X(JOIN(_ZNSt10filesystem7__cxx1128recursive_dire,                         \
           ctory_iterator9incrementERSt10error_code),                         \
      RW(0, BYTES(16)), W(1, BYTES(16)))                                      \
    X(JOIN(_ZNSt10filesystem7__cxx1128recursive_directory_iterato,            \
           rC1ERKNS0_4pathENS_17directory_optionsEPSt10error_code),           \
      W(0, BYTES(16)), PATH(1), W(3, BYTES(16)))                              \
    X(JOIN(_ZNSt10filesystem7__cxx1128recursive_directory_iterato,            \
           rC2ERKNS0_4pathENS_17directory_optionsEPSt10error_code),           \
      W(0, BYTES(16)), PATH(1), W(3, BYTES(16)))                              \
    X(_ZNSt10filesystem7__cxx1128recursive_directory_iteratorD1Ev,            \
      W(0, BYTES(16)))                                                        \
    X(_ZNSt10filesystem7__cxx1128recursive_directory_iteratorD2Ev,            \
      W(0, BYTES(16)))                                                        \
    X(_ZNSt10filesystem7__cxx1128recursive_directory_iteratoraSEOS1_,         \
      RW(0, BYTES(16)), RW(1, BYTES(16)))                                     \
    X(_ZNSt10filesystem7__cxx1128recursive_directory_iteratoraSERKS1_,        \
      RW(0, BYTES(16)), R(1, BYTES(16)))                                      \
    X(_ZNSt10filesystem7__cxx1128recursive_directory_iteratorppEv,            \
      RW(0, BYTES(16)))                                                       \
    X(_ZNSt10filesystem7__cxx114path14_M_split_cmptsEv,                       \
      PATH(0), W(0, BYTES(40)))                                               \
    X(_ZNSt10filesystem7__cxx114path14_S_convert_locEPKcS3_RKSt6locale,       \
      R(1, TO(2)), R(3, BYTES(8)))                                            \
    X(_ZNSt10filesystem7__cxx114path15remove_filenameEv, CHANGED_PATH(0))     \
    X(_ZNSt10filesystem7__cxx114path16replace_filenameERKS1_,                 \
      CHANGED_PATH(0), PATH(1))                                               \
    X(_ZNSt10filesystem7__cxx114path17replace_extensionERKS1_,                \
      CHANGED_PATH(0), PATH(1))                                               \
    X(_ZNSt10filesystem7__cxx114path5_ListC1ERKS2_,                           \
      R(1, BYTES(8)), W(0, BYTES(8)))                                         \
    X(_ZNSt10filesystem7__cxx114path5_ListC1Ev, W(0, BYTES(8)))               \
    X(JOIN(_ZNSt10filesystem7__cxx114path9_M_appendES,                        \
           t17basic_string_viewIcSt11char_traitsIcEE),                        \
      CHANGED_PATH(0), R(2, ARG(1)))                                          \
    X(JOIN(_ZNSt10filesystem7__cxx114path9_M_concatES,                        \
           t17basic_string_viewIcSt11char_traitsIcEE),                        \
      CHANGED_PATH(0), R(2, ARG(1)))                                          \
    X(_ZNSt10filesystem7__cxx114pathaSERKS1_, CHANGED_PATH(0), PATH(1))       \
    X(_ZNSt10filesystem7__cxx114pathdVERKS1_, CHANGED_PATH(0), PATH(1))       \
    X(_ZNSt10filesystem7__cxx114pathpLERKS1_, CHANGED_PATH(0), PATH(1))       \
    X(_ZNSt10filesystem8absoluteERKNS_7__cxx114pathE, PATH(1))                \
    X(_ZNSt10filesystem8absoluteERKNS_7__cxx114pathERSt10error_code,          \
      PATH(1), W(2, BYTES(16)))                                               \
    X(_ZNSt10filesystem8is_emptyERKNS_7__cxx114pathE, PATH(0))                \
    X(_ZNSt10filesystem8is_emptyERKNS_7__cxx114pathERSt10error_code,          \
      PATH(0), W(1, BYTES(16)))                                               \
    X(_ZNSt10filesystem8relativeERKNS_7__cxx114pathES3_, PATH(1), PATH(2))    \
    X(_ZNSt10filesystem8relativeERKNS_7__cxx114pathES3_RSt10error_code,       \
      PATH(1), PATH(2), W(3, BYTES(16)))                                      \
    X(_ZNSt10filesystem9canonicalERKNS_7__cxx114pathE, PATH(1))               \
    X(_ZNSt10filesystem9canonicalERKNS_7__cxx114pathERSt10error_code,         \
      PATH(1), W(2, BYTES(16)))                                               \
    X(_ZNSt10filesystem9copy_fileERKNS_7__cxx114pathES3_NS_12copy_optionsE,   \
      PATH(0), PATH(1))                                                       \
    X(JOIN(_ZNSt10filesystem9copy_fileERKNS_7__cxx114,                        \
           pathES3_NS_12copy_optionsERSt10error_code),                        \
      PATH(0), PATH(1), W(3, BYTES(16)))                                      \
    X(_ZNSt10filesystem9file_sizeERKNS_7__cxx114pathE, PATH(0))               \
    X(_ZNSt10filesystem9file_sizeERKNS_7__cxx114pathERSt10error_code,         \
      PATH(0), W(1, BYTES(16)))                                               \
    X(_ZNSt10filesystem9proximateERKNS_7__cxx114pathES3_, PATH(1), PATH(2))   \
    X(_ZNSt10filesystem9proximateERKNS_7__cxx114pathES3_RSt10error_code,      \
      PATH(1), PATH(2), W(3, BYTES(16)))                                      \
    X(JOIN(_ZNSt12__shared_ptrINSt10filesystem28recursive_directory_i,        \
           terator10_Dir_stackELN9__gnu_cxx12_Lock_policyE2EEC1EOS5_),        \
      RW(1, BYTES(16)), W(0, BYTES(16)))                                      \
    X(JOIN(_ZNSt12__shared_ptrINSt10filesystem28recursive_directory_,         \
           iterator10_Dir_stackELN9__gnu_cxx12_Lock_policyE2EEC1Ev),          \
      W(0, BYTES(16)))                                                        \
    X(JOIN(_ZNSt12__shared_ptrINSt10filesystem28recursive_directory_i,        \
           terator10_Dir_stackELN9__gnu_cxx12_Lock_policyE2EEC2EOS5_),        \
      RW(1, BYTES(16)), W(0, BYTES(16)))                                      \
    X(JOIN(_ZNSt12__shared_ptrINSt10filesystem28recursive_directory_,         \
           iterator10_Dir_stackELN9__gnu_cxx12_Lock_policyE2EEC2Ev),          \
      W(0, BYTES(16)))                                                        \
    X(JOIN(_ZNSt12__shared_ptrINSt10filesystem7__cxx1128recursive_directo,    \
           ry_iterator10_Dir_stackELN9__gnu_cxx12_Lock_policyE2EEC1EOS6_),    \
      RW(1, BYTES(16)), W(0, BYTES(16)))                                      \
    X(JOIN(_ZNSt12__shared_ptrINSt10filesystem7__cxx1128recursive_direc,      \
           tory_iterator10_Dir_stackELN9__gnu_cxx12_Lock_policyE2EEC1Ev),     \
      W(0, BYTES(16)))                                                        \
    X(JOIN(_ZNSt12__shared_ptrINSt10filesystem7__cxx1128recursive_directo,    \
           ry_iterator10_Dir_stackELN9__gnu_cxx12_Lock_policyE2EEC2EOS6_),    \
      RW(1, BYTES(16)), W(0, BYTES(16)))                                      \
    X(JOIN(_ZNSt12__shared_ptrINSt10filesystem7__cxx1128recursive_direc,      \
           tory_iterator10_Dir_stackELN9__gnu_cxx12_Lock_policyE2EEC2Ev),     \
      W(0, BYTES(16)))                                                        \
    X(JOIN(_ZNSt12__shared_ptrINSt10filesystem7__cxx114_,                     \
           DirELN9__gnu_cxx12_Lock_policyE2EEC1EOS5_),                        \
      RW(1, BYTES(16)), W(0, BYTES(16)))                                      \
    X(JOIN(_ZNSt12__shared_ptrINSt10filesystem7__cxx114_,                     \
           DirELN9__gnu_cxx12_Lock_policyE2EEC1Ev),                           \
      W(0, BYTES(16)))                                                        \
    X(JOIN(_ZNSt12__shared_ptrINSt10filesystem7__cxx114_,                     \
           DirELN9__gnu_cxx12_Lock_policyE2EEC2EOS5_),                        \
      RW(1, BYTES(16)), W(0, BYTES(16)))                                      \
    X(JOIN(_ZNSt12__shared_ptrINSt10filesystem7__cxx114_,                     \
           DirELN9__gnu_cxx12_Lock_policyE2EEC2Ev),                           \
      W(0, BYTES(16)))                                                        \
    X(JOIN(_ZNSt12__shared_ptrINSt10filesystem7__cxx114_,                     \
           DirELN9__gnu_cxx12_Lock_policyE2EEaSEOS5_),                        \
      RW(1, BYTES(16)), W(0, BYTES(16)))

/* clang-format on */

#endif
