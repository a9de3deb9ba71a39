/*
 * What a kind of filter is to everyone above: one const table of operations. A new kind is one file
 * that fills in a table and one row in kind.c; object glue, shared storage and image format
 * follow from it.
 *
 * Operations never allocate, never fail half-way, and work on a filter opened over an image with
 * bloom_filter_open(). Unless they say otherwise they are safe beside any other operation of other
 * threads and processes when the context says is_shared.
 */
#ifndef BLOOM_CORE_KIND_H
#define BLOOM_CORE_KIND_H

#include "core/image.h"

/* Ids in images; never reused. 0 is "any" in requests and never stands in an image. */
enum {
    BLOOM_KIND_ANY = 0,
    BLOOM_KIND_PLAIN = 1,
    BLOOM_KIND_COUNTING = 2,
    BLOOM_KIND_SCALABLE = 3,
    BLOOM_KIND_ROTATING = 4,
    BLOOM_KIND_CUCKOO = 5
};

typedef struct bloom_kind bloom_kind_t;

#define BLOOM_LAYERS_MAX 16u
#define BLOOM_LAYERS_ALL UINT32_MAX

/* One of the filters that a filter which grows consists of. */
typedef struct bloom_layer {
    uint64_t *blocks;
    uint64_t block_count;
    uint32_t bits_per_block;
    uint32_t blocks_per_item;
} bloom_layer_t;

/* An opened image: what the hot paths need, decoded once. Does not own the image. */
typedef struct bloom_filter {
    const bloom_kind_t *kind;
    bloom_header_t *header;
    uint64_t *payload; /* 64-byte aligned */
    uint64_t unit_count;
    uint32_t bits_per_block; /* k / blocks per item */
    uint32_t blocks_per_item;
    bloom_geometry_t geometry;
    uint32_t layer_room;  /* layers that the payload has room for; 0 in kinds without layers */
    uint32_t layer_limit; /* layers that it can ever have */
    bloom_layer_t layers[BLOOM_LAYERS_MAX];
} bloom_filter_t;

/*
 * What kinds that expire ask of the system; embed it in a struct of your own to find more in the callbacks. The
 * lock is one for the whole machine and per image, not the one under which images are loaded and
 * rebuilt. try_lock() never waits. Only the end of its process may take the lock from a holder: one that
 * was merely stopped goes on clearing when it wakes.
 */
typedef struct bloom_system {
    uint64_t (*monotonic_us)(const struct bloom_system *system);
    bool (*try_lock)(const struct bloom_system *system);
    void (*unlock)(const struct bloom_system *system);
} bloom_system_t;

/* Circumstances of an operation that are not the filter's. Initialise by name: {.is_shared = true}. */
typedef struct bloom_context {
    bool is_shared; /* others may touch the payload: atomic read-modify-write */
    /*
     * For kinds that expire; others ignore it. A clock that never goes back and that all users of the image share; it may
     * be up to 10 ms late (CLOCK_MONOTONIC_COARSE).
     */
    uint64_t monotonic_us;
    const bloom_system_t *system; /* to add to shared filters that expire; otherwise may be NULL */
} bloom_context_t;

typedef enum bloom_add_result {
    BLOOM_ADD_PRESENT, /* might have been there; the filter may be unchanged */
    BLOOM_ADD_NEW,     /* certainly was not there before */
    BLOOM_ADD_GROW,    /* nothing changed: call grow() and repeat */
    BLOOM_ADD_FULL     /* nothing changed and nothing can be done */
} bloom_add_result_t;

/* What a look at the whole payload says. O(payload). */
typedef struct bloom_measurement {
    uint64_t used_units;  /* set bits, non-zero counters, occupied slots */
    uint64_t total_units; /* of the same */
    double item_count;    /* estimated distinct items; exact where the kind counts */
    double fpr;           /* exact rate of this very payload for a random absent item */
} bloom_measurement_t;

struct bloom_kind {
    uint16_t id;
    const char *name; /* as info()['kind'] has it */
    bool can_be_shared;

    /*
     * In: kind, expected_items, fpr, and kind_parameters where the kind has options. Out: the rest. Range
     * errors as status; must answer within milliseconds whatever is asked.
     */
    bloom_status_t (*plan)(bloom_geometry_t *geometry);

    /* Whether all fields of a decoded header fit each other and the promised rate. */
    bloom_status_t (*check_geometry)(const bloom_geometry_t *geometry);

    /* Decodes what bloom_filter_open() does not know of. NULL: nothing to decode. */
    void (*open)(bloom_filter_t *filter);

    /* First state of an image whose payload and kind_state are zero. NULL: nothing to do. */
    void (*init)(const bloom_filter_t *filter, const bloom_context_t *context);

