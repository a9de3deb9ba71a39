#include "php/filter_object.h"

#include <string.h>
#include <time.h>
#ifndef PHP_WIN32
#include <sys/mman.h>
#include <sys/time.h>
#else
#include "win32/time.h"
#endif

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "php/errors.h"

static zend_object_handlers filter_handlers;

static zend_class_entry *class_of_kind[BLOOM_KIND_CUCKOO + 1];

zend_class_entry *php_bloom_class_of_kind(uint16_t kind)
{
    return class_of_kind[kind];
}

uint16_t php_bloom_kind_of_class(const zend_class_entry *ce)
{
    uint16_t kind = BLOOM_KIND_PLAIN;
    while (kind < BLOOM_KIND_CUCKOO && class_of_kind[kind] != ce) {
        kind++;
    }
    return kind;
}

uint64_t php_bloom_now_us(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_usec;
}

bloom_provenance_t php_bloom_provenance_new(void)
{
    bloom_provenance_t provenance = {.generation = 1, .created_at_us = php_bloom_now_us()};
    return provenance;
}

bloom_provenance_t php_bloom_provenance_next(const bloom_provenance_t *current, uint64_t began_us)
{
    bloom_provenance_t next = *current;
    next.generation++;
    next.rebuild_count++;
    next.rebuilt_at_us = php_bloom_now_us();
    next.last_rebuild_us = next.rebuilt_at_us > began_us ? next.rebuilt_at_us - began_us : 0;
    return next;
}

#define CHUNK_BYTES ((uint64_t)2 << 20) /* what the memory manager takes from the system at once */
#define SMALL_BYTES ((uint64_t)3072)    /* up to here an allocation is like any other PHP value's */

static bool exceeds_memory_limit(uint64_t size_bytes)
{
    if (PG(memory_limit) <= 0 || size_bytes <= SMALL_BYTES) {
        return false;
    }
    /* What is free in the chunks there are may be in pieces, and nobody can tell: count on new ones only. */
    uint64_t limit = (uint64_t)PG(memory_limit);
    uint64_t wanted = (size_bytes + CHUNK_BYTES - 1) & ~(CHUNK_BYTES - 1);
    if (wanted > limit) {
        return true;
    }
    if (zend_memory_usage(true) <= limit - wanted) {
        return false;
    }
    zend_mm_gc(zend_mm_get_heap()); /* gives back whole chunks that are free or kept for later */
    return zend_memory_usage(true) > limit - wanted;
}

