/*
 * Families of items that look alike, as real ones do: item i of a family is a function of i only, and no
 * two are equal.
 */
#ifndef BLOOM_TESTS_ITEMS_H
#define BLOOM_TESTS_ITEMS_H

#include "support.h"

#define ITEM_BYTES_MAX 320

typedef size_t (*item_writer_t)(uint8_t bytes[ITEM_BYTES_MAX], uint64_t i);

static inline size_t item_put_decimal(uint8_t *bytes, uint64_t i)
{
    uint8_t digits[20];
    size_t count = 0;
    do {
        digits[count++] = (uint8_t)('0' + i % 10);
        i /= 10;
    } while (i > 0);
    for (size_t d = 0; d < count; d++) {
        bytes[d] = digits[count - 1 - d];
    }
    return count;
}

static inline size_t item_put_word(uint8_t *bytes, uint64_t i)
{
    uint64_t little_endian = bloom_le64(i);
    memcpy(bytes, &little_endian, sizeof little_endian);
    return sizeof little_endian;
}

/* 0, 1, 2 ... as 8 bytes, little-endian */
static inline size_t item_sequential(uint8_t bytes[ITEM_BYTES_MAX], uint64_t i)
{
    return item_put_word(bytes, i);
}

/* multiples of 2^24: the low bits never change */
static inline size_t item_high_bits(uint8_t bytes[ITEM_BYTES_MAX], uint64_t i)
{
    return item_put_word(bytes, i << 24);
}

static inline size_t item_decimal(uint8_t bytes[ITEM_BYTES_MAX], uint64_t i)
{
    return item_put_decimal(bytes, i);
}

/* 16 bytes, of which the last change most: a primary key in binary, a sequential UUID */
static inline size_t item_counter(uint8_t bytes[ITEM_BYTES_MAX], uint64_t i)
{
    memset(bytes, 0, 16);
    for (unsigned b = 0; b < 8; b++) {
        bytes[15 - b] = (uint8_t)(i >> (8 * b));
    }
    return 16;
}

/* 1 to 8 bytes, as few as hold i */
static inline size_t item_short(uint8_t bytes[ITEM_BYTES_MAX], uint64_t i)
{
    item_put_word(bytes, i);
    size_t size_bytes = 1;
    while (size_bytes < 8 && i >> (8 * size_bytes) != 0) {
        size_bytes++;
    }
    return size_bytes;
}

static inline size_t item_common_prefix(uint8_t bytes[ITEM_BYTES_MAX], uint64_t i)
{
    static const char prefix[] = "https://shop.example.com/catalogue/products/";
    memcpy(bytes, prefix, sizeof prefix - 1);
    return sizeof prefix - 1 + item_put_decimal(bytes + sizeof prefix - 1, i);
}

/* 300 bytes that differ in 8 of them, in the middle: XXH3's loop for long inputs */
static inline size_t item_long(uint8_t bytes[ITEM_BYTES_MAX], uint64_t i)
{
    memset(bytes, 'x', 300);
    item_put_word(bytes + 150, i);
    return 300;
}

static const struct item_family {
    const char *name;
    item_writer_t write;
    bool is_secret; /* hashed under a secret key */
} item_families[] = {
    {"sequential integers", item_sequential, false},
    {"integers that differ in high bits", item_high_bits, false},
    {"decimal strings", item_decimal, false},
    {"short items", item_short, false},
    {"common prefix", item_common_prefix, false},
    {"long items", item_long, false},
    {"decimal strings, secret key", item_decimal, true},
    {"long items, secret key", item_long, true},
    {"binary counters", item_counter, false},
};

static inline bloom_hash_t item_hash(item_writer_t write, const bloom_hash_key_t *key, uint64_t i)
{
    uint8_t bytes[ITEM_BYTES_MAX];
    size_t size_bytes = write(bytes, i);
    return bloom_hash(key, bytes, size_bytes);
}

#endif
