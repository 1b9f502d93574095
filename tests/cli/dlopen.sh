#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Libraries that the program opens: what is in them is checked as if they had been
# linked, their constructors run where they are opened, and what natively is gone
# when they are closed is gone.
. "$(dirname "$0")/frame"

cat >plugin.h <<'END'
struct plugin {
    void (*step)(int);
    int (*total)(void);
};
#ifdef __cplusplus
extern "C"
#endif
void host_register(struct plugin *);
END
cat >plugin.c <<'END'
#include "plugin.h"
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total, *block;
static __thread int calls;
static void step(int n)
{
    if (calls++)
        abort();
#ifndef RACE
    pthread_mutex_lock(&m);
#endif
    total += n;
    *block += n;
#ifndef RACE
    pthread_mutex_unlock(&m);
#endif
}
static int get(void)
{
    return total;
}
static struct plugin self = {step, get};
__attribute__((constructor)) static void begin(void)
{
    total++;
    block = calloc(1, sizeof *block);
    host_register(&self);
}
__attribute__((destructor)) static void end(void)
{
    free(block);
    host_register(NULL);
}
int plugin_version(void)
{
    return 3;
}
END
cat >host.c <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include "plugin.h"
static struct plugin *known;
static int registered, ends;
void host_register(struct plugin *plugin)
{
    known = plugin;
    registered++;
}
static void *run(void *unused)
{
    known->step(1);
    return unused;
}
static void *open_it(void *unused)
{
    dlopen("./plugin.so", RTLD_NOW);
    return unused;
}
int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    pthread_t t[7];
    int (*version)(void), (*total)(void);
    void *library;
    Dl_info info;

    assert(!dlopen("./there_is_none.so", RTLD_NOW));
    assert(strstr(dlerror(), "there_is_none") && !dlerror());
    assert(!dlopen("./plugin.so", RTLD_NOW | RTLD_NOLOAD) && !registered);
    if (!strcmp(mode, "threads")) {
        pthread_create(&t[0], NULL, open_it, NULL);
        return pthread_join(t[0], NULL);
    }
    if (!strcmp(mode, "early"))
        assert(!dlsym(RTLD_DEFAULT, "plugin_version"));
    library = dlopen("./plugin.so",
                     !strcmp(mode, "early") || !strcmp(mode, "global")
                         ? RTLD_NOW | RTLD_GLOBAL
                         : RTLD_NOW);
    assert(library && registered == 1 && known->total() == 1);
    version = (int (*)(void))dlsym(library, "plugin_version");
    assert(version() == 3 && dlopen("./plugin.so", RTLD_NOW) == library);
    assert(registered == 1);
    total = known->total;
    for (int i = 0; i < 5; i++) { /* numbers of threads are used again */
        pthread_create(&t[i], NULL, run, NULL);
        pthread_join(t[i], NULL);
    }
    for (int i = 5; i < 7; i++)
        pthread_create(&t[i], NULL, run, NULL);
    for (int i = 5; i < 7; i++)
        pthread_join(t[i], NULL);
    assert(total() == 8);
    assert(!dlclose(library) && registered == 1);
    assert(!dlclose(library));
    if (!strcmp(mode, "stays"))
        return registered != 1;
    assert(registered == 2 && !known);
    if (!strcmp(mode, "again"))
        open_it(NULL);
    if (!strcmp(mode, "handle"))
        dlsym(library, "plugin_version");
    if (!strcmp(mode, "global"))
        return dlsym(RTLD_DEFAULT, "nobody_has_this") != NULL;
    if (!strcmp(mode, "other")) {
        assert(!dladdr((void *)version, &info));
        assert(dladdr((void *)main, &info) && dlopen("./other.so", RTLD_NOW));
    }
    return !strcmp(mode, "use") ? total() : 0;
}
END
cat >plugin.cc <<'END'
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>
#include "plugin.h"
static std::mutex m;
static std::vector<std::string> lines;
static thread_local int calls;
static int total;
static void step(int n)
{
    std::lock_guard<std::mutex> lock(m);
    if (calls++)
        std::abort();
    lines.push_back("a line that is longer than what fits into a string");
    try {
        throw std::runtime_error(lines.back());
    } catch (const std::exception &) {
        total += n;
    }
}
static int get()
{
    return 1 + total;
}
static plugin self = {step, get};
static struct registration {
    registration() { host_register(&self); }
    ~registration() { host_register(nullptr); }
} registration;
extern "C" int plugin_version()
{
    return 3;
}
END
"$MAZURKA" cc -g -rdynamic host.c -o host -ldl || failed 'does not link'
"$MAZURKA" cc -g -shared -fPIC -DRACE plugin.c -o racy.so
"$MAZURKA" cc -g -shared -fPIC plugin.c -o plain.so
"$MAZURKA" c++ -g -shared -fPIC plugin.cc -o cxx.so
"$MAZURKA" cc -fsanitize=address -shared -fPIC plugin.c -o zones.so
gcc -g -shared -fPIC plugin.c -o foreign.so
echo 'int other;' >other.c
"$MAZURKA" cc -shared -fPIC other.c -o other.so

