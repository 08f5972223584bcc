#include <sqlite3.h>

// Swift calls no function of variable arguments.
static inline int cairn_sqlite_configure(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}
