/* Walks the iterables of addMany() and mightContainMany(): elements to hashes, keys checked, memory latency overlapped. */
#ifndef BLOOM_PHP_ITEMS_H
#define BLOOM_PHP_ITEMS_H

#include "php/filter_object.h"

/* Adds every element. Returns how many were certainly new; what came before an exception stays added. */
zend_long php_bloom_items_add(php_bloom_object *object, zval *items);

/* Fills return_value with one answer per element. With an exception return_value is undefined (freed). */
void php_bloom_items_lookup(php_bloom_object *object, zval *items, zval *return_value);

#endif