# use LIBRARY: what the host opens.
use() {
    ln -sf "$1" plugin.so
}

# Two threads that lock once each: two orders. Where execution begins does not
# matter, nor how it is undone. What the loader does when a library of C++ is closed
# depends on compilers: libstdc++ may have been bound to it, so that it stays.
for library in plain.so cxx.so; do
    use $library
    mode=
    { ./host; } 2>/dev/null || mode=stays
    run 0 ./host $mode
    run 0 "$MAZURKA" check ./host -- $mode
    prints 'no error, all executions explored: 2 executions'
    run 0 "$MAZURKA" check --checkpoints=always ./host -- $mode
    run 0 "$MAZURKA" check --isolation=fork ./host -- $mode
    prints 'no error, all executions explored: 2 executions'
done
use plain.so
run 0 "$MAZURKA" check --jobs=2 ./host
run 0 "$MAZURKA" check --leaks --audit=1 ./host

# What it does is seen, or is told not to be.
use racy.so
run 42 "$MAZURKA" check ./host
prints 'plugin.c:14: error: data race on total'
run 42 "$MAZURKA" replay
prints 'plugin.c:14: error: data race on total'
use foreign.so
run 3 "$MAZURKA" check ./host
prints 'not seen: '
prints 'plugin.so; not instrumented'

# When it is closed it is gone.
use plain.so
run 42 "$MAZURKA" check ./host -- use
prints 'SIGSEGV'
prints ' in get'

# The loader, whom others ask, still knows it; the audit looks at all memory.
for mode in other global; do
    run 0 ./host $mode
    run 0 "$MAZURKA" check ./host -- $mode
    run 0 "$MAZURKA" check --isolation=fork ./host -- $mode
done

# Refused, not passed over.
for refusal in 'threads:dlopen of plugin.so beside other threads' \
    'again:dlopen of plugin.so, which was closed' \
    'handle:dlsym of plugin.so, which was closed' \
    'early:dlsym in a library that is not open'; do
    run 2 "$MAZURKA" check ./host -- "${refusal%%:*}"
    says "unsupported: ${refusal#*:}"
done
use zones.so
run 2 "$MAZURKA" check ./host
says 'unsupported: dlopen of a library that is built with -fsanitize=address'
says 'hint: build the program with -fsanitize=address, too'

# Nobody can unwind the stack while the loader works: it is called as if by
# whatever byte of the caller says "return" (here, the last of mov %rax, %rbx),
# and frees its last message then.
cat >deep.c <<'END'
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
static volatile int sink;
__attribute__((noinline)) static int fails(const char *name)
{
    char no_addresses[16000];
#ifdef __x86_64__
    register void *library __asm__("rbx");
#else
    void *library;
#endif
    memset(no_addresses, 0xbb, sizeof no_addresses);
    sink += no_addresses[sink & 1];
    library = dlopen(name, RTLD_NOW);
    __asm__("" : "+r"(library));
    return !library && no_addresses[1];
}
static void *run(void *unused)
{
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    assert(fails("libnone.so") && fails("libnone.so") && !fails("libno.so"));
}
END
"$MAZURKA" cc -O1 -g deep.c -o deep
run 42 "$MAZURKA" check ./deep
prints 'deep.c:28: error: assertion failed'
prints 'interleaving ('

# Of a library that nobody sees anyway it is told, be it closed there or not.
cat >unseen.c <<'END'
static int begun;
__attribute__((constructor)) static void begin(void)
{
    begun = 1;
}
int unseen(void)
{
    return begun;
}
END
gcc -shared -fPIC unseen.c -o unseen.so
cat >beside.c <<'END'
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
static void *run(void *unused)
{
    void *library = dlopen("./unseen.so", RTLD_NOW);
    int (*unseen)(void) = (int (*)(void))dlsym(library, "unseen");
    assert(unseen() == 1);
    dlclose(library);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    return 0;
}
END
run 3 "$MAZURKA" check beside.c
prints 'not seen: dlopen (of unseen.so, beside other threads'
prints 'all executions explored'
run 3 "$MAZURKA" check --trust=unseen.so beside.c
"$MAZURKA" cc -shared -fPIC unseen.c -o unseen.so
run 2 "$MAZURKA" check beside.c
says 'dlopen of unseen.so beside other threads'
