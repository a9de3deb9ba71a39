/* Bloom\SharedMemory: the named filters of the configured directory. */
#include "php/shared.h"

#include "zend_exceptions.h"

#include "php/errors.h"
#include "php/filter_methods.h"

typedef struct listing {
    HashTable *filters;
    const bloom_shm_options_t *options;
} listing_t;

/* One filter that cannot be read must not hide the others. */
static void describe_failure(zval *description, const char *name)
{
    zval message_copy;
    zval *message = zend_read_property(zend_ce_exception, EG(exception), ZEND_STRL("message"), 1,
                                       &message_copy);
    array_init(description);
    add_assoc_string(description, "name", name);
    add_assoc_bool(description, "ready", false);
    Z_TRY_ADDREF_P(message);
    add_assoc_zval(description, "error", message);
    zend_clear_exception();
}

static bool list_filter(const char *name, void *argument)
{
    listing_t *listing = argument;
    bloom_shm_request_t request = {.options = listing->options, .name = name};
    zval filter, description;
    bool is_described = php_bloom_shared_attach(&filter, &request, "attach") &&
                        php_bloom_fill_info(&description, php_bloom_from_object(Z_OBJ(filter)));
    zval_ptr_dtor(&filter);
    if (!is_described) {
        if (instanceof_function(EG(exception)->ce, php_bloom_not_found_exception_ce)) {
            zend_clear_exception(); /* dropped since its name was read */
            return true;
        }
        describe_failure(&description, name);
    }
    zend_symtable_str_update(listing->filters, name, strlen(name), &description);
    return true;
}

ZEND_METHOD(Bloom_SharedMemory, __construct)
{
    ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(Bloom_SharedMemory, list)
{
    ZEND_PARSE_PARAMETERS_NONE();
    bloom_shm_options_t options = php_bloom_shared_options();
    array_init(return_value);
    listing_t listing = {Z_ARRVAL_P(return_value), &options};
    bloom_shm_error_t error;
    if (bloom_store_list(&options, list_filter, &listing, &error) != BLOOM_SHM_OK) {
        php_bloom_throw_shm_error("list the filters of", &error);
        RETURN_THROWS();
    }
}

ZEND_METHOD(Bloom_SharedMemory, info)
{
    ZEND_PARSE_PARAMETERS_NONE();
    bloom_shm_options_t options = php_bloom_shared_options();
    bloom_store_usage_t usage;
    bloom_shm_error_t error;
    if (bloom_store_usage(&options, &usage, &error) != BLOOM_SHM_OK) {
        php_bloom_throw_shm_error("look at", &error);
        RETURN_THROWS();
    }
    array_init_size(return_value, 10);
    add_assoc_string(return_value, "directory", usage.directory);
    add_assoc_bool(return_value, "exists", usage.exists);
    if (usage.exists) {
        add_assoc_string(return_value, "filesystem", usage.filesystem);
    } else {
        add_assoc_null(return_value, "filesystem");
    }
    add_assoc_long(return_value, "filters", (zend_long)usage.filter_count);
    add_assoc_long(return_value, "used_bytes", (zend_long)usage.used_bytes);
    if (usage.max_bytes != 0) {
        add_assoc_long(return_value, "max_bytes", (zend_long)usage.max_bytes);
    } else {
        add_assoc_null(return_value, "max_bytes");
    }
    add_assoc_long(return_value, "filesystem_bytes", (zend_long)usage.filesystem_bytes);
    add_assoc_long(return_value, "available_bytes", (zend_long)usage.available_bytes);
    add_assoc_long(return_value, "mapped_bytes", (zend_long)usage.mapped_bytes);
    add_assoc_long(return_value, "mappings", (zend_long)usage.mapping_count);
}

/* The argument of the method being executed, or NULL with an exception thrown. */
static const char *name_argument(zend_execute_data *execute_data)
{
    zend_string *name;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(name)
    ZEND_PARSE_PARAMETERS_END_EX(return NULL);
    return php_bloom_check_name(name) ? ZSTR_VAL(name) : NULL;
}

ZEND_METHOD(Bloom_SharedMemory, exists)
{
    const char *name = name_argument(execute_data);
    if (name == NULL) {
        RETURN_THROWS();
    }
    bloom_shm_options_t options = php_bloom_shared_options();
    bloom_shm_error_t error;
    bool exists;
    if (bloom_store_exists(&options, name, &exists, &error) != BLOOM_SHM_OK) {
        php_bloom_throw_shm_error("look at", &error);
        RETURN_THROWS();
    }
    RETURN_BOOL(exists);
}

ZEND_METHOD(Bloom_SharedMemory, attach)
{
    const char *name = name_argument(execute_data);
    if (name == NULL) {
        RETURN_THROWS();
    }
    bloom_shm_options_t options = php_bloom_shared_options();
    bloom_shm_request_t request = {.options = &options, .name = name};
    php_bloom_shared_attach(return_value, &request, "attach");
}

ZEND_METHOD(Bloom_SharedMemory, drop)
{
    const char *name = name_argument(execute_data);
    if (name == NULL) {
        RETURN_THROWS();
    }
    bloom_shm_options_t options = php_bloom_shared_options();
    bloom_shm_error_t error;
    switch (bloom_store_drop(&options, name, &error)) {
    case BLOOM_SHM_OK:
        RETURN_TRUE;
    case BLOOM_SHM_NOT_FOUND:
        RETURN_FALSE;
    default:
        php_bloom_throw_shm_error("drop", &error);
        RETURN_THROWS();
    }
}
