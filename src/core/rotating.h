/*
 * The rotating filter: a sliding window over blocked filters, called slots. Adds go to the current slot; every
 * window / generations the oldest slot is cleared and becomes the current one. Of generations + 1 slots, those
 * of the last window always stand.
 *
 * Each slot has a time at which it expires, one window after the last add it may have taken. Lookups ignore
 * slots that have expired, and so forget on time although nobody rotates; they write nothing. The
 * invariant, whatever is killed, stopped or late:
 *
 *     when an add returns, its bits are in a slot that was current when they were visible, and that
 *     expires no sooner than one window after the add.
 *
 * So an add sets the bits, then sees to the expiry, then reads which slot is current, and repeats all
 * of it if that has changed. Only slots that are not current and have expired are cleared, under the system's lock:
 * two that clear at once, one of them stalled, could clear what was added in between. While the lock is taken, adds
 * go on in the current slot, whose expiry they move. So a process that dies while it clears costs nothing, and one that is
 * stopped delays forgetting until it is continued or killed.
 *
 * All n items may come within one generation, and as many again in the rest of a slot's life: each slot is made for
 * n items at half the rate. The slots' blocks of one number lie side by side.
 */
#ifndef BLOOM_CORE_ROTATING_H
#define BLOOM_CORE_ROTATING_H

#include "core/kind.h"

extern const bloom_kind_t bloom_rotating_kind;

/* header->kind_parameters; plan() wants both. */
enum {
    BLOOM_ROTATING_WINDOW_SECONDS = 0, /* 1 to BLOOM_ROTATING_WINDOW_MAX */
    BLOOM_ROTATING_GENERATIONS = 1     /* 1 to BLOOM_ROTATING_GENERATIONS_MAX; 1 works as 2 does */
};
#define BLOOM_ROTATING_WINDOW_MAX 2147483647u
#define BLOOM_ROTATING_GENERATIONS_MAX 32u

/* header->kind_state */
enum {
    BLOOM_ROTATING_ROTATIONS =
        0, /* how many there were; modulo the number of slots, the current slot */
    BLOOM_ROTATING_SUSPENDED_US = 1 /* the clock when a copy was taken; 0: unknown */
};

/* Items are kept this much longer than the window: clocks may be late. */
#define BLOOM_ROTATING_GRACE_US 12000u

/* Slots that have not expired at context->monotonic_us. */
uint32_t bloom_rotating_live_slots(const bloom_filter_t *filter, const bloom_context_t *context);

#endif