    /*
     * kind_state and payload beyond what checksums say, before first use; of an image that is_shared while others
     * use it, perhaps mapped for reading only. NULL: nothing to check.
     */
    bloom_status_t (*check_state)(const bloom_filter_t *filter, const bloom_context_t *context);

    /*
     * Times in an image are those of one machine's clock since it was started. suspend() notes in the header of a
     * copy when it was taken; resume() goes on from there, after check_state(), when the image was imported or
     * the machine was restarted, while nobody else uses it. NULL: no times.
     */
    void (*suspend)(bloom_header_t *copy, const bloom_context_t *context);
    void (*resume)(const bloom_filter_t *filter, const bloom_context_t *context);

    bloom_add_result_t (*add)(const bloom_filter_t *filter, bloom_hash_t hash,
                              const bloom_context_t *context);
    bool (*contains)(const bloom_filter_t *filter, bloom_hash_t hash,
                     const bloom_context_t *context);
    /* answers[i] says whether hashes[i] might be present; overlaps memory latency. */
    void (*contains_batch)(const bloom_filter_t *filter, const bloom_hash_t *hashes, size_t count,
                           bool *answers, const bloom_context_t *context);
    /* Hints that hash is about to be added or looked up. */
    void (*prefetch)(const bloom_filter_t *filter, bloom_hash_t hash);

    /*
     * Growth, for kinds whose add() asks for it; NULL in the others. The payload is a sequence of layers. Each is
     * usable once it is counted in the header, and plan() makes room for one.
     *
     * After BLOOM_ADD_GROW: used = layer_count(header); room for used + 1 layers is made; grow(filter, used, ...); the
     * add is repeated. Any number of threads may do so at once, and die anywhere.
     * A private image grows through a copy: resize() the geometry to used + 1 layers, allocate that, copy the header,
     * bloom_image_resize_header(), copy the payload, zero the rest, bloom_filter_open(). A shared image has the
     * size of BLOOM_LAYERS_ALL from the start, as a sparse file; the bytes of the next layer, which lie
     * between the payload_bytes of resize(used) and of resize(used + 1), are allocated first.
     */
    uint32_t (*layer_count)(
        const bloom_header_t *header); /* in use, at least 1; of foreign headers unchecked */
    /* BLOOM_ERROR_FULL if there are never that many; BLOOM_LAYERS_ALL: as many as there can ever be. */
    bloom_status_t (*resize)(const bloom_geometry_t *geometry, uint32_t layer_count,
                             bloom_geometry_t *resized);
    /* From used to used + 1 layers, unless the newest has places yet. BLOOM_ERROR_FULL: the payload has no room. */
    bloom_status_t (*grow)(const bloom_filter_t *filter, uint32_t used,
                           const bloom_context_t *context);

    /* False and nothing changed if the item is definitely absent. NULL: cannot forget. */
    bool (*remove)(const bloom_filter_t *filter, bloom_hash_t hash, const bloom_context_t *context);
    unsigned (*count_of)(const bloom_filter_t *filter, bloom_hash_t hash,
                         const bloom_context_t *context);

    /* Expected rate after item_count distinct items; in [0, 1], monotone. NULL where it has no meaning. */
    double (*expected_fpr)(const bloom_geometry_t *geometry, uint64_t item_count);
    void (*measure)(const bloom_filter_t *filter, bloom_measurement_t *measurement,
                    const bloom_context_t *context);

    /* Adds all of source, of a geometry for which bloom_geometry_is_compatible(). NULL: cannot merge. */
    void (*merge)(const bloom_filter_t *target, const bloom_filter_t *source,
                  const bloom_context_t *context);
};

/* NULL for ids this build does not know. */
const bloom_kind_t *bloom_kind_by_id(uint16_t id);

/*
 * Validates the ranges every kind shares (n at least 1, p within [1e-9, 0.5]), then plans.
 * geometry->kind must be a known id.
 */
bloom_status_t bloom_geometry_plan(bloom_geometry_t *geometry);

/* True if an item sets the same places in filters of both geometries (n and p may differ). */
bool bloom_geometry_is_compatible(const bloom_geometry_t *a, const bloom_geometry_t *b);

/*
 * Opens the image at base, 64-byte aligned, whose header has been written or checked and decoded
 * into *geometry. The image must outlive the filter; nothing needs closing.
 */
void bloom_filter_open(bloom_filter_t *filter, void *base, const bloom_geometry_t *geometry);

/*
 * What an exported copy begins with: the header as of now without native groups and unused room, and the geometry
 * that it describes. Copy this before the first geometry->payload_bytes bytes of the payload.
 */
void bloom_filter_export_header(const bloom_filter_t *filter, bloom_header_t *header,
                                bloom_geometry_t *geometry, const bloom_context_t *context);

#define BLOOM_FPR_MIN 1e-9
#define BLOOM_FPR_MAX 0.5

#endif
