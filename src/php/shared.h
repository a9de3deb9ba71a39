/* Filters in shared storage: the settings they are used with, and their rebuild. */
#ifndef BLOOM_PHP_SHARED_H
#define BLOOM_PHP_SHARED_H

#include "php/filter_object.h"

/* The configured way to work; borrows from the module's globals, valid for the request. */
bloom_shm_options_t php_bloom_shared_options(void);

/*
 * Opens what is asked for and makes it the new object *value, of the class of its kind. False with an
 * exception thrown and *value null; "Cannot ACTION ..." is its message.
 */
bool php_bloom_shared_attach(zval *value, const bloom_shm_request_t *request, const char *action);

/* rebuild() of a shared filter, to a planned geometry. Throws, and the current version stays. */
void php_bloom_shared_rebuild(php_bloom_object *object, const bloom_geometry_t *geometry,
                              zend_fcall_info *loader, zend_fcall_info_cache *loader_cache);

/* False with a ValueError thrown if argument 1 of the method being executed is no name of a shared filter. */
bool php_bloom_check_name(const zend_string *name);

#endif
