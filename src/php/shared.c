/*
 * shared(), attach(), open(), flush() and the rebuild of shared filters. What may happen between processes is
 * the business of src/shm; here loaders are called and statuses become exceptions.
 */
#include "php/shared.h"

#include "zend_exceptions.h"

#include "php/errors.h"
#include "php/filter_methods.h"
#include "php/persistence.h"
#include "php/plan.h"
#include "shm/os.h"

static uint32_t milliseconds(double seconds)
{
    return seconds <= 0 ? 0 : seconds >= 4e6 ? 4000000000u : (uint32_t)(seconds * 1000 + 0.5);
}

bloom_shm_options_t php_bloom_shared_options(void)
{
    bloom_shm_options_t options = {
        .directory = BLOOM_G(shm_dir),
        .max_bytes = BLOOM_G(shm_max_size) > 0 ? (uint64_t)BLOOM_G(shm_max_size) : 0,
        .lock_timeout_ms = milliseconds(BLOOM_G(lock_timeout)),
        .load_retry_ms = milliseconds(BLOOM_G(load_retry)),
        .revalidate_ms = milliseconds(BLOOM_G(revalidate)),
        .counts_statistics = BLOOM_G(stats),
        .key = &BLOOM_G(hash_key),
    };
    return options;
}

bool php_bloom_check_name(const zend_string *name)
{
    if (bloom_store_is_name(ZSTR_VAL(name), ZSTR_LEN(name))) {
        return true;
    }
    zend_argument_value_error(
        1,
        "must be 1 to %d characters of A-Z, a-z, 0-9, \"_\", \".\" and \"-\", "
        "not starting with a dot",
        BLOOM_SHM_NAME_LENGTH_MAX);
    return false;
}

/* Often another user's or another directory's filter is what was meant: say where was looked, and where there is one. */
static ZEND_COLD void throw_not_found(const bloom_shm_request_t *request)
{
    char directory[BLOOM_SHM_PATH_BYTES], elsewhere[BLOOM_SHM_PATH_BYTES];
    bloom_store_directory(request->options, directory);
    if (bloom_store_find_elsewhere(request->options, request->name, elsewhere)) {
        zend_throw_exception_ex(
            php_bloom_not_found_exception_ce, 0,
            "There is no filter \"%s\" in %s, where user %u looks for it, but there is one in %s; "
            "set bloom.shm_dir to one directory for both, or create it with shared()",
            request->name, directory, (unsigned)bloom_os_uid(), elsewhere);
    } else {
        zend_throw_exception_ex(php_bloom_not_found_exception_ce, 0,
                                "There is no filter \"%s\" in %s, where user %u looks for it; "
                                "create it with shared(), or set "
                                "bloom.shm_dir to the directory that has it",
                                request->name, directory, (unsigned)bloom_os_uid());
    }
}

bool php_bloom_shared_attach(zval *value, const bloom_shm_request_t *request, const char *action)
{
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    ZVAL_NULL(value);
    if (bloom_shm_filter_open(&filter, request, &error) != BLOOM_SHM_OK) {
        if (error.status == BLOOM_SHM_NOT_FOUND && request->name != NULL) {
            throw_not_found(request);
        } else {
            php_bloom_throw_shm_error(action, &error);
        }
        return false;
    }
    object_init_ex(value, php_bloom_class_of_kind(filter->filter.geometry.kind));
    php_bloom_object *object = php_bloom_from_object(Z_OBJ_P(value));
    object->shared = filter;
    object->state = PHP_BLOOM_SHARED;
    return true;
}

/* The first load, by one process of all. Its exception is thrown on; whoever comes second goes on without. */
static void load(zval *value, zend_fcall_info *loader, zend_fcall_info_cache *loader_cache)
{
    bloom_shm_filter_t *filter = php_bloom_from_object(Z_OBJ_P(value))->shared;
    bloom_shm_error_t error;
    bool has_died;
    switch (bloom_shm_load_begin(filter, &error)) {
    case BLOOM_SHM_OK:
        break;
    case BLOOM_SHM_BUSY:
    case BLOOM_SHM_ALREADY_LOADED:
    case BLOOM_SHM_RETRY_LATER:
    case BLOOM_SHM_READ_ONLY: /* to load is for those who may write */
        return;
    default:
        php_bloom_throw_shm_error("load", &error);
        return;
    }
    if (!php_bloom_call_loader(loader, loader_cache, value, &has_died)) {
        bloom_shm_load_abort(filter);
        if (has_died) {
            zend_bailout();
        }
    } else if (bloom_shm_load_commit(filter, &error) != BLOOM_SHM_OK) {
        php_bloom_throw_shm_error("finish loading", &error);
    }
}

