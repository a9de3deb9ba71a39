/*
 * Why an operation of the core failed. The core has no exceptions and no messages with context; the
 * layer above adds path or name and the way out.
 */
#ifndef BLOOM_CORE_STATUS_H
#define BLOOM_CORE_STATUS_H

typedef enum bloom_status {
    BLOOM_OK = 0,
    /* arguments */
    BLOOM_ERROR_ITEMS_RANGE,  /* n below 1 */
    BLOOM_ERROR_FPR_RANGE,    /* p not within [1e-9, 0.5], or NaN */
    BLOOM_ERROR_SIZE_RANGE,   /* more bytes than this build can address */
    BLOOM_ERROR_OPTION_RANGE, /* a parameter of the kind's own */
    /* images */
    BLOOM_ERROR_NOT_AN_IMAGE,
    BLOOM_ERROR_FORMAT_VERSION, /* made by a newer release */
    BLOOM_ERROR_UNKNOWN_KIND,
    BLOOM_ERROR_OTHER_KIND,
    BLOOM_ERROR_TRUNCATED,
    BLOOM_ERROR_TRAILING_BYTES,
    BLOOM_ERROR_HEADER_CHECKSUM,
    BLOOM_ERROR_IMAGE_CHECKSUM,
    BLOOM_ERROR_GEOMETRY, /* fields that contradict each other or the promised rate */
    BLOOM_ERROR_HASH_KEY, /* made under another hash key */
    /* operations */
    BLOOM_ERROR_INCOMPATIBLE,
    BLOOM_ERROR_FULL
} bloom_status_t;

/* One English clause in lower case without a full stop, such as "it is truncated". Never NULL. */
const char *bloom_status_text(bloom_status_t status);

#endif
