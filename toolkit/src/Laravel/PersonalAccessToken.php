<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Laravel;

use Bloom\Toolkit\Filter\MightBe;
use Bloom\Toolkit\Framework\Filters;
use Illuminate\Contracts\Config\Repository;
use Illuminate\Database\Eloquent\Model;
use Laravel\Sanctum\PersonalAccessToken as Token;
use Psr\Log\LoggerInterface;

/**
 * For Laravel Sanctum, whose tokens are opaque and revoked by deletion: a token that certainly does not exist costs no
 * query. The filter holds the hashes of those that exist, as the table does.
 *
 * @phpstan-consistent-constructor as every model's
 */
class PersonalAccessToken extends Token
{
    /**
     * @param string $token
     *
     * @return static|null
     */
    public static function findToken(#[\SensitiveParameter] $token)
    {
        $filter = null;
        try {
            $config = app(Repository::class);
            $name = $config->get('bloom.sanctum');
            /** @var array<array{column?: array{class-string<Model>, string}}> $filters */
            $filters = $config->get('bloom.filters');
            $column = \is_string($name) ? $filters[$name]['column'] ?? null : null;
            // A model of another table has tokens that the filter does not know.
            if (\is_string($name) && $column !== null && (new Column(...$column))->isOf(new static())) {
                $all = app(Filters::class);
                $filter = $all->get($name);
                $secret = str_contains($token, '|') ? explode('|', $token, 2)[1] : $token;
                if (!$filter->mightContain($all->definition($name)->form(hash('sha256', $secret)))) {
                    return null;
                }
                $filter = $filter->isReady() ? $filter : null;
            }
        } catch (\Exception $exception) {
            $filter = null;
            app(LoggerInterface::class)->error('The filter of tokens cannot be asked; asking the database', ['exception' => $exception]);
        }
        $found = parent::findToken($token);
        if ($filter !== null) {
            (new MightBe($filter, app(LoggerInterface::class)))->settle($found !== null);
        }

        return $found;
    }
}
