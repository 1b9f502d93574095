#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mazurka-cc and mazurka-c++ as the compilers of a CMake project.
# linker: usual
. "$(dirname "$0")/frame"
command -v cmake >/dev/null || exit 0
bin=$(dirname "$MAZURKA")
write_correct ok.c
echo 'int one(void) { return 1; }' >one.c
echo 'extern "C" int one(void);
int main() { return one() - 1; }' >tool.cc
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.13)
project(example C CXX)
find_package(Threads REQUIRED)
include(CheckCSourceRuns)
check_c_source_runs("int main(void) { return 0; }" RUNS)
include(CheckFunctionExists)
check_function_exists(no_such_function NO_SUCH)
if(NOT RUNS OR NO_SUCH)
  message(FATAL_ERROR "checks go wrong")
endif()
add_executable(ok ok.c)
target_link_libraries(ok Threads::Threads)
add_library(one SHARED one.c)
add_executable(tool tool.cc)
target_link_libraries(tool one)
END
for compilers in gcc:g++ clang:clang++; do
    command -v "${compilers%:*}" >/dev/null || continue
    export MAZURKA_CC=${compilers%:*} MAZURKA_CXX=${compilers#*:}
    rm -rf out
    run 0 cmake -S . -B out -DCMAKE_C_COMPILER="$bin/mazurka-cc" \
        -DCMAKE_CXX_COMPILER="$bin/mazurka-c++"
    grep -q "CMAKE_C_COMPILER_ID \"" out/CMakeFiles/*/CMakeCCompiler.cmake ||
        failed 'the compiler is not recognised'
    run 0 cmake --build out
    [ ! -s .err ] || failed 'building is not silent'
    run 0 out/ok && silent
    run 0 out/tool && silent
    readelf -d out/ok | grep -q libmazurka || failed 'not linked for checking'
done
nothing_left
