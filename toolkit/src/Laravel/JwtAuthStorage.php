<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Laravel;

use Bloom\Toolkit\Revocation\SystemClock;
use Bloom\Toolkit\RevocationList;
use PHPOpenSourceSaver\JWTAuth\Contracts\Providers\Storage;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;

/**
 * For php-open-source-saver/jwt-auth: its storage of revoked tokens, with a RevocationList in front. The list must outlive the storage's
 * entries: they last for refresh_ttl plus one minute, not for ttl.
 */
final readonly class JwtAuthStorage implements Storage
{
    use RevokesOnStorage;

    /**
     * @param ?\DateTimeInterface $completeFrom when the list will know everything that is revoked: when it came into use plus
     *                                           refresh_ttl. Until then the storage is always asked. Null: it knew everything
     *                                           from the start
     */
    public function __construct(
        private Storage $storage,
        private RevocationList $list,
        private ?\DateTimeInterface $completeFrom,
        private ClockInterface $clock = new SystemClock(),
        private LoggerInterface $logger = new NullLogger(),
    ) {}
}
