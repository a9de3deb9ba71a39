/*
 * The methods that all kinds of filter have. They are written as BloomFilter's; the stub makes other
 * classes' methods aliases of them, since the table of operations makes the difference.
 */
#include "php/filter_object.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "core/hash.h"
#include "php/errors.h"
#include "php/items.h"
#include "php/persistence.h"

ZEND_METHOD(BloomFilter, add)
{
    zend_string *item;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(item)
    ZEND_PARSE_PARAMETERS_END();
    php_bloom_object *object = php_bloom_usable_this(ZEND_THIS);
    if (UNEXPECTED(object == NULL)) {
        RETURN_THROWS();
    }
    bloom_hash_t hash = bloom_hash(&BLOOM_G(hash_key), ZSTR_VAL(item), ZSTR_LEN(item));
    RETURN_BOOL(php_bloom_object_add(object, hash) == BLOOM_ADD_NEW);
}

ZEND_METHOD(BloomFilter, addMany)
{
    zval *items;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ITERABLE(items)
    ZEND_PARSE_PARAMETERS_END();
    php_bloom_object *object = php_bloom_usable_this(ZEND_THIS);
    if (UNEXPECTED(object == NULL)) {
        RETURN_THROWS();
    }
    RETURN_LONG(php_bloom_items_add(object, items));
}

ZEND_METHOD(BloomFilter, mightContainMany)
{
    zval *items;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ITERABLE(items)
    ZEND_PARSE_PARAMETERS_END();
    php_bloom_object *object = php_bloom_this(ZEND_THIS);
    if (UNEXPECTED(object == NULL)) {
        RETURN_THROWS();
    }
    php_bloom_items_lookup(object, items, return_value);
}

static bloom_measurement_t measure(const php_bloom_object *object)
{
    bloom_measurement_t measurement;
    bloom_context_t context = php_bloom_private_context();
    object->filter.kind->measure(&object->filter, &measurement, &context);
    return measurement;
}

static zend_long item_count(const bloom_measurement_t *measurement)
{
    double count = measurement->item_count + 0.5;
    return count >= (double)ZEND_LONG_MAX ? ZEND_LONG_MAX : (zend_long)count;
}

ZEND_METHOD(BloomFilter, count)
{
    ZEND_PARSE_PARAMETERS_NONE();
    php_bloom_object *object = php_bloom_usable_this(ZEND_THIS);
    if (UNEXPECTED(object == NULL)) {
        RETURN_THROWS();
    }
    bloom_measurement_t measurement = measure(object);
    RETURN_LONG(item_count(&measurement));
}

static ZEND_COLD void throw_rebuild_running(const char *action)
{
    php_bloom_throw_storage_error(action, "the filter",
                                  "this process is rebuilding it; wait until rebuild() returns");
}

ZEND_METHOD(BloomFilter, clear)
{
    ZEND_PARSE_PARAMETERS_NONE();
    php_bloom_object *object = php_bloom_usable_this(ZEND_THIS);
    if (UNEXPECTED(object == NULL)) {
        RETURN_THROWS();
    }
    if (object->successor != NULL || object->is_successor) {
        throw_rebuild_running("clear");
        RETURN_THROWS();
    }
    bloom_filter_t *filter = &object->filter;
    object->provenance = php_bloom_provenance_next(&object->provenance, php_bloom_now_us());
    bloom_image_write_header(filter->header, &filter->geometry, &object->provenance,
                             &BLOOM_G(hash_key));
    memset(filter->payload, 0, (size_t)filter->geometry.payload_bytes);
    if (filter->kind->init != NULL) {
        bloom_context_t context = php_bloom_private_context();
        filter->kind->init(filter, &context);
    }
}

ZEND_METHOD(BloomFilter, isReady)
{
    ZEND_PARSE_PARAMETERS_NONE();
    php_bloom_object *object = php_bloom_this(ZEND_THIS);
    if (UNEXPECTED(object == NULL)) {
        RETURN_THROWS();
    }
    RETURN_BOOL(object->state == PHP_BLOOM_USABLE);
}

ZEND_METHOD(BloomFilter, generation)
{
    ZEND_PARSE_PARAMETERS_NONE();
    php_bloom_object *object = php_bloom_this(ZEND_THIS);
    if (UNEXPECTED(object == NULL)) {
        RETURN_THROWS();
    }
    RETURN_LONG((zend_long)object->provenance.generation);
}

