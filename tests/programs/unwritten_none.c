/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --uninitialised -ftrivial-auto-var-init=pattern --dependence=rw
 * verdict: safe
 * executions: 2
 */
/* What may be read though nobody has written it: padding, bits beside those
 * that are set, members of structures that are copied whole, by words or by
 * members, and what is swapped. And bytes that are like fresh ones, but written.
 * The threads only differ in who is the first to take its number. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct two {
    long a, b;
};

struct padded {
    char c;
    int i;
    short s;
};

struct bits {
    unsigned a : 3, b : 5, c : 24, d : 1, e : 31;
};

struct small {
    int a, b;
};

struct big {
    long a[20];
    char c;
};

static atomic_int numbers;
static struct {
    struct two two;
    struct small small;
} kept[2];

static struct two take(struct two *p)
{
    return *p;
}

static __attribute__((noinline)) void put(struct two v, struct two *to)
{
    *to = v;
}

static __attribute__((noinline)) long choose(int which, struct two *p)
{
    long x;

    if (which)
        x = p->a;
    else
        x = p->b;
    return x;
}

static void structures(int n)
{
    struct two *p = malloc(4 * sizeof *p), *q, whole;
    long part;

    p[0].a = 1;
    p[1] = p[0];
    kept[n].two = p[1];
    q = realloc(p, 8 * sizeof *q);
    q[5] = q[0];
    q[6] = take(&q[5]);
    put(q[6], &q[7]);
    for (int i = 0; i < 4; i++)
        q[i + 4] = q[i];
    whole = q[0];
    q[0] = q[1];
    q[1] = whole;
    part = q[2].a;
    q[2].a = q[3].a;
    q[3].a = part;
    assert(q[0].a + choose(1, q) == 2);
    free(q);
}

struct tagged {
    char tag;
    union {
        int i;
        double d;
    } value;
};

struct few {
    int n, data[3];
};

static struct small give(struct small *p)
{
    return *p;
}

static struct few raised(struct few x)
{
    x.n++;
    return x;
}

/* Of local ones nothing is written but what says so. */
static void local_structures(void)
{
    struct small a, b;
    struct tagged one, other, third;
    struct few x, y;

    b = give(&a);
    a = b;
    one.tag = 1;
    other.tag = 2;
    third = one;
    one = other;
    other = third;
    x.n = 1;
    y = raised(x);
    assert(one.tag == 2 && other.tag == 1 && y.n == 2);
}

/* Of a word a part is written, and no other is used. */
static void halves(void)
{
    union {
        short half[2];
        volatile int whole;
    } *word = malloc(sizeof *word);

    word->half[0] = 1;
    assert((word->whole & 0xffff) == 1);
    free(word);
}

static void parts(int n)
{
    struct padded *p = malloc(sizeof *p), copy;
    struct bits *b = malloc(sizeof *b);
    struct small *s = malloc(2 * sizeof *s);
    struct big *g = malloc(2 * sizeof *g), h;

    p->c = 1;
    p->i = 2;
    copy = *p;
    assert(copy.i == 2);
    b->b = 1;
    b->c = 5;
    assert(b->b == 1 && b->c == 5);
    b->e = 7;
    b->a = 1;
    s[0].b = 4;
    s[1] = s[0];
    kept[n].small = s[1];
    g[0].c = 1;
    g[0].a[3] = 2;
    g[1] = g[0];
    h = g[1];
    assert(h.a[3] == 2);
    free(p);
    free(b);
    free(s);
    free(g);
}

/* 0xbe is what fresh blocks hold. */
static void likenesses(void)
{
    char *text = malloc(20), *word = strdup("\xd0\xbe\xd0\xbe");
    char *filled = malloc(4), *set = malloc(1);
    int *zeros = calloc(4, sizeof *zeros);

    strcpy(text, "abc");
    assert(strlen(text) == 3);
    assert(word[1] == '\xbe');
    memset(filled, 0xbe, 4);
    assert(filled[1] == '\xbe');
    *set = '\xbe';
    assert(*set == '\xbe');
    assert(!zeros[2]);
    free(text);
    free(word);
    free(filled);
    free(set);
    free(zeros);
}

static void *run(void *unused)
{
    int n = atomic_fetch_add(&numbers, 1);

    structures(n);
    parts(n);
    halves();
    local_structures();
    likenesses();
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    return 0;
}
