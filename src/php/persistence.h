/* Filters as byte strings and files: export, import, save, load. */
#ifndef BLOOM_PHP_PERSISTENCE_H
#define BLOOM_PHP_PERSISTENCE_H

#include "php/filter_object.h"

/* The exported image, or NULL with an exception thrown. */
zend_string *php_bloom_export(php_bloom_object *object);

/* Gives the uninitialized object the content of an exported image. False with an exception thrown, nothing changed. */
bool php_bloom_import(php_bloom_object *object, uint16_t kind, const zend_string *image);

/* Both throw and leave things as they were (a local file: old or new, never a part). */
void php_bloom_save(php_bloom_object *object, zend_string *path);
bool php_bloom_load(php_bloom_object *object, uint16_t kind, zend_string *path);

/*
 * The absolute path of a local file within open_basedir, links resolved, to be efree()d. NULL with *is_local false for
 * another wrapper's path, NULL with *is_local true and an exception thrown if it may not be used.
 */
char *php_bloom_local_path(zend_string *path, const char *action, bool *is_local);

#endif
