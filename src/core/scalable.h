/*
 * The scalable filter: blocked filters, called layers, each for twice as many items as the one before
 * and with a tighter rate, so that the rates of all layers add up to at most p (Almeida, Baquero, Preguica,
 * Hutchison, "Scalable Bloom Filters", 2007). Their rates do not fall geometrically but as 1, 1/2, 1/3 ...,
 * normalised for the number of layers there can ever be: later layers hold most of the items, and so
 * need fewer bits for each.
 *
 * An item goes to the newest layer, and only if no layer has it. A layer is full when as many
 * places were reserved in it as it was made for; a place is reserved before a bit is set, so that
 * racing adds, and adds of killed processes, count at most too many.
 */
#ifndef BLOOM_CORE_SCALABLE_H
#define BLOOM_CORE_SCALABLE_H

#include "core/kind.h"

extern const bloom_kind_t bloom_scalable_kind;

/* header->kind_state, which lookups read: nothing that adds change belongs there. */
enum {
    BLOOM_SCALABLE_MORE_LAYERS = 0 /* layers in use beyond the first */
};

/* A first layer for fewer would not be smaller. */
#define BLOOM_SCALABLE_ITEMS_MIN 32u

/* Items that layer i is made for. */
uint64_t bloom_scalable_layer_items(const bloom_geometry_t *geometry, uint32_t layer);

/* Places reserved in layer i, which is in use: its items and at most a few more. */
uint64_t bloom_scalable_layer_count(const bloom_filter_t *filter, uint32_t layer);

#endif
