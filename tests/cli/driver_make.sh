#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mazurka cc as CC of a Makefile, and in checks like those of configure.
# linker: usual
. "$(dirname "$0")/frame"
write_correct ok.c
cat >Makefile <<'END'
CFLAGS = -O2 -Wall -Wextra -Werror
LDLIBS = -lpthread
all: ok libx.so tool
x.o: CFLAGS += -fPIC
libx.so: x.o
	$(CC) -shared $(LDFLAGS) $^ -o $@
tool: tool.cc
	$(CXX) $(CXXFLAGS) $^ -o $@
END
echo 'int x;' >x.c
echo 'int main() { return 0; }' >tool.cc
run 0 make -s CC="$MAZURKA cc" CXX="$MAZURKA c++" && silent
run 0 ./ok && silent
run 0 ./tool && silent
nm x.o | grep -q __tsan_init || failed 'not instrumented'

# What configure asks: does it compile, link, run; has it this function, this
# header, this option?
echo 'int main(void) { return 0; }' >conftest.c
run 0 "$MAZURKA" cc conftest.c && silent && [ -x a.out ] || failed 'no a.out'
run 0 ./a.out && silent
cat >conftest.c <<'END'
#include <stdio.h>
int main(void)
{
    FILE *f = fopen("conftest.out", "w");
    return !f || ferror(f) || fclose(f) != 0 || sizeof(long) != 8;
}
END
run 0 "$MAZURKA" cc -o conftest -g -O2 conftest.c && silent
run 0 ./conftest && silent && [ -f conftest.out ] || failed 'no conftest.out'
echo 'char no_such_function(void);
int main(void) { return no_such_function(); }' >conftest.c
run 1 "$MAZURKA" cc -o conftest conftest.c
says no_such_function
echo '#include <no/such/header.h>' >conftest.c
run 1 "$MAZURKA" cc -E conftest.c
run 1 "$MAZURKA" cc -c -Wno-such-thing -fno-such-thing conftest.c
echo 'char pthread_create(void);
int main(void) { return pthread_create() != 0; }' >conftest.c
run 0 "$MAZURKA" cc -w conftest.c -o conftest && silent
nothing_left
