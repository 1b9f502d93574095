/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: not thread-safe: iconv
 */
/* A descriptor of iconv remembers what it has seen: it is for one thread. */
#include <assert.h>
#include <iconv.h>
#include <pthread.h>

static iconv_t converter;

static void *convert(void *unused)
{
    char from[] = "a", to[8];
    char *in = from, *out = to;
    size_t left = 1, room = sizeof to;

    iconv(converter, &in, &left, &out, &room);
    return unused;
}

int main(void)
{
    pthread_t thread;

    converter = iconv_open("UCS4", "UTF-8");
    assert(converter != (iconv_t)-1);
    pthread_create(&thread, NULL, convert, NULL);
    convert(NULL);
    pthread_join(thread, NULL);
    iconv_close(converter);
    return 0;
}
