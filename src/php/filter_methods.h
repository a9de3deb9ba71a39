/* Pieces of the common methods that other files need. */
#ifndef BLOOM_PHP_FILTER_METHODS_H
#define BLOOM_PHP_FILTER_METHODS_H

#include "php/filter_object.h"

/* Makes *array what info() returns. False with an exception thrown, and *array null, if there is nothing to look at. */
bool php_bloom_fill_info(zval *array, php_bloom_object *object);

/*
 * Calls the loader with the filter. False if it failed in any way; its exception, if any, is still thrown. With
 * *has_died it ended in a fatal error: nothing of PHP's may be called until the caller, having cleaned up, goes on
 * with zend_bailout(). Functions that run at shutdown find the filter as if the loader had thrown.
 */
bool php_bloom_call_loader(zend_fcall_info *loader, zend_fcall_info_cache *loader_cache,
                           zval *filter, bool *has_died);

#endif