/* Without a memory limit the kernel decides; asking it first turns its "no" into an exception. */
static bool exceeds_machine(uint64_t size_bytes)
{
    if (size_bytes > SIZE_MAX - CHUNK_BYTES) {
        return true;
    }
#ifndef PHP_WIN32
    if (size_bytes >= 16 * CHUNK_BYTES) {
        void *probe = mmap(NULL, (size_t)(size_bytes + CHUNK_BYTES), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (probe == MAP_FAILED) {
            return true;
        }
        munmap(probe, (size_t)(size_bytes + CHUNK_BYTES));
    }
#endif
    return false;
}

bool php_bloom_memory_check(uint64_t size_bytes, const char *action, const char *subject)
{
    if (exceeds_memory_limit(size_bytes)) {
        php_bloom_throw_storage_error(
            action, subject,
            "%" PRIu64 " bytes more would exceed memory_limit (" ZEND_LONG_FMT
            " bytes, %zu in use); raise memory_limit or ask for fewer items or a higher rate",
            size_bytes, (zend_long)PG(memory_limit), zend_memory_usage(true));
        return false;
    }
    if (exceeds_machine(size_bytes)) {
        php_bloom_throw_storage_error(action, subject,
                                      "the system has no %" PRIu64
                                      " bytes of memory; ask for fewer items or a higher rate",
                                      size_bytes);
        return false;
    }
    return true;
}

bool php_bloom_object_create_image(php_bloom_object *object, const bloom_geometry_t *geometry,
                                   const bloom_provenance_t *provenance, const char *action,
                                   const char *subject)
{
    uint64_t image_bytes = bloom_image_bytes(geometry);
    if (!php_bloom_memory_check(image_bytes + BLOOM_CACHE_LINE_BYTES, action, subject)) {
        return false;
    }
    object->allocation = emalloc((size_t)image_bytes + BLOOM_CACHE_LINE_BYTES - 1);
    uintptr_t address = (uintptr_t)object->allocation;
    address = (address + BLOOM_CACHE_LINE_BYTES - 1) & ~(uintptr_t)(BLOOM_CACHE_LINE_BYTES - 1);
    bloom_header_t *header = (bloom_header_t *)address;
    bloom_image_write_header(header, geometry, provenance, &BLOOM_G(hash_key));
    memset(header + 1, 0, (size_t)geometry->payload_bytes);
    bloom_filter_open(&object->filter, header, geometry);
    object->provenance = *provenance;
    object->state = PHP_BLOOM_PRIVATE;
    if (object->filter.kind->init != NULL) {
        bloom_context_t context = php_bloom_private_context(object->filter.kind);
        object->filter.kind->init(&object->filter, &context);
    }
    return true;
}

void php_bloom_object_take_state(php_bloom_object *object, const void *header_bytes)
{
    bloom_header_t *header = object->filter.header;
    memcpy(header->kind_state, (const uint8_t *)header_bytes + offsetof(bloom_header_t, kind_state),
           sizeof header->kind_state);
}

bloom_status_t php_bloom_object_settle(php_bloom_object *object)
{
    const bloom_filter_t *filter = &object->filter;
    bloom_context_t context = php_bloom_private_context(filter->kind);
    bloom_status_t status = BLOOM_OK;
    if (filter->kind->check_state != NULL) {
        status = filter->kind->check_state(filter, &context);
    }
    if (status != BLOOM_OK) {
        php_bloom_object_destroy_image(object);
    } else if (filter->kind->resume != NULL) {
        filter->kind->resume(filter, &context);
    }
    return status;
}

void php_bloom_object_destroy_image(php_bloom_object *object)
{
    if (object->allocation != NULL) {
        efree(object->allocation);
        object->allocation = NULL;
    }
    if (object->shared != NULL) {
        bloom_shm_filter_close(object->shared);
        object->shared = NULL;
    }
    object->state = PHP_BLOOM_UNINITIALIZED;
}

void php_bloom_object_take_image(php_bloom_object *target, php_bloom_object *source)
{
    php_bloom_object_destroy_image(target);
    target->filter = source->filter;
    target->provenance = source->provenance;
    target->allocation = source->allocation;
    target->state = PHP_BLOOM_PRIVATE;
    source->allocation = NULL;
    source->state = PHP_BLOOM_DISCARDED;
}

/*
 * Makes room for one more layer, in a larger copy of the private image. False with an exception thrown, and
 * everything as it was.
 */
static bool grow(php_bloom_object *object)
{
    const bloom_kind_t *kind = object->filter.kind;
    bloom_context_t context = php_bloom_private_context(kind);
    uint32_t used = kind->layer_count(object->filter.header);
    bloom_geometry_t larger;
    if (object->snapshot_count != 0) {
        php_bloom_throw_storage_error(
            "add to", "the filter",
            "it has to grow, and is being saved or copied at this moment; "
            "wait until save() returns");
        return false;
    }
    if (kind->resize(&object->filter.geometry, used + 1, &larger) != BLOOM_OK) {
        php_bloom_throw_full(&object->filter);
        return false;
    }
    if (larger.payload_bytes > object->filter.geometry.payload_bytes) {
        php_bloom_object copy = {.state = PHP_BLOOM_UNINITIALIZED};
        if (!php_bloom_object_create_image(&copy, &larger, &object->provenance, "grow",
                                           "the filter")) {
            return false;
        }
        php_bloom_object_take_state(&copy, object->filter.header);
        memcpy(copy.filter.payload, object->filter.payload,
               (size_t)object->filter.geometry.payload_bytes);
        efree(object->allocation);
        object->allocation = copy.allocation;
        object->filter = copy.filter;
    }
    kind->grow(&object->filter, used, &context);
    return true;
}

/* Adds to this private version alone. False with an exception thrown if there is no place for the item. */
static bool add_private(php_bloom_object *object, bloom_hash_t hash, bool *is_new)
{
    const bloom_kind_t *kind = object->filter.kind;
    bloom_context_t context = php_bloom_private_context(kind);
    bloom_add_result_t result;
    if (UNEXPECTED(object->snapshot_count != 0) && !kind->can_be_shared) {
        /* who reads it meanwhile, piece by piece, would miss items that move */
        php_bloom_throw_storage_error("add to", "the filter",
                                      "it is being saved or copied at this moment, and adding "
                                      "moves other items; wait until save() returns");
        return false;
    }
    while (UNEXPECTED((result = kind->add(&object->filter, hash, &context)) == BLOOM_ADD_GROW)) {
        if (!grow(object)) {
            return false;
        }
    }
    *is_new = result == BLOOM_ADD_NEW;
    if (UNEXPECTED(result == BLOOM_ADD_FULL)) {
        php_bloom_throw_full(&object->filter);
        return false;
    }
    return true;
}

/* What a rebuild's new version cannot take spoils that version; the current one goes on. */
static ZEND_COLD void spoil(php_bloom_object *successor)
{
    zend_clear_exception();
    successor->is_spoiled = true;
}

bool php_bloom_object_add(php_bloom_object *object, bloom_hash_t hash)
{
    bool is_new = false;
    if (object->state == PHP_BLOOM_SHARED) {
        bloom_shm_error_t error;
        if (UNEXPECTED(bloom_shm_filter_add(object->shared, hash, &is_new, &error) !=
                       BLOOM_SHM_OK)) {
            php_bloom_throw_shm_error("add to", &error);
            return false;
        }
        if (is_new) {
            object->measured_at_us = 0; /* own adds show at once */
        }
        return is_new;
    }
    if (UNEXPECTED(object->successor != NULL) && !add_private(object->successor, hash, &is_new)) {
        spoil(object->successor);
    }
    return add_private(object, hash, &is_new) && is_new && object->state == PHP_BLOOM_PRIVATE;
}

bool php_bloom_object_contains(php_bloom_object *object, bloom_hash_t hash)
{
    bool answer;
    php_bloom_object_contains_batch(object, &hash, 1, &answer);
    return answer;
}

void php_bloom_object_contains_batch(php_bloom_object *object, const bloom_hash_t *hashes,
                                     size_t count, bool *answers)
{
    if (object->state == PHP_BLOOM_SHARED) {
        bloom_shm_filter_contains_batch(object->shared, hashes, count, answers);
        return;
    }
    if (EXPECTED(object->state == PHP_BLOOM_PRIVATE)) {
        const bloom_kind_t *kind = object->filter.kind;
        bloom_context_t context = php_bloom_private_context(kind);
        kind->contains_batch(&object->filter, hashes, count, answers, &context);
    } else {
        memset(answers, true, count);
    }
    object->lookups += count;
    for (size_t i = 0; i < count; i++) {
        object->positives += answers[i];
    }
}

void php_bloom_object_prefetch(php_bloom_object *object, const bloom_hash_t *hashes, size_t count)
{
    const bloom_filter_t *filter = &object->filter;
    if (object->state == PHP_BLOOM_SHARED) {
        if (!bloom_shm_filter_refresh(object->shared)) {
            return;
        }
        filter = &object->shared->filter;
    }
    for (size_t i = 0; i < count; i++) {
        filter->kind->prefetch(filter, hashes[i]);
    }
}

const bloom_filter_t *php_bloom_object_current(php_bloom_object *object, const char *action)
{
    if (object->state != PHP_BLOOM_SHARED) {
        return &object->filter;
    }
    if (!bloom_shm_filter_refresh(object->shared)) {
        bloom_shm_error_t error;
        bloom_shm_filter_explain(object->shared, &error);
        php_bloom_throw_shm_error(action, &error);
        return NULL;
    }
    return &object->shared->filter;
}

php_bloom_object *php_bloom_this(zval *this_value)
{
    php_bloom_object *object = php_bloom_from_object(Z_OBJ_P(this_value));
    if (UNEXPECTED(object->state == PHP_BLOOM_UNINITIALIZED)) {
        zend_throw_error(NULL, "The %s object has not been initialized by its constructor",
                         ZSTR_VAL(object->std.ce->name));
        return NULL;
    }
    return object;
}

php_bloom_object *php_bloom_usable_this(zval *this_value)
{
    php_bloom_object *object = php_bloom_this(this_value);
    if (object != NULL && UNEXPECTED(object->state == PHP_BLOOM_DISCARDED)) {
        php_bloom_throw_storage_error(
            "use", "this version of the filter",
            "its rebuild is over; use the filter on which rebuild() was called");
        return NULL;
    }
    return object;
}

static zend_object *filter_create_object(zend_class_entry *ce)
{
    php_bloom_object *object = zend_object_alloc(sizeof *object, ce);
    zend_object_std_init(&object->std, ce);
    object_properties_init(&object->std, ce);
    object->std.handlers = &filter_handlers;
    return &object->std;
}

static void filter_free_object(zend_object *std)
{
    php_bloom_object_destroy_image(php_bloom_from_object(std));
    zend_object_std_dtor(std);
}

/* A private copy, also of a shared filter: two names for one filter are what attach() is for. */
static zend_object *filter_clone_object(zend_object *std)
{
    php_bloom_object *source = php_bloom_from_object(std);
    zend_object *copy_std = filter_create_object(std->ce);
    php_bloom_object *copy = php_bloom_from_object(copy_std);
    zval source_value;
    ZVAL_OBJ(&source_value, std);
    php_bloom_snapshot_t snapshot;
    if (php_bloom_usable_this(&source_value) != NULL &&
        php_bloom_snapshot_begin(&snapshot, source, "clone")) {
        if (php_bloom_object_create_image(copy, &snapshot.geometry, &snapshot.provenance, "clone",
                                          "the filter")) {
            php_bloom_object_take_state(copy, &snapshot.header);
            memcpy(copy->filter.payload, snapshot.filter->payload,
                   (size_t)snapshot.geometry.payload_bytes);
            bloom_status_t status = php_bloom_object_settle(copy);
            if (status != BLOOM_OK) {
                php_bloom_throw_image_error(status, "The filter");
            }
        }
        php_bloom_snapshot_end(&snapshot);
    }
    zend_objects_clone_members(copy_std, std);
    return copy_std;
}

bool php_bloom_snapshot_begin(php_bloom_snapshot_t *snapshot, php_bloom_object *object,
                              const char *action)
{
    snapshot->object = object;
    snapshot->is_shared = object->state == PHP_BLOOM_SHARED;
    if (object->state == PHP_BLOOM_BUILDING) {
        php_bloom_throw_storage_error(action, "the filter",
                                      "it is not loaded yet, so a copy would answer \"absent\" "
                                      "wrongly; wait until rebuild() returns");
        return false;
    }
    if (!snapshot->is_shared) {
        object->snapshot_count++;
        snapshot->filter = &object->filter;
        snapshot->provenance = object->provenance;
        bloom_context_t context = php_bloom_private_context(object->filter.kind);
        bloom_filter_export_header(&object->filter, &snapshot->header, &snapshot->geometry,
                                   &context);
        return true;
    }
    bloom_shm_error_t error;
    if (bloom_shm_snapshot_begin(&snapshot->shared, object->shared, &error) != BLOOM_SHM_OK) {
        php_bloom_throw_shm_error(action, &error);
        return false;
    }
    snapshot->filter = &snapshot->shared.filter;
    snapshot->provenance = snapshot->shared.provenance;
    bloom_shm_snapshot_header(&snapshot->shared, &BLOOM_G(hash_key), &snapshot->header,
                              &snapshot->geometry);
    return true;
}

void php_bloom_snapshot_end(php_bloom_snapshot_t *snapshot)
{
    if (snapshot->is_shared) {
        bloom_shm_snapshot_end(&snapshot->shared);
    } else {
        snapshot->object->snapshot_count--;
    }
}

/* For "C:" payloads, which would make an object without running anything of ours. */
static int filter_refuse_unserialize(zval *object, zend_class_entry *ce,
                                     const unsigned char *buffer, size_t size,
                                     zend_unserialize_data *data)
{
    (void)object;
    (void)buffer;
    (void)size;
    (void)data;
    zend_throw_exception_ex(php_bloom_corrupt_image_exception_ce, 0,
                            "A serialized %s has another form than this; pass what serialize() "
                            "returned",
                            ZSTR_VAL(ce->name));
    return FAILURE;
}

void php_bloom_register_filter_class(zend_class_entry *ce, uint16_t kind)
{
    if (filter_handlers.free_obj == NULL) {
        memcpy(&filter_handlers, zend_get_std_object_handlers(), sizeof filter_handlers);
        filter_handlers.offset = XtOffsetOf(php_bloom_object, std);
        filter_handlers.free_obj = filter_free_object;
        filter_handlers.clone_obj = filter_clone_object;
        filter_handlers.compare = zend_objects_not_comparable;
    }
    class_of_kind[kind] = ce;
    ce->create_object = filter_create_object;
    ce->unserialize = filter_refuse_unserialize;
}
