/* bloom.hash_key: from the fleet's secret to XXH3's. */
#ifndef BLOOM_PHP_HASH_KEY_H
#define BLOOM_PHP_HASH_KEY_H

#include "php.h"

#include "core/hash_key.h"

/*
 * The key of a passphrase; an empty one gives the public key. The secret is made of SHA-256 digests, so that
 * neither it nor the fingerprint (which images carry) tells anything about a passphrase that can't be guessed.
 */
void php_bloom_hash_key_derive(bloom_hash_key_t *key, const char *passphrase, size_t size_bytes);

#endif
