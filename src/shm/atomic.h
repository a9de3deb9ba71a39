/* The ordered atomics of the switch protocol; MEMORY_MODEL.md says which order each use relies on. */
#ifndef BLOOM_SHM_ATOMIC_H
#define BLOOM_SHM_ATOMIC_H

#include "core/atomic.h"

#endif
