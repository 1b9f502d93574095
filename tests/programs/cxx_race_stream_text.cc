/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: not thread-safe: a stream of C++
 */
/* One thread asks for the text, which is the buffer's, while the other writes to
 * the stream. */
#include <sstream>
#include <thread>

static std::stringstream stream;

int main()
{
    std::thread writer([] { stream.put('x'); });
    std::string text = stream.str();

    writer.join();
    return text.size() > 1;
}
