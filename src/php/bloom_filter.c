/* What only the class BloomFilter has, and the lookup, which is what everything is for. */
#include "php/filter_object.h"

#include "zend_exceptions.h"

#include "core/hash.h"
#include "core/plain.h"

ZEND_METHOD(BloomFilter, mightContain)
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
    RETURN_BOOL(php_bloom_object_contains(object, hash));
}

#if BLOOM_HAVE_AVX2_DISPATCH
BLOOM_TARGET("avx2")
static zend_always_inline bool lookup_avx2(const bloom_filter_t *filter, const zval *item)
{
    bloom_hash_t hash = bloom_hash(&BLOOM_G(hash_key), Z_STRVAL_P(item), Z_STRLEN_P(item));
#if defined(__GNUC__)
    __asm__("" : "+r"(hash.low), "+r"(hash.high)); /* as two words, not as a vector by way of one */
#endif
    if (UNEXPECTED(filter->blocks_per_item != 1)) {
        return bloom_plain_contains(filter->payload, filter->unit_count, filter->bits_per_block,
                                    filter->blocks_per_item, hash);
    }
    return bloom_blocks_contain_avx2(filter->payload, filter->unit_count, filter->bits_per_block, 1,
                                     hash);
}

/* Two additions in memory: gcc would make one of vectors of them, which takes longer. */
static zend_always_inline void count_lookup(uint64_t *lookups, uint64_t *positives, bool answer)
{
    ++*lookups;
#if defined(__GNUC__)
    __asm__("" : "+m"(*lookups));
#endif
    *positives += answer;
}

/*
 * The method as it is called nearly always, in as few instructions as possible: one string, and a filter that is
 * private, or shared and ready. All else goes the general way. The test is inlined, since a call through a
 * pointer costs as much as the test; and twice, so that both counters have fixed addresses.
 */
BLOOM_TARGET("avx2")
static ZEND_NAMED_FUNCTION(might_contain_avx2)
{
    php_bloom_object *object = php_bloom_from_object(Z_OBJ_P(ZEND_THIS));
    const zval *item = ZEND_CALL_ARG(execute_data, 1);
    if (EXPECTED(ZEND_NUM_ARGS() == 1 && Z_TYPE_P(item) == IS_STRING)) {
        if (object->state == PHP_BLOOM_PRIVATE) {
            bool answer = lookup_avx2(&object->filter, item);
            count_lookup(&object->lookups, &object->positives, answer);
            RETURN_BOOL(answer);
        }
        if (object->state == PHP_BLOOM_SHARED) {
            bloom_shm_filter_t *shared = object->shared;
            const bloom_filter_t *filter = bloom_shm_filter_try_fast(shared);
            if (EXPECTED(filter != NULL)) {
                bool answer = lookup_avx2(filter, item);
                count_lookup(&shared->lookups, &shared->positives, answer);
                RETURN_BOOL(answer);
            }
        }
    }
    zim_BloomFilter_mightContain(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}
#endif

void php_bloom_select_lookup(zend_class_entry *ce)
{
#if BLOOM_HAVE_AVX2_DISPATCH
    zend_function *method = zend_hash_str_find_ptr(&ce->function_table, ZEND_STRL("mightcontain"));
    if (bloom_plain_contains != bloom_plain_contains_portable) {
        method->internal_function.handler = might_contain_avx2;
    }
#else
    (void)ce;
#endif
}

ZEND_METHOD(BloomFilter, getBitsSizeKB)
{
    ZEND_PARSE_PARAMETERS_NONE();
    php_bloom_object *object = php_bloom_usable_this(ZEND_THIS);
    const bloom_filter_t *filter =
        object != NULL ? php_bloom_object_current(object, "look at") : NULL;
    if (UNEXPECTED(filter == NULL)) {
        RETURN_THROWS();
    }
    double kib = (double)filter->geometry.payload_bytes / 1024;
    RETURN_DOUBLE(round(kib * 100) / 100);
}

ZEND_METHOD(BloomFilter, estimateFalsePositiveRate)
{
    zend_long inserted_items;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_LONG(inserted_items)
    ZEND_PARSE_PARAMETERS_END();
    php_bloom_object *object = php_bloom_usable_this(ZEND_THIS);
    const bloom_filter_t *filter =
        object != NULL ? php_bloom_object_current(object, "look at") : NULL;
    if (UNEXPECTED(filter == NULL)) {
        RETURN_THROWS();
    }
    if (inserted_items < 0) {
        zend_argument_value_error(1, "must be between 0 and " ZEND_LONG_FMT, ZEND_LONG_MAX);
        RETURN_THROWS();
    }
    RETURN_DOUBLE(filter->kind->expected_fpr(&filter->geometry, (uint64_t)inserted_items));
}
