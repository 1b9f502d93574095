/* SPDX-License-Identifier: Apache-2.0 */
/* SQLite: a connection a thread on one database in memory, with a cache that
 * they share. UPDATES threads add to one row. */
#include <assert.h>
#include <pthread.h>
#include <sqlite3.h>

static sqlite3 *connect_to(void)
{
    sqlite3 *db;

    assert(!sqlite3_open_v2("file:shared?mode=memory&cache=shared", &db,
                            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
                                SQLITE_OPEN_URI,
                            NULL));
    return db;
}

/* Again as long as another one has the table. */
static void execute(sqlite3 *db, const char *statement)
{
    int status;

    do
        status = sqlite3_exec(db, statement, NULL, NULL, NULL);
    while (status == SQLITE_LOCKED || status == SQLITE_BUSY);
    assert(status == SQLITE_OK);
}

static void *update(void *unused)
{
    sqlite3 *db = connect_to();

    execute(db, "update t set x = x + 1");
    assert(!sqlite3_close(db));
    return unused;
}

static int take(void *sum, int columns, char **values, char **names)
{
    (void)columns, (void)names;
    *(int *)sum = values[0][0] - '0';
    return 0;
}

int main(void)
{
    sqlite3 *db = connect_to();
    pthread_t t[UPDATES];
    int sum = -1;

    execute(db, "create table t(x); insert into t values(0)");
    for (int i = 0; i < UPDATES; i++)
        pthread_create(&t[i], NULL, update, NULL);
    for (int i = 0; i < UPDATES; i++)
        pthread_join(t[i], NULL);
    assert(!sqlite3_exec(db, "select x from t", take, &sum, NULL));
    assert(sum == UPDATES && !sqlite3_close(db));
    return 0;
}
