/* SPDX-License-Identifier: Apache-2.0 */
#include "expect.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

enum color { RED, GREEN = 5, NEGATIVE = -3 };

struct inner {
    short head, tail;
};

struct node {
    pthread_mutex_t lock;
    struct inner inner;
    struct node *next;
    union {
        char byte;
        int whole;
        struct {
            short low, high;
        };
    };
    enum color color;
    int __reserved;
};

typedef const volatile struct node constant_node;

struct wide {
    long a, b, c;
};

struct open_ended {
    int count;
    struct inner items[];
};

struct bits {
    unsigned a : 3, b : 5;
    unsigned : 0;
    unsigned c : 4;
    int plain;
};

struct fields {
    int before;
    int a : 3;
    bool b : 1;
    unsigned c : 4;
};

int counter = -1;
static struct fields fields = {9, -2, true, 5};
static long table[100];
static int matrix[3][4];
static struct node queue[4];
static constant_node *constant = &queue[1];
static _Atomic int atomic = 7;
static _Atomic(struct inner) atomic_struct;
static atomic_flag flag;
static volatile uint64_t *pointers[2];
static struct wide wide;
static struct open_ended open_ended = {3, {{1, 2}, {3, 4}, {5, 6}}};
static struct bits bits;
static struct inner single[1];
static sem_t semaphore;
static mtx_t c11_lock;
static char letter = 'a';
static unsigned char octet = 200;
static bool truth = true;
static double half = 0.1;
static float single_half = 0.1f;
static enum color color = NEGATIVE;
static enum color no_color = (enum color)2;
static int (*callback)(void);
static void *nothing;
static int *into_matrix = &matrix[1][2];
extern int shared_array[4];
extern struct pair {
    int first, second;
} shared_pair;
int *shared_static(void);
void *shared_pc(int *line);

static void print_objects(void)
{
    OBJECT(counter);
    OBJECT(table[84]);
    OBJECT(matrix);
    OBJECT(matrix[2]);
    OBJECT(matrix[2][3]);
    OBJECT(queue[3].lock);
    OBJECT(queue[3].inner.head);
    OBJECT(queue[3].inner);
    OBJECT(queue[3].byte);
    OBJECT(queue[3].whole);
    OBJECT(queue[3].high);
    OBJECT(queue[3].next);
    OBJECT(queue[3].__reserved);
    OBJECT(queue[2]);
    OBJECT(atomic);
    OBJECT(atomic_struct);
#ifndef NO_QUALIFIER /* gcc's flag is an _Atomic structure without a name */
    OBJECT(flag);
#endif
    OBJECT(pointers[1]);
    OBJECT(single[0]);
    OBJECT(open_ended.items[2].tail);
    OBJECT(semaphore);
    OBJECT(c11_lock);
    OBJECT(bits.plain);
    OBJECT(shared_array[3]);
    OBJECT(shared_pair.second);
    NAMED("queue[1].color", constant->color);
    NAMED("local in shared_static", *shared_static());
}

static void print_parts(void)
{
    BYTES("counter", &counter, 0);
    BYTES("counter+2", (char *)&counter + 2, 1);
    BYTES("queue[1].lock", &queue[1].lock, 1);
    BYTES("queue[1].lock+16", (char *)&queue[1].lock + 16, 4);
    BYTES("queue[1].lock", &queue[1], 0);
    BYTES("matrix[1][1..2]", &matrix[1][1], 8);
    BYTES("matrix[1..2]", &matrix[1], 32);
    BYTES("table[4..5]", &table[4], 16);
    BYTES("wide+8", &wide.b, 16);
    BYTES("wide.b+4", (char *)&wide.b + 4, 1);
    BYTES("queue+44", (char *)&queue[0] + 44, 200);
    BYTES("bits.{a,b}", &bits, 1);
    BYTES("bits.c", (char *)&bits + 4, 1);
    BYTES("bits.c", (char *)&bits + 4, 4);
}

static int answer(void)
{
    return 42;
}

static void print_values(void)
{
    callback = answer;
    queue[0].next = &queue[1];
    pointers[0] = (uint64_t *)1;
    VALUE("-1", counter);
    VALUE("97 'a'", letter);
    VALUE("200", octet);
    VALUE("true", truth);
    VALUE("0.1", half);
    VALUE("0.1", single_half);
    VALUE("7", atomic);
    VALUE("NEGATIVE", color);
    VALUE("2", no_color);
    VALUE("GREEN", *(queue[2].color = GREEN, &queue[2].color));
    VALUE("&queue[1]", queue[0].next);
    VALUE("&matrix[1][2]", into_matrix);
    VALUE("NULL", nothing);
    VALUE("answer", callback);
    VALUE("0x1", pointers[0]);
    print_value("{-2,true,5}", (char *)&fields + 4, 1);
}

static int inner_line, middle_line, outer_line;

static inline __attribute__((always_inline)) void *inner(void)
{
    void *pc = NULL;

    if (counter) {
        pc = AT(inner_line, here());
        counter--;
    }
    return pc;
}

static inline __attribute__((always_inline)) void *middle(void)
{
    void *pc = AT(middle_line, inner());

    counter--;
    return pc;
}

__attribute__((noinline)) static void *outer(void)
{
    void *pc = AT(outer_line, middle());

    counter--;
    return pc;
}

static void print_frames(void)
{
    void *pc = outer();
    int line;

    printf("frames inner:%d middle:%d outer:%d\t%p\n", inner_line, middle_line,
           outer_line, pc);
    pc = shared_pc(&line);
    printf("frames shared_pc:%d\t%p\n", line, pc);
}

static void print_statics(void)
{
    static struct inner count[2];

    if (counter) {
        static int deep;

        NAMED("deep in print_statics", deep);
        deep++;
    }
    NAMED("count[1].tail in print_statics", count[1].tail);
}

int main(void)
{
    print_modules();
    print_objects();
    print_parts();
    print_statics();
    print_values();
    print_frames();
    table[1] = (long)constant + wide.a + bits.a + fields.a + open_ended.count;
    return 0;
}
