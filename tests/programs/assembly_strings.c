/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* String instructions do what they do, and tell of all the bytes. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static char from[16] = "0123456789", to[16];

static void *copy(void *unused)
{
    void *rdi = to;
    const void *rsi = from;
    uint64_t rcx = 8;

    __asm__ volatile("rep; movsb"
                     : "+D"(rdi), "+S"(rsi), "+c"(rcx)
                     :
                     : "memory");
    assert(rdi == to + 8 && rsi == from + 8 && rcx == 0);
    return unused;
}

static void check_alone(void)
{
    char text[16] = "abcdefghijklmno";
    uint32_t words[4];
    void *rdi = text + 15, *rsi = text + 13;
    uint64_t rcx = 4, found = sizeof text;

    __asm__ volatile("std\n\trep movsb\n\tcld"
                     : "+D"(rdi), "+S"(rsi), "+c"(rcx)
                     :
                     : "memory", "cc");
    assert(!memcmp(text, "abcdefghijklklmn", 16) && rdi == text + 11);
    rdi = words;
    rcx = 3;
    __asm__ volatile("rep stosl"
                     : "+D"(rdi), "+c"(rcx)
                     : "a"(0x01020304)
                     : "memory");
    __asm__ volatile("stosl" : "+D"(rdi) : "a"(5) : "memory");
    assert(words[0] == 0x01020304 && words[2] == words[0] && words[3] == 5);
    rdi = text;
    __asm__ volatile("repne\n\tscasb"
                     : "+D"(rdi), "+c"(found)
                     : "a"('e')
                     : "memory", "cc");
    assert(rdi == text + 5 && found == 11);
}

int main(void)
{
    pthread_t other;

    check_alone();
    pthread_create(&other, NULL, copy, NULL);
    to[6] = 1;
    return pthread_join(other, NULL);
}
