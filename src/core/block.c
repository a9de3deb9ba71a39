#include "core/block.h"

_Alignas(BLOOM_BLOCK_BYTES) const uint32_t bloom_block_multipliers[2 * BLOOM_BITS_PER_BLOCK_MAX] = {
    0xe220a839u, 0x6e789e6bu, 0x06c45d19u, 0xf88bb8a9u, 0x1b39896bu, 0x53cb9f0du, 0x2c829abfu,
    0xc584133bu, 0x3ee57891u, 0xf3b8488du, 0x657eecddu, 0xc2d326e1u, 0x8621a03fu, 0x8e1f7555u,
    0xb54e0f17u, 0x84bb3f97u, 0x7d29825du, 0xc3cf1711u, 0x3466e9a1u, 0xd81a8d2bu, 0xdb01602bu,
    0xa9038a93u, 0xedf5f1d9u, 0x54496ad7u, 0xdd7c01d5u, 0x935e82f1u, 0x69b82ebdu, 0x40d29eb5u,
    0xa2f09dabu, 0xee521d7bu, 0xf16952efu, 0x377d35dfu,
};

#if BLOOM_HAVE_AVX2_DISPATCH
_Alignas(BLOOM_BLOCK_BYTES) const uint32_t bloom_block_lane_ones[40] = {
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
};
#endif
