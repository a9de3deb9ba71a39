<?php

declare(strict_types=1);

/*
 * The storage interface that tymon/jwt-auth 2 and php-open-source-saver/jwt-auth 2 publish. The packages themselves are not
 * among those that the tests can install.
 */

namespace Tymon\JWTAuth\Contracts\Providers;

interface Storage
{
    /**
     * @param string    $key
     * @param mixed     $value
     * @param int|float $minutes
     *
     * @return void
     */
    public function add($key, $value, $minutes);

    /**
     * @param string $key
     * @param mixed  $value
     *
     * @return void
     */
    public function forever($key, $value);

    /**
     * @param string $key
     *
     * @return mixed
     */
    public function get($key);

    /**
     * @param string $key
     *
     * @return bool
     */
    public function destroy($key);

    /** @return void */
    public function flush();
}

namespace Tymon\JWTAuth\Providers\Storage;

use Illuminate\Contracts\Cache\Repository;
use Tymon\JWTAuth\Contracts\Providers\Storage;

class Illuminate implements Storage
{
    public function __construct(private readonly Repository $cache) {}

    public function add($key, $value, $minutes)
    {
        $this->cache->put($key, $value, (int) ($minutes * 60));
    }

    public function forever($key, $value)
    {
        $this->cache->forever($key, $value);
    }

    public function get($key)
    {
        return $this->cache->get($key);
    }

    public function destroy($key)
    {
        return $this->cache->forget($key);
    }

    public function flush() {}
}

namespace PHPOpenSourceSaver\JWTAuth\Contracts\Providers;

interface Storage
{
    /**
     * @param string    $key
     * @param mixed     $value
     * @param int|float $minutes
     *
     * @return void
     */
    public function add($key, $value, $minutes);

    /**
     * @param string $key
     * @param mixed  $value
     *
     * @return void
     */
    public function forever($key, $value);

    /**
     * @param string $key
     *
     * @return mixed
     */
    public function get($key);

    /**
     * @param string $key
     *
     * @return bool
     */
    public function destroy($key);

    /** @return void */
    public function flush();
}
