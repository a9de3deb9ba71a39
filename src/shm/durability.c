/*
 * What a power failure leaves. Pages reach the disk in any order, so the state word says whether the disk's
 * payload is complete: CLEAN in the file means every acknowledged add is there. Checked with
 * tests/models/flush.pml.
 */
#include "shm/internal.h"

static uint64_t durability_of(uint64_t word)
{
    return word & BLOOM_STATE_DURABILITY;
}

/*
 * From one of two durability states to another; false and *word renewed if it is in neither. Once a successor
 * is live, nothing makes this image CLEAN any more: adds no longer come here, so after a power failure that
 * undid the switch it must not pass for complete.
 */
static bool change(uint64_t *state, uint64_t *word, uint64_t from, uint64_t or_from, uint64_t to)
{
    while ((durability_of(*word) == from || durability_of(*word) == or_from) &&
           (to != BLOOM_STATE_CLEAN || (*word & BLOOM_STATE_LIVE) == 0)) {
        if (bloom_compare_exchange(state, word, bloom_state_with_durability(*word, to))) {
            *word = bloom_state_with_durability(*word, to);
            return true;
        }
    }
    return false;
}

int bloom_mapping_sync_header(bloom_shm_mapping_t *mapping)
{
    size_t size_bytes =
        mapping->size_bytes < BLOOM_HEADER_BYTES ? mapping->size_bytes : BLOOM_HEADER_BYTES;
    return bloom_os_sync_memory(mapping->base, size_bytes);
}

int bloom_mapping_mark_dirty(bloom_shm_mapping_t *mapping)
{
    uint64_t *state = bloom_mapping_state(mapping);
    uint64_t word = bloom_load_acquire(state);
    for (;;) {
        switch (durability_of(word)) {
        case BLOOM_STATE_DIRTY:
            return 0;
        case BLOOM_STATE_FLUSHING: /* the flush under way may have missed us: it must not end CLEAN */
            change(state, &word, BLOOM_STATE_FLUSHING, BLOOM_STATE_FLUSHING, BLOOM_STATE_DIRTY);
            break;
        default: /* CLEAN; or DIRTYING by someone who may be dead, so help */
            if (change(state, &word, BLOOM_STATE_CLEAN, BLOOM_STATE_DIRTYING,
                       BLOOM_STATE_DIRTYING)) {
                int failure = bloom_mapping_sync_header(mapping);
                if (failure != 0) {
                    return failure; /* still DIRTYING: nobody gets past without the disk knowing */
                }
                change(state, &word, BLOOM_STATE_DIRTYING, BLOOM_STATE_DIRTYING, BLOOM_STATE_DIRTY);
            }
        }
    }
}

int bloom_mapping_flush(bloom_shm_mapping_t *mapping)
{
    uint64_t *state = bloom_mapping_state(mapping);
    /* adds that come in meanwhile make it begin again; those before the call are safe after one round */
    for (unsigned round = 0; round < 4; round++) {
        uint64_t word = bloom_load_acquire(state);
        if ((word & BLOOM_STATE_LIVE) != 0) {
            return 0; /* the successor has all of it */
        }
        if (durability_of(word) == BLOOM_STATE_CLEAN) {
            return bloom_mapping_sync_header(
                mapping); /* a killed flusher may have got no further */
        }
        if (durability_of(word) == BLOOM_STATE_DIRTYING) {
            int failure = bloom_mapping_mark_dirty(mapping);
            if (failure != 0) {
                return failure;
            }
            word = bloom_load_acquire(state);
        }
        if (!change(state, &word, BLOOM_STATE_DIRTY, BLOOM_STATE_FLUSHING, BLOOM_STATE_FLUSHING)) {
            continue;
        }
        int failure = bloom_os_sync_memory(mapping->base, mapping->size_bytes);
        if (failure != 0) {
            word = bloom_load_acquire(state);
            change(state, &word, BLOOM_STATE_FLUSHING, BLOOM_STATE_FLUSHING, BLOOM_STATE_DIRTY);
            return failure;
        }
        word = bloom_load_acquire(state);
        if (change(state, &word, BLOOM_STATE_FLUSHING, BLOOM_STATE_FLUSHING, BLOOM_STATE_CLEAN)) {
            return bloom_mapping_sync_header(mapping);
        }
    }
    return 0;
}
