/* SPDX-License-Identifier: Apache-2.0 */
/* What the calls of cxx.calls need. */
#include <atomic>
#include <barrier>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <latch>
#include <list>
#include <locale>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <new>
#include <optional>
#include <pthread.h>
#include <random>
#include <regex>
#include <sched.h>
#include <semaphore>
#include <set>
#include <shared_mutex>
#include <signal.h>
#include <sstream>
#include <stop_token>
#include <string>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <syncstream>
#include <thread>
#include <time.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>

using namespace std::chrono_literals;
namespace fs = std::filesystem;

enum { THREADS = 3, MOST = 6 };

static pthread_t threads[THREADS], first;
static int threads_used;

static void tell_end(int number);
