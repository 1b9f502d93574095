#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --audit catches accesses that nobody announced, whatever made them, and tells
# them by source line and object. Those here come from a file that is compiled
# without mazurka; a call of libc that is not in the runtime's table (if this one
# is by now: take another) is in a file that is.
. "$(dirname "$0")/frame"
cat >main.c <<'END'
#define _GNU_SOURCE
#include <argz.h>
#include <pthread.h>
#include <sys/mman.h>
extern void *touch_global(void *), *touch_heap(void *), *touch_stack(void *),
    *touch_mapping(void *), *clear(void *), *exchange(void *), *reads(void *);
int global, announced;
char bytes[64], *argz;
size_t length;
struct frame { int first, local; };
static void in_thread(void *(*f)(void *), void *p)
{
    pthread_t t;
    pthread_create(&t, 0, f, p);
    pthread_join(t, 0);
}
int main(void)
{
    struct frame frame = {1, 2};
    pthread_t t;
    int *heap = new_block();
    char *map = mmap(0, 4096, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    announced++;
    in_thread(touch_global, 0);
    in_thread(touch_heap, heap);
    own_private(&frame.local);
    pthread_create(&t, 0, touch_stack, &frame.local);
    own_known(&frame.local);
    own_private(&frame.first);
    pthread_join(t, 0);
    own_private(&frame.local);
    in_thread(touch_mapping, map);
    in_thread(clear, 0);
    in_thread(exchange, 0);
    in_thread(reads, 0);
    global = 3;
    again();
    if (global == 2 && peek() != 2)
        return 1;
    argz_create_sep("a:b", ':', &argz, &length);
    return 0;
}
END
sed -i 's/^extern/extern int *new_block(void);\nextern void own_known(int *), own_private(int *), again(void);\nextern int peek(void);\n&/' main.c
cat >block.c <<'END'
#include <stdlib.h>
int *new_block(void)
{
    return malloc(40);
}
END
cat >plain.c <<'END'
#include <string.h>
extern int global, announced;
extern char bytes[64];
int seen;
void *touch_global(void *p)
{
    global = 1; /* line 7 */
    return p;
}
void *touch_heap(int *p)
{
    p[2] = 1; /* line 12 */
    return p;
}
void *touch_stack(int *p)
{
    *p = 1; /* line 17 */
    return p;
}
void *touch_mapping(char *p)
{
    p[100] = 1; /* line 22 */
    return p;
}
void *clear(void *p)
{
    memset(bytes, 0, sizeof bytes); /* line 27 */
    return p;
}
void *exchange(void *p)
{
    int one = 1;
    __asm__ volatile("xchgl %0, %1" : "+r"(one), "+m"(global)); /* line 33 */
    return p;
}
void *reads(void *p)
{
    return announced ? p : &seen; /* line 38 */
}
void again(void)
{
    global = 2; /* line 42 */
}
void own_known(int *p)
{
    ++*p; /* line 46 */
}
void own_private(int *p)
{
    ++*p;
}
END
cat >library.c <<'END'
extern int global;
int peek(void)
{
    return global; /* line 4 */
}
END
gcc -g -fPIC -shared library.c -o "$work/libplain.so" || failed 'does not compile'
told='library.c:4 plain.c:7 plain.c:12 plain.c:17 plain.c:22 plain.c:33 plain.c:38 plain.c:42
      plain.c:46 main.c:44'

# tells PLACE...: each once at least, and no other place.
tells() {
    local place
    for place; do
        prints "$place in "
    done
    places=$(grep -o '[a-z]*\.c:[0-9]* in ' .out | sort -u | wc -l)
    [ "$places" -eq $# ] || failed "$places places are told, not $#"
}

# Where memset is not called (-O2) it is not announced, either.
for plain in 'gcc -O0' 'gcc -O2'; do
    [ "$plain" = 'gcc -O0' ] || told="$told plain.c:27"
    $plain -g -c plain.c -o plain.o || failed 'does not compile'
    "$MAZURKA" cc -g main.c block.c plain.o "$work/libplain.so" -o program ||
        failed 'does not link'
    # shellcheck disable=SC2086
    for isolation in process fork; do
        run 3 "$MAZURKA" check --audit=all --isolation=$isolation ./program
        tells $told
        prints 'write of 4 bytes to global by main.1 at plain.c:7'
        prints 'read of 4 bytes of announced by main.7 at plain.c:38'
        prints 'by main at plain.c:46'
        prints 'in argz_create_sep'
        cp .out told
        run 3 "$MAZURKA" check --audit=100000 --isolation=$isolation ./program
        diff <(grep 'not seen' told) <(grep 'not seen' .out) >/dev/null ||
            failed 'the first execution is another one'
    done
    run 3 "$MAZURKA" check --audit=all -j 2 ./program
    # shellcheck disable=SC2086
    tells $told
done

# Without an audit nothing of this is known.
run_off() {
    "$MAZURKA" check --audit=off --format=json ./program >.out 2>.err
    command='check --audit=off'
    [ "$(field audited)" -eq 0 ] || failed 'audited nonetheless'
    ! grep -q '"access"' .out || failed 'an access is told'
}
run_off

# It ends after so many accesses, and what was seen until then is told.
run 3 "$MAZURKA" check --audit=50 --format=json ./program
[ "$(field audited)" -gt 0 ] || failed 'nothing was audited'
[ "$(field audited)" -le 50 ] || failed 'more than 50 accesses were audited'

# What all announce is not told.
write_wrong wrong.c
run 42 "$MAZURKA" check --audit=all wrong.c
! grep -q 'not seen' .out || failed 'something was not seen'
cat >fine.c <<'END'
#include <pthread.h>
#include <string.h>
struct bits { unsigned a : 3, b : 5; short c; } s;
char text[100];
double numbers[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *p)
{
    pthread_mutex_lock(&lock);
    s.a++;
    s.b = s.a;
    s.c += 2;
    for (int i = 0; i < 8; i++)
        numbers[i] += i;
    text[strlen(text)] = 'x';
    memchr(text, 'x', 100);
    pthread_mutex_unlock(&lock);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    return s.c != 4;
}
END
for level in -O0 -O2; do
    run 0 "$MAZURKA" check --audit=all --format=json $level fine.c
    [ "$(field audited)" -gt 50 ] || failed 'hardly anything was audited'
done

# What libstdc++ does to a stream that two threads share is announced, by virtual
# functions, too; one of a thread's own, and the standard ones, are nobody
# else's business.
cat >shared.cc <<'END'
#include <sstream>
#include <thread>
std::stringstream stream;
int main()
{
    std::thread other([] { stream.rdbuf()->sputn("1", 1); });
    other.join();
    stream.rdbuf()->sputn("2", 1);
}
END
cat >own.cc <<'END'
#include <iostream>
#include <sstream>
#include <thread>
static void print()
{
    std::stringstream stream;
    stream << 1;
    std::cout << stream.str() << std::endl;
}
int main()
{
    std::thread other(print);
    print();
    other.join();
}
END
run 0 "$MAZURKA" check --audit=all shared.cc
run 0 "$MAZURKA" check --audit=all own.cc

# A coroutine of the program's own, on a stack that is one of its variables: the
# audit steps over what saves flags there, and they say so. Where they are restored
# a trap follows, which is no error of the program.
cat >coroutine.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static _Alignas(16) char stack[1 << 16];
static void *main_sp, *coroutine_sp;
static atomic_int flag;
void switch_stacks(void **from, void *const *to);
__asm__(".text\n"
        "switch_stacks:\n"
        "    push %rbp\n"
        "    push %rbx\n"
        "    push %r12\n"
        "    push %r13\n"
        "    push %r14\n"
        "    push %r15\n"
        "    mov %rsp, (%rdi)\n"
        "    mov (%rsi), %rsp\n"
        "    pop %r15\n"
        "    pop %r14\n"
        "    pop %r13\n"
        "    pop %r12\n"
        "    pop %rbx\n"
        "    pop %rbp\n"
        "    ret\n");
static void coroutine(void)
{
    for (volatile int rounds = 1;; rounds++) {
        if (rounds == 3)
            assert(flag);
        switch_stacks(&coroutine_sp, &main_sp);
    }
}
static void *set(void *unused)
{
    flag = 1;
    return unused;
}
int main(void)
{
    void **sp = (void **)(stack + sizeof stack) - 8;
    pthread_t thread;
    sp[6] = (void *)coroutine;
    coroutine_sp = sp;
    pthread_create(&thread, NULL, set, NULL);
    while (!flag)
        switch_stacks(&main_sp, &coroutine_sp);
    pthread_join(thread, NULL);
    return 0;
}
END
run 42 "$MAZURKA" check coroutine.c
prints 'assertion failed: flag'

refuses 2 'give a number from 1, all, off or auto' "$MAZURKA" check --audit=some fine.c
nothing_left
