/*
 * A filter as a PHP object: who owns its image, in which state it is, and what it has counted. Methods of
 * every class work on this.
 */
#ifndef BLOOM_PHP_FILTER_OBJECT_H
#define BLOOM_PHP_FILTER_OBJECT_H

#include "php_bloom.h"

#include "core/kind.h"
#include "shm/filter.h"
#include "shm/os.h"

typedef enum php_bloom_state {
    PHP_BLOOM_UNINITIALIZED = 0, /* the constructor has not run: every method is an Error */
    PHP_BLOOM_PRIVATE,           /* in this request's memory */
    PHP_BLOOM_BUILDING, /* likewise: the new version of a private rebuild that is running; not ready */
    PHP_BLOOM_SHARED, /* in shared storage; the handle knows the rest */
    PHP_BLOOM_DISCARDED /* a private rebuild's new version that outlived it: answers "might be present", takes no adds */
} php_bloom_state_t;

typedef struct php_bloom_object {
    php_bloom_state_t state;
    bool
        is_spoiled; /* BUILDING, and could not take an item: it must not replace the current version */
    uint32_t snapshot_count; /* held of a private image, which must stay where it is meanwhile */

    /* of private filters; a shared one's are with its handle */
    uint64_t lookups;
    uint64_t positives; /* lookups that were answered "might be present" */
    uint64_t reported_false_positives;

    bloom_shm_filter_t *shared; /* SHARED only; owned */
    bloom_filter_t filter;      /* PRIVATE and BUILDING only */
    bloom_provenance_t provenance;
    void *allocation; /* owned request memory in which the private image lies, aligned */

    /* the version that a running rebuild() fills; adds go to both. Not owned: rebuild() holds it */
    struct php_bloom_object *successor;

    bloom_measurement_t measurement; /* of a shared filter, at most a second old */
    uint64_t measured_at_us;         /* 0: never */
    uint64_t measured_generation;

    zend_object std;
} php_bloom_object;

static zend_always_inline php_bloom_object *php_bloom_from_object(zend_object *object)
{
    return (php_bloom_object *)((char *)object - XtOffsetOf(php_bloom_object, std));
}

/* The circumstances of an operation on a filter in private memory. */
static zend_always_inline bloom_context_t php_bloom_private_context(const bloom_kind_t *kind)
{
    bloom_context_t context = {
        .monotonic_us = kind->suspend != NULL ? bloom_os_monotonic_coarse_us() : 0,
    };
    return context;
}

/* Each class has one kind of filter. */
uint16_t php_bloom_kind_of_class(const zend_class_entry *ce);
zend_class_entry *php_bloom_class_of_kind(uint16_t kind);

/*
 * The version that answers at this moment, for a look at its shape and contents: valid until the next operation
 * on the object. NULL with an exception thrown if there is none (a shared filter that has vanished).
 */
const bloom_filter_t *php_bloom_object_current(php_bloom_object *object, const char *action);

/* Looks an item up and counts the lookup. Never throws. */
bool php_bloom_object_contains(php_bloom_object *object, bloom_hash_t hash);

/* Answers for a group of items, and counts the lookups. Never throws. */
void php_bloom_object_contains_batch(php_bloom_object *object, const bloom_hash_t *hashes,
                                     size_t count, bool *answers);

/* Brings a group of items that are about to be added closer to the processor. */
void php_bloom_object_prefetch(php_bloom_object *object, const bloom_hash_t *hashes, size_t count);

/* The object of a method call, or NULL with an Error thrown if its constructor has not run. */
php_bloom_object *php_bloom_this(zval *this_value);

/* Like php_bloom_this(), but also throws if the version was discarded: for all that reads or changes contents. */
php_bloom_object *php_bloom_usable_this(zval *this_value);

/*
 * Gives an uninitialized object an empty image. False with an exception thrown ("Cannot ACTION SUBJECT: ..."), and
 * the object as it was, if memory_limit or the machine has no room.
 */
bool php_bloom_object_create_image(php_bloom_object *object, const bloom_geometry_t *geometry,
                                   const bloom_provenance_t *provenance, const char *action,
                                   const char *subject);

/*
 * Gives a new image the kind_state of a header, which needs no alignment. The payload is to be filled in next, and
 * php_bloom_object_settle() called.
 */
void php_bloom_object_take_state(php_bloom_object *object, const void *header_bytes);

/* Checks what an image came with beyond its checksums, and sets its clocks. On failure the image is destroyed. */
bloom_status_t php_bloom_object_settle(php_bloom_object *object);

/* Frees the image; the object is uninitialized then. */
void php_bloom_object_destroy_image(php_bloom_object *object);

/*
 * One version of a filter held for copying, private or shared. A shared payload may go on changing: copy a
 * piece, then hash the copy.
 */
typedef struct php_bloom_snapshot {
    const bloom_filter_t *filter;
    bloom_provenance_t provenance;
    bloom_header_t header; /* as an exported image begins */
    bloom_geometry_t
        geometry; /* what that describes; the payload of `filter` may have room for more */
    php_bloom_object *object;
    bool is_shared;
    bloom_shm_snapshot_t shared;
} php_bloom_snapshot_t;

/* False with an exception thrown while the filter is not ready. After true, php_bloom_snapshot_end() must follow. */
bool php_bloom_snapshot_begin(php_bloom_snapshot_t *snapshot, php_bloom_object *object,
                              const char *action);
void php_bloom_snapshot_end(php_bloom_snapshot_t *snapshot);

/* Moves image and provenance from source, which is DISCARDED then. Statistics stay where they are. */
void php_bloom_object_take_image(php_bloom_object *target, php_bloom_object *source);

/* Adds, to a version being built too. True: certainly new. May throw, and then counts as not added. */
bool php_bloom_object_add(php_bloom_object *object, bloom_hash_t hash);

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

/* Sets up a filter class: its object handlers and which kind it is. */
void php_bloom_register_filter_class(zend_class_entry *ce, uint16_t kind);

#endif
