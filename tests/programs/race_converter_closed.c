/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A descriptor of iconv is closed while another thread uses it. To use one that
 * there is not is a mistake that iconv tells of. */
#include <assert.h>
#include <iconv.h>
#include <pthread.h>

static iconv_t converter;

static void *convert(void *unused)
{
    char from[] = "a", to[8];
    char *in = from, *out = to;
    size_t left = 1, room = sizeof to;

    assert(iconv((iconv_t)-1, &in, &left, &out, &room) == (size_t)-1);
    iconv(converter, &in, &left, &out, &room);
    return unused;
}

int main(void)
{
    pthread_t thread;

    converter = iconv_open("UCS4", "UTF-8");
    assert(converter != (iconv_t)-1);
    pthread_create(&thread, NULL, convert, NULL);
    iconv_close(converter);
    pthread_join(thread, NULL);
    return 0;
}