/* Calls the loader with the version announced by `rebuild`, then switches to it or throws it away. */
static void finish_rebuild(php_bloom_object *object, bloom_shm_rebuild_t *rebuild,
                           zend_fcall_info *loader, zend_fcall_info_cache *loader_cache)
{
    zval next_value;
    object_init_ex(&next_value, object->std.ce);
    php_bloom_object *next = php_bloom_from_object(Z_OBJ(next_value));
    next->shared = bloom_shm_rebuild_take_next(rebuild);
    next->state = PHP_BLOOM_SHARED;
    bloom_shm_error_t error;
    bool has_died;
    bool is_loaded = php_bloom_call_loader(loader, loader_cache, &next_value, &has_died);
    rebuild = bloom_shm_rebuild_of(next->shared);
    if (rebuild == NULL) { /* the request has ended; a fiber's frames may outlive that */
        if (is_loaded) {
            php_bloom_throw_storage_error("rebuild", "the filter",
                                          "the request in which this began has ended; begin again");
        }
    } else if (!is_loaded) {
        bloom_shm_rebuild_abort(rebuild);
    } else if (bloom_shm_rebuild_commit(rebuild, &error) != BLOOM_SHM_OK) {
        php_bloom_throw_shm_error("rebuild", &error);
    }
    zval_ptr_dtor(&next_value);
    if (has_died) {
        zend_bailout();
    }
}

void php_bloom_shared_rebuild(php_bloom_object *object, const bloom_geometry_t *geometry,
                              zend_fcall_info *loader, zend_fcall_info_cache *loader_cache)
{
    bloom_shm_rebuild_t *rebuild;
    bloom_shm_error_t error;
    if (bloom_shm_rebuild_begin(object->shared, geometry, &rebuild, &error) != BLOOM_SHM_OK) {
        php_bloom_throw_shm_error("rebuild", &error);
        return;
    }
    finish_rebuild(object, rebuild, loader, loader_cache);
}

/* A filter that exists with a lesser n or a larger p: one process rebuilds it, the others use it as it is. */
static void enlarge(zval *value, const bloom_geometry_t *wanted, zend_fcall_info *loader,
                    zend_fcall_info_cache *loader_cache)
{
    php_bloom_object *object = php_bloom_from_object(Z_OBJ_P(value));
    bloom_shm_rebuild_t *rebuild;
    bloom_shm_error_t error;
    switch (bloom_shm_enlarge_begin(object->shared, wanted, &rebuild, &error)) {
    case BLOOM_SHM_OK:
        finish_rebuild(object, rebuild, loader, loader_cache);
        return;
    case BLOOM_SHM_BUSY:
    case BLOOM_SHM_ALREADY_LOADED:
    case BLOOM_SHM_RETRY_LATER:
        return;
    default:
        php_bloom_throw_shm_error("rebuild", &error);
    }
}

/* shared() and open() from where the request's name or path is known. */
static void open_or_create(zval *value, bloom_shm_request_t *request, zend_fcall_info *loader,
                           zend_fcall_info_cache *loader_cache)
{
    request->has_loader = ZEND_FCI_INITIALIZED(*loader);
    if (!php_bloom_shared_attach(value, request, "open")) {
        return;
    }
    if (request->has_loader) {
        bloom_shm_filter_t *filter = php_bloom_from_object(Z_OBJ_P(value))->shared;
        if (filter->is_lesser) {
            enlarge(value, request->geometry, loader, loader_cache);
        } else if (bloom_shm_filter_needs_load(filter)) {
            load(value, loader, loader_cache);
        }
    }
    if (EG(exception) != NULL) {
        zval_ptr_dtor(value);
        ZVAL_NULL(value);
    }
}

