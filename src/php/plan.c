/* Constructors and plan(): what is asked for, made into a geometry. */
#include "php/plan.h"

#include <string.h>

#include "core/rotating.h"
#include "php/errors.h"
#include "php/filter_object.h"

/* bloom_geometry_plan(), which remembers. *geometry has been zeroed before anything was filled in. */
static bloom_status_t plan(bloom_geometry_t *geometry)
{
    for (size_t i = 0; i < PHP_BLOOM_PLANS_KEPT; i++) {
        if (memcmp(&BLOOM_G(asked)[i], geometry, sizeof *geometry) == 0) {
            *geometry = BLOOM_G(planned)[i];
            return BLOOM_OK;
        }
    }
    bloom_geometry_t asked;
    memcpy(&asked, geometry, sizeof asked); /* with its padding */
    bloom_status_t status = bloom_geometry_plan(geometry);
    if (status == BLOOM_OK) {
        uint32_t i = BLOOM_G(next_plan)++ % PHP_BLOOM_PLANS_KEPT;
        memcpy(&BLOOM_G(asked)[i], &asked, sizeof asked);
        BLOOM_G(planned)[i] = *geometry;
    }
    return status;
}

/* The options of rotating filters. False with a ValueError thrown. */
static bool plan_window(bloom_geometry_t *geometry, const php_bloom_parameters_t *parameters,
                        uint32_t window_argument)
{
    zend_long window = parameters->window_seconds, generations = parameters->generations;
    if (window < 1 || window > BLOOM_ROTATING_WINDOW_MAX) {
        zend_argument_value_error(window_argument, "must be between 1 and %u",
                                  BLOOM_ROTATING_WINDOW_MAX);
        return false;
    }
    if (generations < 1 || generations > BLOOM_ROTATING_GENERATIONS_MAX) {
        zend_argument_value_error(window_argument + 1, "must be between 1 and %u",
                                  BLOOM_ROTATING_GENERATIONS_MAX);
        return false;
    }
    geometry->kind_parameters[BLOOM_ROTATING_WINDOW_SECONDS] = (uint64_t)window;
    geometry->kind_parameters[BLOOM_ROTATING_GENERATIONS] = (uint64_t)generations;
    return true;
}

bool php_bloom_plan(bloom_geometry_t *geometry, uint16_t kind,
                    const php_bloom_parameters_t *parameters, uint32_t items_argument)
{
    memset(geometry, 0, sizeof *geometry);
    geometry->kind = kind;
    geometry->expected_items =
        parameters->expected_items > 0 ? (uint64_t)parameters->expected_items : 0;
    geometry->fpr = parameters->fpr;
    if (kind == BLOOM_KIND_ROTATING && !plan_window(geometry, parameters, items_argument + 2)) {
        return false;
    }
    bloom_status_t status = plan(geometry);
    if (status != BLOOM_OK) {
        php_bloom_throw_plan_error(status, geometry, items_argument);
    }
    return status == BLOOM_OK;
}

/* Plans from the arguments of a constructor or plan(). False with an exception thrown. */
static bool plan_arguments(zend_execute_data *execute_data, bloom_geometry_t *geometry)
{
    php_bloom_parameters_t parameters = {.fpr = 0.01, .window_seconds = 3600, .generations = 4};
    uint16_t kind = php_bloom_kind_of_class(execute_data->func->common.scope);
    ZEND_PARSE_PARAMETERS_START(1, kind == BLOOM_KIND_ROTATING ? 4 : 2)
        Z_PARAM_LONG(parameters.expected_items)
        Z_PARAM_OPTIONAL
        Z_PARAM_DOUBLE(parameters.fpr)
        Z_PARAM_LONG(parameters.window_seconds)
        Z_PARAM_LONG(parameters.generations)
    ZEND_PARSE_PARAMETERS_END_EX(return false);
    return php_bloom_plan(geometry, kind, &parameters, 1);
}

ZEND_METHOD(BloomFilter, __construct)
{
    (void)return_value;
    php_bloom_object *object = php_bloom_from_object(Z_OBJ_P(ZEND_THIS));
    bloom_geometry_t geometry;
    if (!plan_arguments(execute_data, &geometry)) {
        RETURN_THROWS();
    }
    /* only now: converting arguments may run an error handler, and that another constructor */
    if (object->state != PHP_BLOOM_UNINITIALIZED) {
        zend_throw_error(NULL, "%s::__construct() must not be called on an existing filter",
                         ZSTR_VAL(object->std.ce->name));
        RETURN_THROWS();
    }
    bloom_provenance_t provenance = php_bloom_provenance_new();
    php_bloom_object_create_image(object, &geometry, &provenance, "create", "the filter");
}

ZEND_METHOD(BloomFilter, plan)
{
    bloom_geometry_t geometry;
    if (!plan_arguments(execute_data, &geometry)) {
        RETURN_THROWS();
    }
    const bloom_kind_t *kind = bloom_kind_by_id(geometry.kind);
    uint64_t bits = geometry.payload_bytes * 8;
    array_init_size(return_value, 6);
    add_assoc_long(return_value, "bits", (zend_long)bits);
    add_assoc_long(return_value, "bytes", (zend_long)bloom_image_bytes(&geometry));
    add_assoc_long(return_value, "hash_count", (zend_long)geometry.hash_count);
    add_assoc_double(return_value, "bits_per_item", (double)bits / (double)geometry.expected_items);
    add_assoc_long(return_value, "cache_lines", (zend_long)geometry.blocks_per_item);
    add_assoc_double(return_value, "false_positive_rate",
                     kind->expected_fpr(&geometry, geometry.expected_items));
}