ZEND_METHOD(BloomFilter, reportFalsePositives)
{
    zend_long count = 1;
    ZEND_PARSE_PARAMETERS_START(0, 1)
        Z_PARAM_OPTIONAL
        Z_PARAM_LONG(count)
    ZEND_PARSE_PARAMETERS_END();
    php_bloom_object *object = php_bloom_this(ZEND_THIS);
    if (UNEXPECTED(object == NULL)) {
        RETURN_THROWS();
    }
    if (count < 0) {
        zend_argument_value_error(1, "must be between 0 and " ZEND_LONG_FMT, ZEND_LONG_MAX);
        RETURN_THROWS();
    }
    uint64_t room = (uint64_t)ZEND_LONG_MAX - object->reported_false_positives;
    object->reported_false_positives += MIN((uint64_t)count, room);
}

static void add_seconds_or_null(zval *array, const char *key, uint64_t microseconds)
{
    if (microseconds == 0) {
        add_assoc_null(array, key);
    } else {
        add_assoc_double(array, key, (double)microseconds / 1e6);
    }
}

static void add_time_or_null(zval *array, const char *key, uint64_t microseconds)
{
    if (microseconds == 0) {
        add_assoc_null(array, key);
    } else {
        add_assoc_long(array, key, (zend_long)(microseconds / 1000000u));
    }
}

static void fill_info(zval *array, const php_bloom_object *object)
{
    const bloom_geometry_t *geometry = &object->filter.geometry;
    bloom_measurement_t measurement = measure(object);
    uint64_t bits = geometry->payload_bytes * 8;
    uint64_t negatives = object->lookups - object->positives;

    array_init_size(array, 28);
    add_assoc_string(array, "kind", object->filter.kind->name);
    add_assoc_string(array, "storage", "private");
    add_assoc_null(array, "name");
    add_assoc_null(array, "path");
    add_assoc_bool(array, "ready", true);
    add_assoc_long(array, "generation", (zend_long)object->provenance.generation);
    add_assoc_long(array, "expected_items", (zend_long)geometry->expected_items);
    add_assoc_double(array, "false_positive_rate", geometry->fpr);
    add_assoc_long(array, "bits", (zend_long)bits);
    add_assoc_long(array, "hash_count", (zend_long)geometry->hash_count);
    add_assoc_long(array, "bytes", (zend_long)bloom_image_bytes(geometry));
    add_assoc_double(array, "bits_per_item", (double)bits / (double)geometry->expected_items);
    add_assoc_long(array, "count", item_count(&measurement));
    add_assoc_double(array, "fill_ratio",
                     (double)measurement.used_units / (double)measurement.total_units);
    add_assoc_double(array, "estimated_false_positive_rate", measurement.fpr);
    add_assoc_bool(array, "saturated", measurement.fpr > 1.1 * geometry->fpr);
    add_time_or_null(array, "created_at", object->provenance.created_at_us);
    add_time_or_null(array, "rebuilt_at", object->provenance.rebuilt_at_us);
    add_assoc_long(array, "rebuild_count", (zend_long)object->provenance.rebuild_count);
    add_seconds_or_null(array, "last_rebuild_seconds", object->provenance.last_rebuild_us);
    add_assoc_null(array, "loading_pid");
    add_assoc_null(array, "loading_since");
    add_assoc_long(array, "lookups", (zend_long)object->lookups);
    add_assoc_long(array, "positives", (zend_long)object->positives);
    add_assoc_long(array, "reported_false_positives", (zend_long)object->reported_false_positives);
    if (object->reported_false_positives + negatives == 0) {
        add_assoc_null(array, "measured_false_positive_rate");
    } else {
        add_assoc_double(array, "measured_false_positive_rate",
                         (double)object->reported_false_positives /
                             (double)(object->reported_false_positives + negatives));
    }
}

ZEND_METHOD(BloomFilter, info)
{
    ZEND_PARSE_PARAMETERS_NONE();
    php_bloom_object *object = php_bloom_usable_this(ZEND_THIS);
    if (UNEXPECTED(object == NULL)) {
        RETURN_THROWS();
    }
    fill_info(return_value, object);
}

/* Dumping must not throw: debuggers and var_dump() come by in any state. */
ZEND_METHOD(BloomFilter, __debugInfo)
{
    ZEND_PARSE_PARAMETERS_NONE();
    php_bloom_object *object = php_bloom_from_object(Z_OBJ_P(ZEND_THIS));
    if (object->state == PHP_BLOOM_USABLE) {
        fill_info(return_value, object);
    } else {
        array_init(return_value);
        add_assoc_bool(return_value, "ready", false);
    }
}

