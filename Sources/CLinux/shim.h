#pragma once
#include <stdint.h>

// What Linux has and the module of Glibc leaves out, for it asks for no GNU extensions.

extern int sync_file_range(int file, int64_t offset, int64_t count, unsigned int flags);
#define CAIRN_SYNC_FILE_RANGE_WRITE 2u
