/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++17
 * verdict: safe
 * executions: 6
 */
/* What programs use of libstdc++ every day, here in each thread for itself: all
 * of it is known. Each thread opens a file and closes it, and so has a number
 * from the table of descriptors: 4! / (2! 2!) orders. */
#include <algorithm>
#include <any>
#include <cassert>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <locale>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <typeindex>
#include <unordered_map>
#include <variant>
#include <vector>

static void use_numbers()
{
    char text[64];
    double number = 0;
    std::mt19937 engine(1);
    std::random_device device;
    auto end = std::to_chars(text, text + 64, 2.5).ptr;

    std::from_chars(text, end, number);
    assert(number == 2.5);
    assert(std::uniform_int_distribution<int>(1, 6)(engine) <= 6);
    assert(std::normal_distribution<double>()(engine) < 100);
    device();
}

static void use_streams()
{
    std::ostringstream out;
    std::istringstream in("1 two 3.5");
    std::ifstream file("/dev/null");
    std::string word;
    int one = 0;

    out << std::setw(5) << std::hex << 255 << std::boolalpha << true
        << std::setprecision(3) << 2.5 << std::endl;
    in >> one >> word;
    assert(one == 1 && word == "two" && out.str().size() > 10);
    while (std::getline(file, word))
        ;
    std::istringstream letters("abc");
    std::string copy((std::istreambuf_iterator<char>(letters)),
                     std::istreambuf_iterator<char>());
    assert(copy == "abc");
    std::cout << copy << 1 << std::flush;
}

static void use_errors()
{
    try {
        throw std::system_error(std::make_error_code(std::errc::io_error));
    } catch (const std::exception &error) {
        assert(error.what()[0]);
    }
    try {
        std::vector<int>().at(1);
    } catch (const std::out_of_range &) {
    }
    try {
        std::stoi("none");
    } catch (const std::invalid_argument &) {
    }
}

static void use_values()
{
    std::variant<int, std::string> either = "text";
    std::optional<std::string> perhaps = std::get<std::string>(either);
    std::any any = *perhaps;
    std::function<int(int)> add = [](int x) { return x + 1; };
    std::map<std::type_index, int> types{{typeid(int), 1}};
    std::unordered_map<std::string, int> words{{*perhaps, add(1)}};
    auto shared = std::make_shared<std::string>("shared");
    std::weak_ptr<std::string> weak = shared;

    assert(std::any_cast<std::string>(any) == "text" && words["text"] == 2);
    assert(types[typeid(int)] == 1 && weak.lock()->size() == 6);
}

static void use_time_and_place()
{
    std::locale locale = std::locale::classic();
    std::ostringstream out;
    auto now = std::chrono::system_clock::now();
    std::time_t seconds = std::chrono::system_clock::to_time_t(now);
    std::tm time = {};

    gmtime_r(&seconds, &time);
    out.imbue(locale);
    out << std::put_time(&time, "%F") << std::toupper('a', locale);
    std::filesystem::path path = "/dev";

    path /= "null";
    assert(path.filename() == "null" && path.parent_path() == "/dev");
    assert(std::filesystem::exists(path));
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    assert(std::chrono::system_clock::now() > now);
}

static void use_all()
{
    use_numbers();
    use_streams();
    use_errors();
    use_values();
    use_time_and_place();
}

int main()
{
    std::thread other(use_all);

    use_all();
    other.join();
}
