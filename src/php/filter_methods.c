/*
 * The methods that all kinds of filter have. They are written as BloomFilter's; the stub makes other
 * classes' methods aliases of them, since the table of operations makes the difference.
 */
#include "php/filter_methods.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "core/hash.h"
#include "php/errors.h"
#include "php/items.h"
#include "php/kind_info.h"
#include "php/persistence.h"
#include "php/shared.h"

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
    RETURN_BOOL(php_bloom_object_add(object, hash));
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

/* How old figures of a shared filter may be: others change it all the time, and looking costs the whole payload. */
#define MEASUREMENT_LIFE_US 1000000u

/* What the contents say. False with an exception thrown if there are none to look at. */
static bool measure(php_bloom_object *object, const char *action, bloom_measurement_t *measurement)
{
    const bloom_filter_t *filter = php_bloom_object_current(object, action);
    if (filter == NULL) {
        return false;
    }
    bloom_context_t context = php_bloom_private_context(filter->kind);
    if (object->state != PHP_BLOOM_SHARED) {
        filter->kind->measure(filter, measurement, &context);
        return true;
    }
    uint64_t now_us = php_bloom_now_us();
    uint64_t generation = bloom_shm_filter_generation(object->shared);
    if (object->measured_at_us == 0 || object->measured_generation != generation ||
        now_us - object->measured_at_us > MEASUREMENT_LIFE_US) {
        context.is_shared = true;
        filter->kind->measure(filter, &object->measurement, &context);
        object->measured_at_us = now_us;
        object->measured_generation = generation;
    }
    *measurement = object->measurement;
    return true;
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
    bloom_measurement_t measurement;
    if (UNEXPECTED(!measure(object, "count", &measurement))) {
        RETURN_THROWS();
    }
    RETURN_LONG(item_count(&measurement));
}

