/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a sample says of itself: its modules, and for some of its addresses
 * the words that tests/unit/test_symbols.c should find for them.
 */
#ifndef EXPECT_H
#define EXPECT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int print_module(struct dl_phdr_info *info, size_t size, void *data)
{
    char self[4096] = "";

    (void)size;
    (void)data;
    if (!*info->dlpi_name && readlink("/proc/self/exe", self, 4095) < 0)
        return 1;
    printf("module %s\t%#llx\n", *self ? self : info->dlpi_name,
           (unsigned long long)info->dlpi_addr);
    return 0;
}

static void print_modules(void)
{
    dl_iterate_phdr(print_module, NULL);
}

static void print_object(const char *expected, const volatile void *address,
                         unsigned long size)
{
    printf("object %s\t%p\t%lu\n", expected, (void *)address, size);
}

static void print_value(const char *expected, const volatile void *address,
                        unsigned long size)
{
    unsigned long long bits = 0;

    memcpy(&bits, (const void *)address, size);
    printf("value %s\t%p\t%lu\t%#llx\n", expected, (void *)address, size, bits);
}

/* The expression itself is the name expected. */
#define OBJECT(x) print_object(#x, &(x), sizeof(x))
#define NAMED(name, x) print_object(name, &(x), sizeof(x))
#define BYTES(name, address, size) \
    print_object(name, (const char *)(address), size)
#define VALUE(text, x) print_value(text, &(x), sizeof(x))

/* The value of a call, whose line is noted. */
#define AT(line, call) (line = __LINE__, call)

/* Where it was called from. */
__attribute__((noinline)) static void *here(void)
{
    __asm__ volatile("" ::: "memory");
    return __builtin_return_address(0);
}

#endif
