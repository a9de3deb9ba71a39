#include "php/hash_key.h"

#include <string.h>

#include "ext/hash/php_hash.h"
#include "ext/hash/php_hash_sha.h"

#define DIGEST_BYTES 32

static void digest(uint8_t output[DIGEST_BYTES], const char *purpose, const uint8_t *number,
                   const char *passphrase, size_t size_bytes)
{
    PHP_SHA256_CTX context;
    PHP_SHA256InitArgs(&context, NULL);
    PHP_SHA256Update(&context, (const unsigned char *)purpose, strlen(purpose));
    if (number != NULL) {
        PHP_SHA256Update(&context, number, 1);
    }
    PHP_SHA256Update(&context, (const unsigned char *)passphrase, size_bytes);
    PHP_SHA256Final(output, &context);
}

void php_bloom_hash_key_derive(bloom_hash_key_t *key, const char *passphrase, size_t size_bytes)
{
    memset(key, 0, sizeof *key);
    key->is_public = size_bytes == 0;
    if (key->is_public) {
        return;
    }
    for (uint8_t i = 0; i < BLOOM_HASH_SECRET_BYTES / DIGEST_BYTES; i++) {
        digest(key->secret + (size_t)i * DIGEST_BYTES, "bloom secret", &i, passphrase, size_bytes);
    }
    uint8_t fingerprint[DIGEST_BYTES];
    digest(fingerprint, "bloom fingerprint", NULL, passphrase, size_bytes);
    for (unsigned i = 8; i > 0; i--) {
        key->fingerprint = key->fingerprint << 8 | fingerprint[i - 1];
    }
    if (key->fingerprint == 0) { /* 0 means the public key */
        key->fingerprint = 1;
    }
}
