/* What info() says about one kind of filter only. */
#ifndef BLOOM_PHP_KIND_INFO_H
#define BLOOM_PHP_KIND_INFO_H

#include "php.h"

#include "core/kind.h"

/* Adds the kind's own keys to the array. */
void php_bloom_add_kind_info(zval *array, const bloom_filter_t *filter,
                             const bloom_context_t *context);

#endif
