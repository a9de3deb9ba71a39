/* Module entry and globals of the bloom extension. */
#ifndef PHP_BLOOM_H
#define PHP_BLOOM_H

#include "php.h"

#include "core/hash_key.h"
#include "core/image.h"

#define PHP_BLOOM_VERSION "0.1.0"

extern zend_module_entry bloom_module_entry;
#define phpext_bloom_ptr &bloom_module_entry

/* Plans made last: every request plans the same few filters again, and a plan takes longer than attaching one. */
#define PHP_BLOOM_PLANS_KEPT 8

ZEND_BEGIN_MODULE_GLOBALS(bloom)
    bloom_hash_key_t hash_key; /* derived from bloom.hash_key */
    char *shm_dir;             /* bloom.shm_dir; "": the user's own one in memory */
    zend_long shm_max_size;    /* bytes; 0: no limit */
    double lock_timeout;       /* seconds, as are the next two */
    double load_retry;
    double revalidate;
    bool stats;
    bloom_geometry_t asked[PHP_BLOOM_PLANS_KEPT]; /* before planning; kind 0: none yet */
    bloom_geometry_t planned[PHP_BLOOM_PLANS_KEPT];
    uint32_t next_plan;
ZEND_END_MODULE_GLOBALS(bloom)

ZEND_EXTERN_MODULE_GLOBALS(bloom)
#define BLOOM_G(field) ZEND_MODULE_GLOBALS_ACCESSOR(bloom, field)

#if defined(ZTS) && defined(COMPILE_DL_BLOOM)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

#endif