ZEND_METHOD(BloomFilter, rebuild)
{
    zend_fcall_info loader;
    zend_fcall_info_cache loader_cache;
    zend_long expected_items = 0;
    double fpr = 0;
    bool same_items = true, same_fpr = true;
    ZEND_PARSE_PARAMETERS_START(1, 3)
        Z_PARAM_FUNC(loader, loader_cache)
        Z_PARAM_OPTIONAL
        Z_PARAM_LONG_OR_NULL(expected_items, same_items)
        Z_PARAM_DOUBLE_OR_NULL(fpr, same_fpr)
    ZEND_PARSE_PARAMETERS_END();
    php_bloom_object *object = php_bloom_usable_this(ZEND_THIS);
    if (UNEXPECTED(object == NULL)) {
        RETURN_THROWS();
    }
    if (object->successor != NULL || object->is_successor) {
        throw_rebuild_running("rebuild");
        RETURN_THROWS();
    }
    bloom_geometry_t geometry = object->filter.geometry;
    if (!same_items) {
        geometry.expected_items = expected_items > 0 ? (uint64_t)expected_items : 0;
    }
    if (!same_fpr) {
        geometry.fpr = fpr;
    }
    if (!same_items || !same_fpr) {
        bloom_status_t status = bloom_geometry_plan(&geometry);
        if (status != BLOOM_OK) {
            php_bloom_throw_plan_error(status, &geometry, 2);
            RETURN_THROWS();
        }
    }

    uint64_t began_us = php_bloom_now_us();
    zval next_value, result;
    object_init_ex(&next_value, object->std.ce);
    php_bloom_object *next = php_bloom_from_object(Z_OBJ(next_value));
    if (php_bloom_object_create_image(next, &geometry, &object->provenance)) {
        object->successor = next;
        next->is_successor = true;
        ZVAL_UNDEF(&result);
        loader.retval = &result;
        loader.params = &next_value;
        loader.param_count = 1;
        /* a loader that exits or dies never returns here: nothing was switched */
        bool is_loaded = zend_call_function(&loader, &loader_cache) == SUCCESS &&
                         EG(exception) == NULL && next->state == PHP_BLOOM_USABLE;
        zval_ptr_dtor(&result);
        object->successor = NULL;
        if (is_loaded) {
            bloom_provenance_t provenance =
                php_bloom_provenance_next(&object->provenance, began_us);
            php_bloom_object_take_image(object, next);
            bloom_header_t *header = object->filter.header;
            uint64_t kind_state[BLOOM_KIND_WORDS];
            memcpy(kind_state, header->kind_state, sizeof kind_state);
            bloom_image_write_header(header, &geometry, &provenance, &BLOOM_G(hash_key));
            memcpy(header->kind_state, kind_state, sizeof kind_state);
            object->provenance = provenance;
        } else {
            php_bloom_object_destroy_image(next);
            next->state = PHP_BLOOM_DISCARDED;
        }
    }
    zval_ptr_dtor(&next_value);
}

ZEND_METHOD(BloomFilter, isCompatibleWith)
{
    zval *other_value;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_OBJECT_OF_CLASS(other_value, Z_OBJCE_P(ZEND_THIS))
    ZEND_PARSE_PARAMETERS_END();
    php_bloom_object *object = php_bloom_usable_this(ZEND_THIS);
    php_bloom_object *other = object != NULL ? php_bloom_usable_this(other_value) : NULL;
    if (UNEXPECTED(other == NULL)) {
        RETURN_THROWS();
    }
    RETURN_BOOL(bloom_geometry_is_compatible(&object->filter.geometry, &other->filter.geometry));
}

ZEND_METHOD(BloomFilter, merge)
{
    zval *other_value;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_OBJECT_OF_CLASS(other_value, Z_OBJCE_P(ZEND_THIS))
    ZEND_PARSE_PARAMETERS_END();
    php_bloom_object *object = php_bloom_usable_this(ZEND_THIS);
    php_bloom_object *other = object != NULL ? php_bloom_usable_this(other_value) : NULL;
    if (UNEXPECTED(other == NULL)) {
        RETURN_THROWS();
    }
    const bloom_geometry_t *own = &object->filter.geometry, *others = &other->filter.geometry;
    if (!bloom_geometry_is_compatible(own, others)) {
        zend_throw_exception_ex(
            php_bloom_incompatible_filter_exception_ce, 0,
            "Cannot merge a filter of %" PRIu64 " bits and %u hashes into one of %" PRIu64
            " bits and %u hashes; give both the same number of items and the same rate",
            others->payload_bytes * 8, others->hash_count, own->payload_bytes * 8, own->hash_count);
        RETURN_THROWS();
    }
    bloom_context_t context = php_bloom_private_context();
    php_bloom_object *successor = object->successor;
    if (successor != NULL) {
        if (!bloom_geometry_is_compatible(own, &successor->filter.geometry)) {
            throw_rebuild_running("merge into");
            RETURN_THROWS();
        }
        successor->filter.kind->merge(&successor->filter, &other->filter, &context);
    }
    object->filter.kind->merge(&object->filter, &other->filter, &context);
}

