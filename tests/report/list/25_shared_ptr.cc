/* SPDX-License-Identifier: Apache-2.0 */
// a shared_ptr global is replaced while others copy it
#include <memory>
#include <thread>
struct Config { int port; explicit Config(int p) : port(p) {} };
static std::shared_ptr<Config> current = std::make_shared<Config>(80);
static int reader() { std::shared_ptr<Config> c = current; return c->port; }
static void reload() { current = std::make_shared<Config>(8080); }
int main() {
    int port = 0;
    std::thread a([&] { port = reader(); }), b(reload);
    a.join(); b.join();
    return port == 80 || port == 8080 ? 0 : 1;
}
