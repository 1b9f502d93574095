/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* That a race is benign, or that accesses are to be ignored, is not believed. */
#include <pthread.h>

void AnnotateBenignRaceSized(const char *, int, const volatile void *, size_t,
                             const char *);
void AnnotateIgnoreReadsBegin(const char *, int);
void AnnotateIgnoreReadsEnd(const char *, int);

static int hits;

static void *run(void *unused)
{
    hits++;
    return unused;
}

int main(void)
{
    pthread_t t;
    int seen;

    AnnotateBenignRaceSized(__FILE__, __LINE__, &hits, sizeof hits, "a count");
    pthread_create(&t, NULL, run, NULL);
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    seen = hits;
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
    pthread_join(t, NULL);
    return seen < 0;
}
