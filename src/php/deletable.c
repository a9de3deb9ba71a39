/* remove() of the filters that can forget, and countOf(). */
#include "php/filter_object.h"

#include "core/hash.h"
#include "php/errors.h"

ZEND_METHOD(Bloom_CountingFilter, remove)
{
    zend_string *item;
    zend_long if_generation = 0;
    bool is_any_generation = true;
    ZEND_PARSE_PARAMETERS_START(1, 2)
        Z_PARAM_STR(item)
        Z_PARAM_OPTIONAL
        Z_PARAM_LONG_OR_NULL(if_generation, is_any_generation)
    ZEND_PARSE_PARAMETERS_END();
    php_bloom_object *object = php_bloom_usable_this(ZEND_THIS);
    if (UNEXPECTED(object == NULL)) {
        RETURN_THROWS();
    }
    if (!is_any_generation && if_generation < 1) {
        zend_argument_value_error(2, "must be null or between 1 and " ZEND_LONG_FMT, ZEND_LONG_MAX);
        RETURN_THROWS();
    }
    bloom_hash_t hash = bloom_hash(&BLOOM_G(hash_key), ZSTR_VAL(item), ZSTR_LEN(item));
    if (object->state == PHP_BLOOM_SHARED) {
        bool is_removed;
        bloom_shm_error_t error;
        if (bloom_shm_filter_remove(object->shared, hash, (uint64_t)if_generation, &is_removed,
                                    &error) != BLOOM_SHM_OK) {
            php_bloom_throw_shm_error("remove from", &error);
            RETURN_THROWS();
        }
        object->measured_at_us = 0;
        RETURN_BOOL(is_removed);
    }
    if (object->state == PHP_BLOOM_BUILDING) {
        php_bloom_throw_storage_error("remove from", "the filter",
                                      "it is not loaded yet; remove when rebuild() has returned");
        RETURN_THROWS();
    }
    if (!is_any_generation && (uint64_t)if_generation != object->provenance.generation) {
        RETURN_FALSE;
    }
    /* not from a version being built: it has not got what its loader has not reached */
    const bloom_kind_t *kind = object->filter.kind;
    bloom_context_t context = php_bloom_private_context(kind);
    RETURN_BOOL(kind->remove(&object->filter, hash, &context));
}

ZEND_METHOD(Bloom_CountingFilter, countOf)
{
    zend_string *item;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(item)
    ZEND_PARSE_PARAMETERS_END();
    php_bloom_object *object = php_bloom_this(ZEND_THIS);
    if (UNEXPECTED(object == NULL)) {
        RETURN_THROWS();
    }
    bloom_hash_t hash = bloom_hash(&BLOOM_G(hash_key), ZSTR_VAL(item), ZSTR_LEN(item));
    unsigned count = UINT_MAX;
    if (object->state == PHP_BLOOM_SHARED) {
        count = bloom_shm_filter_count_of(object->shared, hash);
    } else if (object->state == PHP_BLOOM_PRIVATE) {
        const bloom_kind_t *kind = object->filter.kind;
        bloom_context_t context = php_bloom_private_context(kind);
        count = kind->count_of(&object->filter, hash, &context);
    }
    RETURN_LONG(MIN(count, 15));
}
