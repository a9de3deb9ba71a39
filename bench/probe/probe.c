/*
 * Yardsticks for the benchmarks: methods that take one string, as BloomFilter::mightContain() does, and do
 * only a part of its work. What is left when they are subtracted is what the filter itself costs.
 *
 * They work on a copy of an exported filter, so that they hash the same bytes to the same blocks of a
 * memory area of the same size. An image given to them is trusted.
 */
#include "php.h"

#include "core/block.h"
#include "core/hash.h"
#include "core/image.h"

#include "core/block.c" /* its tables: the benchmark links nothing of the extension itself */

typedef struct probe_object {
    void *allocation;
    uint64_t *payload; /* 64-byte aligned */
    uint64_t block_count;
    uint32_t bits_per_block;
    uint32_t blocks_per_item;
    zend_object std;
} probe_object_t;

static zend_object_handlers probe_handlers;

static zend_always_inline probe_object_t *probe_from(zend_object *std)
{
    return (probe_object_t *)(void *)((char *)std - XtOffsetOf(probe_object_t, std));
}

static zend_object *probe_create(zend_class_entry *ce)
{
    probe_object_t *probe = zend_object_alloc(sizeof *probe, ce);
    zend_object_std_init(&probe->std, ce);
    object_properties_init(&probe->std, ce);
    probe->std.handlers = &probe_handlers;
    return &probe->std;
}

static void probe_free(zend_object *std)
{
    probe_object_t *probe = probe_from(std);
    if (probe->allocation != NULL) {
        efree(probe->allocation);
    }
    zend_object_std_dtor(std);
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_construct, 0, 0, 1)
    ZEND_ARG_TYPE_INFO(0, image, IS_STRING, 0)
ZEND_END_ARG_INFO()
ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_item, 0, 1, _IS_BOOL, 0)
    ZEND_ARG_TYPE_INFO(0, item, IS_STRING, 0)
ZEND_END_ARG_INFO()

static PHP_METHOD(BloomProbe, __construct)
{
    zend_string *image;
    bloom_header_t header;
    (void)return_value;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(image)
    ZEND_PARSE_PARAMETERS_END();
    if (ZSTR_LEN(image) <= sizeof header + BLOOM_TRAILER_BYTES) {
        zend_argument_value_error(1, "must be an exported filter");
        RETURN_THROWS();
    }
    memcpy(&header, ZSTR_VAL(image), sizeof header);
    probe_object_t *probe = probe_from(Z_OBJ_P(ZEND_THIS));
    size_t payload_bytes = ZSTR_LEN(image) - sizeof header - BLOOM_TRAILER_BYTES;
    probe->block_count = payload_bytes / BLOOM_BLOCK_BYTES;
    probe->blocks_per_item = bloom_le32(header.blocks_per_item);
    probe->bits_per_block = bloom_le32(header.hash_count) / probe->blocks_per_item;
    probe->allocation = emalloc(payload_bytes + BLOOM_CACHE_LINE_BYTES);
    uintptr_t address = (uintptr_t)probe->allocation + BLOOM_CACHE_LINE_BYTES - 1;
    probe->payload = (uint64_t *)(address & ~(uintptr_t)(BLOOM_CACHE_LINE_BYTES - 1));
    memcpy(probe->payload, ZSTR_VAL(image) + sizeof header, payload_bytes);
}

/* What any method costs that takes a string and returns a bool. */
static PHP_METHOD(BloomProbe, nothing)
{
    zend_string *item;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(item)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(ZSTR_LEN(item) > 7);
}

static zend_always_inline bloom_hash_t hash_of(const zend_string *item)
{
    XXH128_hash_t digest = XXH3_128bits(ZSTR_VAL(item), ZSTR_LEN(item));
    bloom_hash_t hash = {digest.low64, digest.high64};
    return hash;
}

static PHP_METHOD(BloomProbe, hashes)
{
    zend_string *item;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(item)
    ZEND_PARSE_PARAMETERS_END();
    bloom_hash_t hash = hash_of(item);
    RETURN_BOOL(((hash.low ^ hash.high) & 1) != 0);
}

/* The least that any filter of this size must do: hash, and touch the item's place in memory. */
static PHP_METHOD(BloomProbe, hashesAndLoads)
{
    zend_string *item;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(item)
    ZEND_PARSE_PARAMETERS_END();
    const probe_object_t *probe = probe_from(Z_OBJ_P(ZEND_THIS));
    bloom_hash_t hash = hash_of(item);
    const uint64_t *block =
        probe->payload + bloom_block_first(hash.low, probe->block_count) * BLOOM_BLOCK_WORDS;
    RETURN_BOOL(((*block >> (hash.high >> 58)) & 1) != 0);
}

/* The whole lookup in the form that runs on every processor. */
static PHP_METHOD(BloomProbe, portable)
{
    zend_string *item;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(item)
    ZEND_PARSE_PARAMETERS_END();
    const probe_object_t *probe = probe_from(Z_OBJ_P(ZEND_THIS));
    RETURN_BOOL(bloom_blocks_contain(probe->payload, probe->block_count, probe->bits_per_block,
                                     probe->blocks_per_item, hash_of(item)));
}

/* These macros bring their own commas, which clang-format cannot know. */
/* clang-format off */
static const zend_function_entry probe_methods[] = {
    PHP_ME(BloomProbe, __construct, arginfo_construct, ZEND_ACC_PUBLIC)
    PHP_ME(BloomProbe, nothing, arginfo_item, ZEND_ACC_PUBLIC)
    PHP_ME(BloomProbe, hashes, arginfo_item, ZEND_ACC_PUBLIC)
    PHP_ME(BloomProbe, hashesAndLoads, arginfo_item, ZEND_ACC_PUBLIC)
    PHP_ME(BloomProbe, portable, arginfo_item, ZEND_ACC_PUBLIC)
    PHP_FE_END
};
/* clang-format on */

static PHP_MINIT_FUNCTION(bloom_probe)
{
    zend_class_entry entry;
    (void)type;
    (void)module_number;
    INIT_CLASS_ENTRY(entry, "BloomProbe", probe_methods);
    zend_class_entry *ce = zend_register_internal_class(&entry);
    ce->ce_flags |= ZEND_ACC_FINAL;
    ce->create_object = probe_create;
    memcpy(&probe_handlers, zend_get_std_object_handlers(), sizeof probe_handlers);
    probe_handlers.offset = XtOffsetOf(probe_object_t, std);
    probe_handlers.free_obj = probe_free;
    probe_handlers.clone_obj = NULL;
    return SUCCESS;
}

zend_module_entry bloom_probe_module_entry = {
    STANDARD_MODULE_HEADER,
    "bloom_probe",
    NULL,
    PHP_MINIT(bloom_probe),
    NULL,
    NULL,
    NULL,
    NULL,
    "1",
    STANDARD_MODULE_PROPERTIES,
};

ZEND_GET_MODULE(bloom_probe)
