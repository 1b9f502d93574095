# SPDX-License-Identifier: Apache-2.0
# find_package(Mazurka): unit tests by mz_check.
#
#   mazurka_add_test(NAME SOURCE...)
#     An executable, and a test of ctest that runs it. Configured with
#     -DCMAKE_C_COMPILER=mazurka-cc -DCMAKE_CXX_COMPILER=mazurka-c++ its tests
#     are explored; with any other compiler they are run once
#     (Mazurka::unchecked), or as often as MAZURKA_STRESS says. NDEBUG is not
#     defined: without assertions a test passes whatever happens.
get_filename_component(MAZURKA_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.."
                       ABSOLUTE)
find_package(Threads REQUIRED)

if(NOT TARGET Mazurka::unchecked)
  add_library(Mazurka::unchecked STATIC IMPORTED)
  set_target_properties(Mazurka::unchecked PROPERTIES
    IMPORTED_LOCATION "${MAZURKA_PREFIX}/lib/libmazurka-unchecked.a"
    INTERFACE_INCLUDE_DIRECTORIES "${MAZURKA_PREFIX}/include"
    INTERFACE_LINK_LIBRARIES Threads::Threads)
endif()

function(mazurka_add_test name)
  get_filename_component(c "${CMAKE_C_COMPILER}" NAME)
  get_filename_component(cxx "${CMAKE_CXX_COMPILER}" NAME)
  add_executable(${name} ${ARGN})
  target_compile_options(${name} PRIVATE -UNDEBUG)
  if(c MATCHES "^mazurka-" OR cxx MATCHES "^mazurka-")
    target_link_libraries(${name} Threads::Threads)
  else()
    target_link_libraries(${name} Mazurka::unchecked)
  endif()
  add_test(NAME ${name} COMMAND ${name})
endfunction()
