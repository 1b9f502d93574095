/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --algorithm=trust --memory-model=rc11
 * verdict: safe
 */
/* Two threads come to local static variables: who is first makes one, and
 * registers what is to destroy it when the process ends. */
#include <cassert>
#include <string>
#include <thread>

struct service {
    std::string name;
    int id;
    ~service()
    {
        assert(id == 7);
    }
};

static service &single()
{
    static service made{"a name that is no short one", 7};

    return made;
}

static service &another()
{
    static service made{"another", 7};

    return made;
}

int main()
{
    std::thread thread([] {
        assert(another().id == 7);
        assert(single().name.size() == 27);
    });

    assert(single().id == 7);
    thread.join();
}
