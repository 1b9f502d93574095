/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Nodes are added behind the root of a tree while another thread walks it. */
#include <pthread.h>
#include <search.h>

static void *root;

static int compare(const void *a, const void *b)
{
    return (a > b) - (a < b);
}

static void visit(const void *node, VISIT order, int depth)
{
    (void)node, (void)order, (void)depth;
}

static void *add(void *unused)
{
    tsearch((void *)2, &root, compare);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *first;

    tsearch((void *)1, &root, compare);
    first = root;
    pthread_create(&thread, NULL, add, NULL);
    twalk(first, visit);
    pthread_join(thread, NULL);
    return 0;
}
