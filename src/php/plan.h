/* Parameters of filters as PHP code gives them, made into a geometry. */
#ifndef BLOOM_PHP_PLAN_H
#define BLOOM_PHP_PLAN_H

#include "php.h"

#include "core/image.h"

typedef struct php_bloom_parameters {
    zend_long expected_items; /* n */
    double fpr;               /* p */
    zend_long window_seconds; /* rotating filters only, as is the next */
    zend_long generations;
} php_bloom_parameters_t;

/*
 * Plans a filter of that kind. False with a ValueError thrown; n is argument number items_argument of the
 * method being executed, and the others follow it.
 */
bool php_bloom_plan(bloom_geometry_t *geometry, uint16_t kind,
                    const php_bloom_parameters_t *parameters, uint32_t items_argument);

#endif