ZEND_METHOD(BloomFilter, export)
{
    ZEND_PARSE_PARAMETERS_NONE();
    php_bloom_object *object = php_bloom_usable_this(ZEND_THIS);
    zend_string *image = object != NULL ? php_bloom_export(object) : NULL;
    if (UNEXPECTED(image == NULL)) {
        RETURN_THROWS();
    }
    RETURN_NEW_STR(image);
}

static bool is_path(const zend_string *path)
{
    if (ZSTR_LEN(path) == 0) {
        zend_argument_value_error(1, "must not be empty");
        return false;
    }
    return true;
}

ZEND_METHOD(BloomFilter, save)
{
    zend_string *path;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_PATH_STR(path)
    ZEND_PARSE_PARAMETERS_END();
    php_bloom_object *object = php_bloom_usable_this(ZEND_THIS);
    if (UNEXPECTED(object == NULL || !is_path(path))) {
        RETURN_THROWS();
    }
    php_bloom_save(object, path);
}

ZEND_METHOD(BloomFilter, __serialize)
{
    ZEND_PARSE_PARAMETERS_NONE();
    php_bloom_object *object = php_bloom_usable_this(ZEND_THIS);
    zend_string *image = object != NULL ? php_bloom_export(object) : NULL;
    if (UNEXPECTED(image == NULL)) {
        RETURN_THROWS();
    }
    array_init_size(return_value, 1);
    add_assoc_str(return_value, "image", image);
}

/* Each class's own id is what its images must hold. */
static uint16_t kind_of_class(const zend_class_entry *ce)
{
    (void)ce;
    return BLOOM_KIND_PLAIN;
}

ZEND_METHOD(BloomFilter, __unserialize)
{
    HashTable *data;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ARRAY_HT(data)
    ZEND_PARSE_PARAMETERS_END();
    php_bloom_object *object = php_bloom_from_object(Z_OBJ_P(ZEND_THIS));
    const char *class_name = ZSTR_VAL(object->std.ce->name);
    if (object->state != PHP_BLOOM_UNINITIALIZED) {
        zend_throw_error(NULL, "%s::__unserialize() must not be called on an existing filter",
                         class_name);
        RETURN_THROWS();
    }
    zval *image = zend_hash_str_find_deref(data, ZEND_STRL("image"));
    if (image == NULL || Z_TYPE_P(image) != IS_STRING || zend_hash_num_elements(data) != 1) {
        zend_throw_exception_ex(php_bloom_corrupt_image_exception_ce, 0,
                                "A serialized %s has another form than this; pass what "
                                "serialize() returned",
                                class_name);
        RETURN_THROWS();
    }
    php_bloom_import(object, kind_of_class(object->std.ce), Z_STR_P(image));
}

ZEND_METHOD(BloomFilter, import)
{
    zend_string *image;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(image)
    ZEND_PARSE_PARAMETERS_END();
    zend_class_entry *ce = execute_data->func->common.scope;
    object_init_ex(return_value, ce);
    if (!php_bloom_import(php_bloom_from_object(Z_OBJ_P(return_value)), kind_of_class(ce), image)) {
        zval_ptr_dtor(return_value);
        ZVAL_NULL(return_value);
        RETURN_THROWS();
    }
}

ZEND_METHOD(BloomFilter, load)
{
    zend_string *path;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_PATH_STR(path)
    ZEND_PARSE_PARAMETERS_END();
    if (!is_path(path)) {
        RETURN_THROWS();
    }
    zend_class_entry *ce = execute_data->func->common.scope;
    object_init_ex(return_value, ce);
    if (!php_bloom_load(php_bloom_from_object(Z_OBJ_P(return_value)), kind_of_class(ce), path)) {
        zval_ptr_dtor(return_value);
        ZVAL_NULL(return_value);
        RETURN_THROWS();
    }
}