/* Argument 1 as an absolute path, to be freed with efree(). NULL with an exception thrown. */
static char *absolute_path(zend_string *path)
{
    if (ZSTR_LEN(path) == 0) {
        zend_argument_value_error(1, "must not be empty");
        return NULL;
    }
    bool is_local;
    char *absolute = php_bloom_local_path(path, "open", &is_local);
    if (!is_local) {
        zend_argument_value_error(1, "must be the path of a local file");
    }
    return absolute;
}

typedef enum place { PLACE_NAME, PLACE_PATH } place_t;

static void open_filter(INTERNAL_FUNCTION_PARAMETERS, place_t place)
{
    zend_string *subject;
    zend_long expected_items, window_seconds = 0, generations = 0;
    double fpr;
    zend_fcall_info loader;
    zend_fcall_info_cache loader_cache;
    uint16_t kind = php_bloom_kind_of_class(execute_data->func->common.scope);
    bool rotates = kind == BLOOM_KIND_ROTATING;
    ZEND_PARSE_PARAMETERS_START(rotates ? 6 : 4, rotates ? 6 : 4)
        if (place == PLACE_PATH) {
            Z_PARAM_PATH_STR(subject)
        } else {
            Z_PARAM_STR(subject)
        }
        Z_PARAM_LONG(expected_items)
        Z_PARAM_DOUBLE(fpr)
        if (rotates) {
            Z_PARAM_LONG(window_seconds)
            Z_PARAM_LONG(generations)
        }
        Z_PARAM_FUNC_OR_NULL(loader, loader_cache)
    ZEND_PARSE_PARAMETERS_END();

    bloom_geometry_t geometry;
    php_bloom_parameters_t parameters = {expected_items, fpr, window_seconds, generations};
    if ((place == PLACE_NAME && !php_bloom_check_name(subject)) ||
        !php_bloom_plan(&geometry, kind, &parameters, 2)) {
        RETURN_THROWS();
    }
    if (!bloom_kind_by_id(kind)->can_be_shared) {
        php_bloom_throw_storage_error(
            "share", "a cuckoo filter",
            "while an item moves to make room for another, other processes "
            "could miss it; use a CountingFilter");
        RETURN_THROWS();
    }
    bloom_shm_options_t options = php_bloom_shared_options();
    bloom_shm_request_t request = {.options = &options, .kind = kind, .geometry = &geometry};
    if (place == PLACE_NAME) {
        request.name = ZSTR_VAL(subject);
        open_or_create(return_value, &request, &loader, &loader_cache);
        return;
    }
    char *path = absolute_path(subject);
    if (path != NULL) {
        request.path = path;
        open_or_create(return_value, &request, &loader, &loader_cache);
        efree(path);
    }
}

ZEND_METHOD(BloomFilter, shared)
{
    open_filter(INTERNAL_FUNCTION_PARAM_PASSTHRU, PLACE_NAME);
}

ZEND_METHOD(BloomFilter, open)
{
    open_filter(INTERNAL_FUNCTION_PARAM_PASSTHRU, PLACE_PATH);
}

ZEND_METHOD(BloomFilter, attach)
{
    zend_string *name;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(name)
    ZEND_PARSE_PARAMETERS_END();
    if (!php_bloom_check_name(name)) {
        RETURN_THROWS();
    }
    bloom_shm_options_t options = php_bloom_shared_options();
    bloom_shm_request_t request = {
        .options = &options,
        .name = ZSTR_VAL(name),
        .kind = php_bloom_kind_of_class(execute_data->func->common.scope),
    };
    php_bloom_shared_attach(return_value, &request, "attach");
}

ZEND_METHOD(BloomFilter, flush)
{
    ZEND_PARSE_PARAMETERS_NONE();
    php_bloom_object *object = php_bloom_usable_this(ZEND_THIS);
    if (UNEXPECTED(object == NULL)) {
        RETURN_THROWS();
    }
    bloom_shm_error_t error;
    if (object->state == PHP_BLOOM_SHARED &&
        bloom_shm_filter_flush(object->shared, &error) != BLOOM_SHM_OK) {
        php_bloom_throw_shm_error("flush", &error);
    }
}
