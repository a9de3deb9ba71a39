/* The hash and the checksum are XXH3, whatever release of the header is compiled in. */
#include "support.h"

/* The test data of xxhash's own sanity check (xsum_sanity_check.c). */
static void fill_as_xxhash_does(uint8_t *bytes, size_t size_bytes)
{
    uint64_t generator = 2654435761u;
    for (size_t i = 0; i < size_bytes; i++) {
        bytes[i] = (uint8_t)(generator >> 56);
        generator *= 11400714785074694797u;
    }
}

static const struct {
    size_t size_bytes;
    uint64_t low, high;
} published[] = {
    {0, 0x6001C324468D497F, 0x99AA06D3014798D8},    {1, 0xC44BDFF4074EECDB, 0xA6CD5E9392000F6A},
    {6, 0x3E7039BDDA43CFC6, 0x082AFE0B8162D12A},    {12, 0x061A192713F69AD9, 0x6E3EFD8FC7802B18},
    {24, 0x1E7044D28B1B901D, 0x0CE966E4678D3761},   {48, 0xF942219AED80F67B, 0xA002AC4E5478227E},
    {81, 0x5E8BAFB9F95FB803, 0x4952F58181AB0042},   {222, 0xF1AEBD597CEC6B3A, 0x337E09641B948717},
    {403, 0xCDEB804D65C6DEA4, 0x1B6DE21E332DD73D},  {512, 0x617E49599013CB6B, 0x18D2D110DCC9BCA1},
    {2048, 0xDD59E2C3A5F038E0, 0xF736557FD47073A5}, {2240, 0x6E73A90539CF2948, 0xCCB134FBFA7CE49D},
    {2367, 0xCB37AEB9E5D361ED, 0xE89C0F6FF369B427},
};

static void hashes_equal_xxhash_published_values(void **state)
{
    (void)state;
    uint8_t bytes[2367];
    fill_as_xxhash_does(bytes, sizeof bytes);
    for (size_t i = 0; i < COUNT_OF(published); i++) {
        bloom_hash_t hash = bloom_hash(&public_key, bytes, published[i].size_bytes);
        assert_int_equal(hash.low, published[i].low);
        assert_int_equal(hash.high, published[i].high);
    }
}

static void checksums_equal_xxhash_published_values_high_byte_first(void **state)
{
    (void)state;
    uint8_t bytes[2367], trailer[BLOOM_TRAILER_BYTES];
    fill_as_xxhash_does(bytes, sizeof bytes);
    for (size_t i = 0; i < COUNT_OF(published); i++) {
        bloom_checksum_t checksum;
        bloom_checksum_init(&checksum);
        bloom_checksum_update(&checksum, bytes, published[i].size_bytes);
        bloom_checksum_final(&checksum, trailer);
        for (unsigned b = 0; b < 8; b++) {
            assert_int_equal(trailer[b], published[i].high >> (56 - 8 * b) & 0xff);
            assert_int_equal(trailer[8 + b], published[i].low >> (56 - 8 * b) & 0xff);
        }
    }
}

static void a_checksum_in_pieces_equals_one_at_once(void **state)
{
    (void)state;
    static uint8_t bytes[70000];
    fill_as_xxhash_does(bytes, sizeof bytes);
    uint64_t random = 1;
    for (unsigned round = 0; round < 200; round++) {
        size_t size_bytes = round < 100 ? round * 7 : (size_t)(random_next(&random) % sizeof bytes);
        uint8_t at_once[BLOOM_TRAILER_BYTES], in_pieces[BLOOM_TRAILER_BYTES];
        bloom_checksum_t checksum;
        bloom_checksum_init(&checksum);
        bloom_checksum_update(&checksum, bytes, size_bytes);
        bloom_checksum_final(&checksum, at_once);

        bloom_checksum_init(&checksum);
        for (size_t done = 0; done < size_bytes;) {
            size_t piece = (size_t)(random_next(&random) % (round % 2 == 0 ? 70 : 9000));
            piece = piece > size_bytes - done ? size_bytes - done : piece;
            bloom_checksum_update(&checksum, bytes + done, piece);
            done += piece;
        }
        bloom_checksum_final(&checksum, in_pieces);
        assert_memory_equal(at_once, in_pieces, sizeof at_once);
    }
}

static void checksums_work_at_any_alignment(void **state)
{
    (void)state;
    static uint8_t room[sizeof(bloom_checksum_t) + 64];
    uint8_t expected[BLOOM_TRAILER_BYTES] = {0x99, 0xAA, 0x06, 0xD3, 0x01, 0x47, 0x98, 0xD8,
                                             0x60, 0x01, 0xC3, 0x24, 0x46, 0x8D, 0x49, 0x7F};
    for (size_t offset = 0; offset < 64; offset++) {
        bloom_checksum_t *checksum = (bloom_checksum_t *)(void *)(room + offset);
        uint8_t trailer[BLOOM_TRAILER_BYTES];
        bloom_checksum_init(checksum);
        bloom_checksum_update(checksum, "", 0);
        bloom_checksum_final(checksum, trailer);
        assert_memory_equal(trailer, expected, sizeof expected);
    }
}

static void keys_change_every_hash(void **state)
{
    (void)state;
    bloom_hash_key_t one = secret_key(1), other = secret_key(2);
    uint8_t bytes[400];
    fill_as_xxhash_does(bytes, sizeof bytes);
    for (size_t size_bytes = 0; size_bytes <= sizeof bytes; size_bytes++) {
        bloom_hash_t open = bloom_hash(&public_key, bytes, size_bytes);
        bloom_hash_t a = bloom_hash(&one, bytes, size_bytes),
                     b = bloom_hash(&other, bytes, size_bytes);
        assert_true(open.low != a.low && open.high != a.high);
        assert_true(a.low != b.low && a.high != b.high);
        bloom_hash_t again = bloom_hash(&one, bytes, size_bytes);
        assert_true(again.low == a.low && again.high == a.high);
    }
}

static void length_and_nul_bytes_count(void **state)
{
    (void)state;
    const uint8_t zeros[64] = {0};
    for (size_t a = 0; a < sizeof zeros; a++) {
        for (size_t b = 0; b < a; b++) {
            bloom_hash_t one = bloom_hash(&public_key, zeros, a),
                         other = bloom_hash(&public_key, zeros, b);
            assert_true(one.low != other.low && one.high != other.high);
        }
    }
    bloom_hash_t x = bloom_hash(&public_key, "a\0x", 3), y = bloom_hash(&public_key, "a\0y", 3);
    assert_true(x.low != y.low && x.high != y.high);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_equal_xxhash_published_values),
        cmocka_unit_test(checksums_equal_xxhash_published_values_high_byte_first),
        cmocka_unit_test(a_checksum_in_pieces_equals_one_at_once),
        cmocka_unit_test(checksums_work_at_any_alignment),
        cmocka_unit_test(keys_change_every_hash),
        cmocka_unit_test(length_and_nul_bytes_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
