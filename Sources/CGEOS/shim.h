// Without the functions that share one context between all threads.
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>