static ZEND_COLD void throw_being_saved(const char *action)
{
    php_bloom_throw_storage_error(
        action, "the filter",
        "it is being saved or copied at this moment; wait until save() returns");
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
    if (object->successor != NULL || object->state == PHP_BLOOM_BUILDING) {
        throw_rebuild_running("clear");
        RETURN_THROWS();
    }
    if (object->state == PHP_BLOOM_SHARED) {
        bloom_shm_error_t error;
        if (bloom_shm_filter_clear(object->shared, &error) != BLOOM_SHM_OK) {
            php_bloom_throw_shm_error("clear", &error);
        }
        return;
    }
    if (object->snapshot_count != 0) {
        throw_being_saved("clear");
        RETURN_THROWS();
    }
    bloom_filter_t *filter = &object->filter;
    object->provenance = php_bloom_provenance_next(&object->provenance, php_bloom_now_us());
    bloom_image_write_header(filter->header, &filter->geometry, &object->provenance,
                             &BLOOM_G(hash_key));
    memset(filter->payload, 0, (size_t)filter->geometry.payload_bytes);
    if (filter->kind->init != NULL) {
        bloom_context_t context = php_bloom_private_context(filter->kind);
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
    RETURN_BOOL(object->state == PHP_BLOOM_SHARED ? bloom_shm_filter_is_ready(object->shared)
                                                  : object->state == PHP_BLOOM_PRIVATE);
}

ZEND_METHOD(BloomFilter, generation)
{
    ZEND_PARSE_PARAMETERS_NONE();
    php_bloom_object *object = php_bloom_this(ZEND_THIS);
    if (UNEXPECTED(object == NULL)) {
        RETURN_THROWS();
    }
    uint64_t generation = object->state == PHP_BLOOM_SHARED
                              ? bloom_shm_filter_generation(object->shared)
                              : object->provenance.generation;
    RETURN_LONG((zend_long)generation);
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
    uint64_t *reported = object->state == PHP_BLOOM_SHARED
                             ? &object->shared->reported_false_positives
                             : &object->reported_false_positives;
    uint64_t room = (uint64_t)ZEND_LONG_MAX - *reported;
    *reported += MIN((uint64_t)count, room);
}

static void add_time_or_null(zval *array, const char *key, uint64_t microseconds)
{
    if (microseconds == 0) {
        add_assoc_null(array, key);
    } else {
        add_assoc_long(array, key, (zend_long)(microseconds / 1000000u));
    }
}

/* The sums of many processes: at most what an int can hold. */
static void add_count(zval *array, const char *key, uint64_t count)
{
    add_assoc_long(array, key, count > ZEND_LONG_MAX ? ZEND_LONG_MAX : (zend_long)count);
}

static void add_string_or_null(zval *array, const char *key, const char *value)
{
    if (value[0] == '\0') {
        add_assoc_null(array, key);
    } else {
        add_assoc_string(array, key, value);
    }
}

/* One shape for every storage: a private filter is described as a shared one would be. */
static void describe(bloom_shm_info_t *info, const php_bloom_object *object)
{
    if (object->state == PHP_BLOOM_SHARED) {
        bloom_shm_filter_info(object->shared, info);
        return;
    }
    memset(info, 0, sizeof *info);
    info->is_ready = object->state == PHP_BLOOM_PRIVATE;
    info->provenance = object->provenance;
    info->lookups = object->lookups;
    info->positives = object->positives;
    info->reported_false_positives = object->reported_false_positives;
}

bool php_bloom_fill_info(zval *array, php_bloom_object *object)
{
    bloom_measurement_t measurement;
    ZVAL_NULL(array);
    if (!measure(object, "look at", &measurement)) {
        return false;
    }
    bloom_shm_info_t info;
    describe(&info, object);
    const bloom_filter_t *filter = php_bloom_object_current(object, "look at");
    if (filter == NULL) {
        return false;
    }
    bloom_geometry_t geometry = filter->geometry;
    double planned_items = (double)geometry.expected_items;
    if (filter->kind->resize != NULL) { /* what is in use, not what there is room for */
        uint32_t used = filter->kind->layer_count(filter->header);
        filter->kind->resize(&filter->geometry, used, &geometry);
        planned_items *= (double)(((uint64_t)1 << used) -
                                  1); /* each layer is for twice as many as the one before */
    }
    uint64_t bits = geometry.payload_bytes * 8;
    uint64_t negatives = info.lookups > info.positives ? info.lookups - info.positives : 0;
    bool is_private = object->state != PHP_BLOOM_SHARED;
    bool is_busy =
        info.operation == BLOOM_OPERATION_LOAD || info.operation == BLOOM_OPERATION_REBUILD;

    array_init_size(array, 28);
    add_assoc_string(array, "kind", filter->kind->name);
    add_assoc_string(array, "storage", is_private ? "private" : info.is_named ? "shared" : "file");
    add_string_or_null(array, "name", info.name);
    add_string_or_null(array, "path", info.path);
    add_assoc_bool(array, "ready", info.is_ready);
    add_assoc_long(array, "generation", (zend_long)info.provenance.generation);
    add_assoc_long(array, "expected_items", (zend_long)geometry.expected_items);
    add_assoc_double(array, "false_positive_rate", geometry.fpr);
    add_assoc_long(array, "bits", (zend_long)bits);
    add_assoc_long(array, "hash_count", (zend_long)geometry.hash_count);
    add_assoc_long(array, "bytes",
                   (zend_long)(is_private ? bloom_image_bytes(&geometry) : info.file_bytes));
    add_assoc_double(array, "bits_per_item", (double)bits / planned_items);
    add_assoc_long(array, "count", item_count(&measurement));
    add_assoc_double(array, "fill_ratio",
                     (double)measurement.used_units / (double)measurement.total_units);
    add_assoc_double(array, "estimated_false_positive_rate", measurement.fpr);
    add_assoc_bool(array, "saturated", measurement.fpr > 1.1 * geometry.fpr);
    add_time_or_null(array, "created_at", info.provenance.created_at_us);
    add_time_or_null(array, "rebuilt_at", info.provenance.rebuilt_at_us);
    add_assoc_long(array, "rebuild_count", (zend_long)info.provenance.rebuild_count);
    if (info.provenance.rebuild_count == 0) {
        add_assoc_null(array, "last_rebuild_seconds");
    } else {
        add_assoc_double(array, "last_rebuild_seconds",
                         (double)info.provenance.last_rebuild_us / 1e6);
    }
    if (is_busy) {
        add_assoc_long(array, "loading_pid", (zend_long)info.pid);
        add_time_or_null(array, "loading_since", info.since_us);
    } else {
        add_assoc_null(array, "loading_pid");
        add_assoc_null(array, "loading_since");
    }
    add_count(array, "lookups", info.lookups);
    add_count(array, "positives", info.positives);
    add_count(array, "reported_false_positives", info.reported_false_positives);
    if (info.reported_false_positives + negatives == 0) {
        add_assoc_null(array, "measured_false_positive_rate");
    } else {
        add_assoc_double(array, "measured_false_positive_rate",
                         (double)info.reported_false_positives /
                             (double)(info.reported_false_positives + negatives));
    }
    bloom_context_t context = php_bloom_private_context(filter->kind);
    context.is_shared = !is_private;
    php_bloom_add_kind_info(array, filter, &context);
    return true;
}

ZEND_METHOD(BloomFilter, info)
{
    ZEND_PARSE_PARAMETERS_NONE();
    php_bloom_object *object = php_bloom_usable_this(ZEND_THIS);
    if (UNEXPECTED(object == NULL)) {
        RETURN_THROWS();
    }
    if (UNEXPECTED(!php_bloom_fill_info(return_value, object))) {
        RETURN_THROWS();
    }
}

/* Dumping must not throw: debuggers and var_dump() come by in any state. */
ZEND_METHOD(BloomFilter, __debugInfo)
{
    ZEND_PARSE_PARAMETERS_NONE();
    php_bloom_object *object = php_bloom_from_object(Z_OBJ_P(ZEND_THIS));
    bool is_filter =
        object->state == PHP_BLOOM_PRIVATE || object->state == PHP_BLOOM_BUILDING ||
        (object->state == PHP_BLOOM_SHARED && bloom_shm_filter_refresh(object->shared));
    if (!is_filter || !php_bloom_fill_info(return_value, object)) {
        zend_clear_exception();
        array_init(return_value);
        add_assoc_bool(return_value, "ready", false);
    }
}

/* Fills a new private version beside the current one, then takes its place. */
static void rebuild_private(php_bloom_object *object, const bloom_geometry_t *geometry,
                            zend_fcall_info *loader, zend_fcall_info_cache *loader_cache)
{
    uint64_t began_us = php_bloom_now_us();
    zval next_value;
    object_init_ex(&next_value, object->std.ce);
    php_bloom_object *next = php_bloom_from_object(Z_OBJ(next_value));
    bool has_died = false;
    if (php_bloom_object_create_image(next, geometry, &object->provenance, "rebuild",
                                      "the filter")) {
        object->successor = next;
        next->state = PHP_BLOOM_BUILDING;
        bool is_loaded = php_bloom_call_loader(loader, loader_cache, &next_value, &has_died);
        object->successor = NULL;
        if (is_loaded && object->snapshot_count != 0) {
            throw_being_saved("rebuild");
            is_loaded = false;
        } else if (is_loaded && next->is_spoiled) {
            php_bloom_throw_full(&next->filter);
            is_loaded = false;
        }
        if (is_loaded) {
            bloom_provenance_t provenance =
                php_bloom_provenance_next(&object->provenance, began_us);
            php_bloom_object_take_image(object, next);
            bloom_header_t *header = object->filter.header;
            uint64_t kind_state[BLOOM_KIND_WORDS];
            memcpy(kind_state, header->kind_state, sizeof kind_state);
            bloom_image_write_header(header, &object->filter.geometry, &provenance,
                                     &BLOOM_G(hash_key));
            memcpy(header->kind_state, kind_state, sizeof kind_state);
            object->provenance = provenance;
        } else {
            php_bloom_object_destroy_image(next);
            next->state = PHP_BLOOM_DISCARDED;
        }
    }
    zval_ptr_dtor(&next_value);
    if (has_died) {
        zend_bailout();
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
    if (object->successor != NULL || object->state == PHP_BLOOM_BUILDING) {
        throw_rebuild_running("rebuild");
        RETURN_THROWS();
    }
    const bloom_filter_t *current = php_bloom_object_current(object, "rebuild");
    if (current == NULL) {
        RETURN_THROWS();
    }
    bloom_geometry_t geometry = current->geometry;
    if (!same_items) {
        geometry.expected_items = expected_items > 0 ? (uint64_t)expected_items : 0;
    }
    if (!same_fpr) {
        geometry.fpr = fpr;
    }
    if (!same_items || !same_fpr ||
        current->kind->resize != NULL) { /* the new version has not grown yet */
        bloom_status_t status = bloom_geometry_plan(&geometry);
        if (status != BLOOM_OK) {
            php_bloom_throw_plan_error(status, &geometry, 2);
            RETURN_THROWS();
        }
    }
    if (object->state == PHP_BLOOM_SHARED) {
        php_bloom_shared_rebuild(object, &geometry, &loader, &loader_cache);
    } else {
        rebuild_private(object, &geometry, &loader, &loader_cache);
    }
}

bool php_bloom_call_loader(zend_fcall_info *loader, zend_fcall_info_cache *loader_cache,
                           zval *filter, bool *has_died)
{
    zval result;
    volatile bool is_loaded = false;
    *has_died = true;
    ZVAL_UNDEF(&result);
    loader->retval = &result;
    loader->params = filter;
    loader->param_count = 1;
    zend_try
    {
        is_loaded = zend_call_function(loader, loader_cache) == SUCCESS && EG(exception) == NULL;
        zval_ptr_dtor(&result);
        *has_died = false;
    }
    zend_end_try();
    loader->retval = NULL;
    return !*has_died && is_loaded && EG(exception) == NULL;
}

/* Parses the one argument, another filter of the same class. False with an exception thrown. */
static bool other_filter(zend_execute_data *execute_data, php_bloom_object **object,
                         php_bloom_object **other)
{
    zval *other_value;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_OBJECT_OF_CLASS(other_value, Z_OBJCE_P(ZEND_THIS))
    ZEND_PARSE_PARAMETERS_END_EX(return false);
    *object = php_bloom_usable_this(ZEND_THIS);
    *other = *object != NULL ? php_bloom_usable_this(other_value) : NULL;
    return *other != NULL;
}

ZEND_METHOD(BloomFilter, isCompatibleWith)
{
    php_bloom_object *object, *other;
    if (UNEXPECTED(!other_filter(execute_data, &object, &other))) {
        RETURN_THROWS();
    }
    const bloom_filter_t *own = php_bloom_object_current(object, "compare");
    const bloom_filter_t *others = own != NULL ? php_bloom_object_current(other, "compare") : NULL;
    if (UNEXPECTED(others == NULL)) {
        RETURN_THROWS();
    }
    RETURN_BOOL(bloom_geometry_is_compatible(&own->geometry, &others->geometry));
}

static ZEND_COLD void throw_incompatible(const bloom_geometry_t *own,
                                         const bloom_geometry_t *others)
{
    zend_throw_exception_ex(
        php_bloom_incompatible_filter_exception_ce, 0,
        "Cannot merge a filter of %" PRIu64 " bits and %u hashes into one of %" PRIu64
        " bits and %u hashes; give both the same number of items and the same rate",
        others->payload_bytes * 8, others->hash_count, own->payload_bytes * 8, own->hash_count);
}

static void merge_into_private(php_bloom_object *object, const bloom_filter_t *source)
{
    bloom_context_t context = php_bloom_private_context(source->kind);
    php_bloom_object *successor = object->successor;
    if (successor != NULL) {
        if (!bloom_geometry_is_compatible(&object->filter.geometry, &successor->filter.geometry)) {
            throw_rebuild_running("merge into");
            return;
        }
        successor->filter.kind->merge(&successor->filter, source, &context);
    }
    object->filter.kind->merge(&object->filter, source, &context);
}

ZEND_METHOD(BloomFilter, merge)
{
    php_bloom_object *object, *other;
    php_bloom_snapshot_t snapshot;
    if (UNEXPECTED(!other_filter(execute_data, &object, &other))) {
        RETURN_THROWS();
    }
    const bloom_filter_t *own = php_bloom_object_current(object, "merge into");
    if (UNEXPECTED(own == NULL || !php_bloom_snapshot_begin(&snapshot, other, "merge from"))) {
        RETURN_THROWS();
    }
    bloom_shm_error_t error;
    if (!bloom_geometry_is_compatible(&own->geometry, &snapshot.filter->geometry)) {
        throw_incompatible(&own->geometry, &snapshot.filter->geometry);
    } else if (object->state != PHP_BLOOM_SHARED) {
        merge_into_private(object, snapshot.filter);
    } else if (bloom_shm_filter_merge(object->shared, snapshot.filter, &error) != BLOOM_SHM_OK) {
        php_bloom_throw_shm_error("merge into", &error);
    }
    php_bloom_snapshot_end(&snapshot);
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
    if (object != NULL && object->state == PHP_BLOOM_SHARED) {
        php_bloom_throw_storage_error(
            "serialize", "a shared filter",
            "pass its name on and attach(), or serialize what export() returns");
        RETURN_THROWS();
    }
    zend_string *image = object != NULL ? php_bloom_export(object) : NULL;
    if (UNEXPECTED(image == NULL)) {
        RETURN_THROWS();
    }
    array_init_size(return_value, 1);
    add_assoc_str(return_value, "image", image);
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
    php_bloom_import(object, php_bloom_kind_of_class(object->std.ce), Z_STR_P(image));
}

ZEND_METHOD(BloomFilter, import)
{
    zend_string *image;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(image)
    ZEND_PARSE_PARAMETERS_END();
    zend_class_entry *ce = execute_data->func->common.scope;
    object_init_ex(return_value, ce);
    if (!php_bloom_import(php_bloom_from_object(Z_OBJ_P(return_value)), php_bloom_kind_of_class(ce),
                          image)) {
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
    if (!php_bloom_load(php_bloom_from_object(Z_OBJ_P(return_value)), php_bloom_kind_of_class(ce),
                        path)) {
        zval_ptr_dtor(return_value);
        ZVAL_NULL(return_value);
        RETURN_THROWS();
    }
}
