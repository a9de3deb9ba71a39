/*
 * What src/shm keeps in the header's native groups: the state word through which versions of a filter are
 * switched, statistics, and who is at work on the file. All words are in the machine's own byte order and
 * zero in exported images.
 */
#ifndef BLOOM_SHM_LAYOUT_H
#define BLOOM_SHM_LAYOUT_H

#include "core/image.h"
#include "shm/atomic.h"

/*
 * header->state[BLOOM_STATE_WORD], changed by compare-and-exchange only. The link to the successor is at most
 * one of BUILDING, LIVE and POISONED with the successor's generation in the upper bits; none of them means
 * that this image is the newest. Everybody loads the word with acquire *before* the bits it speaks for.
 */
#define BLOOM_STATE_BUILDING \
    ((uint64_t)1 << 0)                      /* a successor is being filled: writers write both */
#define BLOOM_STATE_LIVE ((uint64_t)1 << 1) /* the successor answers; everyone follows. Terminal */
#define BLOOM_STATE_POISONED \
    ((uint64_t)1 << 2) /* a writer could not reach the successor: it must not go live */
#define BLOOM_STATE_READY ((uint64_t)1 << 3)     /* false answers may be believed */
#define BLOOM_STATE_LOADED ((uint64_t)1 << 4)    /* a loader has completed, or a rebuild */
#define BLOOM_STATE_DROPPED ((uint64_t)1 << 5)   /* removed by name. Terminal */
#define BLOOM_STATE_DISCARDED ((uint64_t)1 << 6) /* a successor that will never be live. Terminal */

/* Whether the disk's copy of the payload has every acknowledged add; the field is the whole mask. */
#define BLOOM_STATE_DURABILITY ((uint64_t)3 << 8)
#define BLOOM_STATE_DIRTY ((uint64_t)0 << 8)
#define BLOOM_STATE_CLEAN ((uint64_t)1 << 8)
#define BLOOM_STATE_FLUSHING ((uint64_t)2 << 8)
#define BLOOM_STATE_DIRTYING \
    ((uint64_t)3 << 8) /* memory is no longer CLEAN, the disk may still say so */

#define BLOOM_STATE_LINK (BLOOM_STATE_BUILDING | BLOOM_STATE_LIVE | BLOOM_STATE_POISONED)
#define BLOOM_STATE_GENERATION_SHIFT 16
#define BLOOM_STATE_GENERATION_MAX (((uint64_t)1 << 48) - 1)
#define BLOOM_STATE_GENERATION (~(uint64_t)0 << BLOOM_STATE_GENERATION_SHIFT)

/* A lookup may believe the bits if, of these, READY alone is set. */
#define BLOOM_STATE_READER_MASK \
    (BLOOM_STATE_LIVE | BLOOM_STATE_READY | BLOOM_STATE_DROPPED | BLOOM_STATE_DISCARDED)
/* An add is complete with this image alone if, of these, READY alone is set. */
#define BLOOM_STATE_WRITER_MASK                                                           \
    (BLOOM_STATE_LINK | BLOOM_STATE_READY | BLOOM_STATE_DROPPED | BLOOM_STATE_DISCARDED | \
     BLOOM_STATE_DURABILITY)

/* header->state, one cache line of which nothing else changes while no rebuild runs */
enum {
    BLOOM_STATE_WORD = 0,
    BLOOM_STATE_LAST_GENERATION =
        1 /* highest number ever given to a version, failed ones included */
};

/* header->statistics */
enum {
    BLOOM_STATISTICS_LOOKUPS = 0,
    BLOOM_STATISTICS_POSITIVES = 1,
    BLOOM_STATISTICS_REPORTED_FALSE_POSITIVES = 2
};

/*
 * header->process. The first line is written before the file is published or when it is adopted after a
 * boot, under the lock; the second by whoever holds the lock.
 */
enum {
    BLOOM_PROCESS_LINEAGE =
        0, /* random; one per filter from creation to drop, the same in all its versions */
    BLOOM_PROCESS_BOOT_ID = 1, /* two words; zero: unknown */
    BLOOM_PROCESS_INODE = 3,
    BLOOM_PROCESS_REBUILT_AT_US =
        4, /* supersedes header->rebuilt_at_us: known only when a rebuild ends */
    BLOOM_PROCESS_LAST_REBUILD_US = 5, /* likewise header->last_rebuild_us */
    BLOOM_PROCESS_OPERATION = 8,       /* bloom_shm_operation_t */
    BLOOM_PROCESS_PID = 9,             /* of the lock's holder; left behind if it was killed */
    BLOOM_PROCESS_SINCE_US = 10,       /* since when, microseconds since 1970 UTC */
    BLOOM_PROCESS_LOAD_TRIED_US =
        11 /* last start or failure of a load, CLOCK_MONOTONIC; 0: never */
};

typedef enum bloom_shm_operation {
    BLOOM_OPERATION_NONE = 0,
    BLOOM_OPERATION_LOAD = 1,
    BLOOM_OPERATION_REBUILD = 2,
    BLOOM_OPERATION_ADOPT = 3 /* short: repairs after a boot or a killed process */
} bloom_shm_operation_t;

BLOOM_INLINE uint64_t *bloom_state_word(bloom_header_t *header)
{
    return &header->state[BLOOM_STATE_WORD];
}

BLOOM_INLINE uint64_t bloom_state_generation(uint64_t word)
{
    return word >> BLOOM_STATE_GENERATION_SHIFT;
}

/* The word with its link replaced: `link` is one of the link's bits, or 0 with generation 0. */
BLOOM_INLINE uint64_t bloom_state_with_link(uint64_t word, uint64_t link, uint64_t generation)
{
    return (word & ~(BLOOM_STATE_LINK | BLOOM_STATE_GENERATION)) | link |
           generation << BLOOM_STATE_GENERATION_SHIFT;
}

BLOOM_INLINE uint64_t bloom_state_with_durability(uint64_t word, uint64_t durability)
{
    return (word & ~BLOOM_STATE_DURABILITY) | durability;
}

#endif
