<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Polyfill;

/**
 * The fleet's hash key (bloom.hash_key, as php.ini has it), and the hash of an item under it.
 *
 * @internal
 */
final class HashKey
{
    private const SECRET_DIGESTS = 6; // of 32 bytes: 192, XXH3's own default

    /** Eight bytes, as images hold them; all zero for the public key. */
    public readonly string $fingerprint;

    /** @var array<string, string> */
    private readonly array $options;

    private static ?self $configured = null;

    public function __construct(#[\SensitiveParameter] string $passphrase)
    {
        if ($passphrase === '') {
            $this->fingerprint = str_repeat("\0", 8);
            $this->options = [];

            return;
        }
        $secret = '';
        for ($i = 0; $i < self::SECRET_DIGESTS; $i++) {
            $secret .= hash('sha256', 'bloom secret' . \chr($i) . $passphrase, true);
        }
        $this->options = ['secret' => $secret];
        $fingerprint = substr(hash('sha256', 'bloom fingerprint' . $passphrase, true), 0, 8);
        $this->fingerprint = $fingerprint === str_repeat("\0", 8) ? "\1" . str_repeat("\0", 7) : $fingerprint;
    }

    /** The key of this process. get_cfg_var() knows it although nothing has registered it with ini_get(). */
    public static function configured(): self
    {
        if (self::$configured === null) {
            $setting = get_cfg_var('bloom.hash_key');
            self::$configured = new self(\is_string($setting) ? $setting : '');
        }

        return self::$configured;
    }

    /** @return array{int, int} low word (chooses the block) and high word (chooses the bits), as signed integers */
    public function hash(#[\SensitiveParameter] string $item): array
    {
        /** @var array{1: int, 2: int} $words */
        $words = unpack('J2', hash('xxh128', $item, true, $this->options));

        return [$words[2], $words[1]];
    }
}
