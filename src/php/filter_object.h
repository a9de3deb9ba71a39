/*
 * A filter as a PHP object: who owns its image, in which state it is, and what it has counted. Methods of
 * every class work on this.
 */
#ifndef BLOOM_PHP_FILTER_OBJECT_H
#define BLOOM_PHP_FILTER_OBJECT_H

#include "php_bloom.h"

#include "core/kind.h"

typedef enum php_bloom_state {
    PHP_BLOOM_UNINITIALIZED = 0, /* the constructor has not run: every method is an Error */
    PHP_BLOOM_USABLE,
    PHP_BLOOM_DISCARDED /* a rebuild's new version that outlived it: answers "might be present", takes no adds */
} php_bloom_state_t;

typedef struct php_bloom_object {
    bloom_filter_t filter;
    bloom_provenance_t provenance;
    php_bloom_state_t state;
    void *allocation; /* owned request memory in which the image lies, aligned */

    /* the version that a running rebuild() fills; adds go to both. Not owned: rebuild() holds it */
    struct php_bloom_object *successor;
    bool is_successor; /* of another object, whose rebuild() is running */

    uint64_t lookups;
    uint64_t positives; /* lookups that were answered "might be present" */
    uint64_t reported_false_positives;

    zend_object std;
} php_bloom_object;

static zend_always_inline php_bloom_object *php_bloom_from_object(zend_object *object)
{
    return (php_bloom_object *)((char *)object - XtOffsetOf(php_bloom_object, std));
}

/* The circumstances of an operation on a filter in private memory. */
static zend_always_inline bloom_context_t php_bloom_private_context(void)
{
    bloom_context_t context = {false, 0};
    return context;
}

/* The object of a method call, or NULL with an Error thrown if its constructor has not run. */
php_bloom_object *php_bloom_this(zval *this_value);

/* Like php_bloom_this(), but also throws if the version was discarded: for all that reads or changes contents. */
php_bloom_object *php_bloom_usable_this(zval *this_value);

/*
 * Gives an uninitialized object an empty image. False with an exception thrown, and the object as it was, if
 * memory_limit or the machine has no room.
 */
bool php_bloom_object_create_image(php_bloom_object *object, const bloom_geometry_t *geometry,
                                   const bloom_provenance_t *provenance);

/* Frees the image; the object is uninitialized then. */
void php_bloom_object_destroy_image(php_bloom_object *object);

/* Moves image and provenance from source, which is DISCARDED then. Statistics stay where they are. */
void php_bloom_object_take_image(php_bloom_object *target, php_bloom_object *source);

/* Adds, to the version being built too. Throws and returns PRESENT if the filter is full. */
bloom_add_result_t php_bloom_object_add(php_bloom_object *object, bloom_hash_t hash);

/* The first version's provenance: generation 1, made now. */
bloom_provenance_t php_bloom_provenance_new(void);

/* Provenance of the version that follows `current`, whose building began at began_us. */
bloom_provenance_t php_bloom_provenance_next(const bloom_provenance_t *current, uint64_t began_us);

/* Microseconds since 1970 UTC. */
uint64_t php_bloom_now_us(void);

/*
 * True if size_bytes of request memory can be had without a fatal error; otherwise throws a
 * StorageException ("Cannot ACTION SUBJECT: ..."), before anything is allocated.
 */
bool php_bloom_memory_check(uint64_t size_bytes, const char *action, const char *subject);

/* Puts BloomFilter's lookup for this processor in place; after bloom_plain_select(). */
void php_bloom_select_lookup(zend_class_entry *ce);

/* Sets up the object handlers of a filter class. */
void php_bloom_register_filter_class(zend_class_entry *ce);

#endif
