/* SPDX-License-Identifier: Apache-2.0 */
/* What most C++ programs here include: tests/run has each compiler read it
 * once, not for each program. Nothing that has constructors of its own, as
 * <iostream> has. */
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
