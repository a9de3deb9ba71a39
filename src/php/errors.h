/* The one place where a status of the layers below becomes an exception. */
#ifndef BLOOM_PHP_ERRORS_H
#define BLOOM_PHP_ERRORS_H

#include "php.h"

#include "core/kind.h"
#include "shm/error.h"

extern zend_class_entry *php_bloom_filter_exception_ce;
extern zend_class_entry *php_bloom_not_found_exception_ce;
extern zend_class_entry *php_bloom_corrupt_image_exception_ce;
extern zend_class_entry *php_bloom_incompatible_filter_exception_ce;
extern zend_class_entry *php_bloom_filter_full_exception_ce;
extern zend_class_entry *php_bloom_storage_exception_ce;

/*
 * Why plan() refused: a ValueError that names the argument and the allowed range. The method being executed
 * has n as its argument number items_argument and p as the next one.
 */
void php_bloom_throw_plan_error(bloom_status_t status, const bloom_geometry_t *wanted,
                                uint32_t items_argument);

/* Bytes that are no usable image. `subject` begins the message: "The image", "The filter in /path". */
void php_bloom_throw_image_error(bloom_status_t status, const char *subject);

/* What shared storage refused. `action` and the path it touched make "Cannot ACTION PATH: CAUSE". */
ZEND_COLD void php_bloom_throw_shm_error(const char *action, const bloom_shm_error_t *error);

/* Bloom\FilterFullException: no place in the filter for another item. */
ZEND_COLD void php_bloom_throw_full(const bloom_filter_t *filter);

/* Bloom\StorageException. `action` and `subject` make "Cannot ACTION SUBJECT: CAUSE". */
ZEND_COLD void php_bloom_throw_storage_error(const char *action, const char *subject,
                                             const char *cause_format, ...)
    ZEND_ATTRIBUTE_FORMAT(printf, 3, 4);

#endif
