<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Laravel;

use Bloom\Toolkit\RevocationList;
use Illuminate\Database\Eloquent\Builder;
use Illuminate\Database\Eloquent\Model;

/**
 * Passport revokes by updates of single models and of whole queries, and takes a token without a row for revoked. Both go
 * through here.
 *
 * @internal
 *
 * @extends Builder<Model>
 */
final class PassportTokenBuilder extends Builder
{
    /** @param array<mixed> $values */
    public function update(array $values): int
    {
        if ((bool) ($values['revoked'] ?? $values[$this->getModel()->qualifyColumn('revoked')] ?? false)) {
            $this->revoke();
        }

        return parent::update($values);
    }

    public function delete(): mixed
    {
        $this->revoke();

        return parent::delete();
    }

    public function forceDelete(): mixed
    {
        $this->revoke();

        return parent::forceDelete();
    }

    /** Before the rows change: a token on the list whose row then stays is refused too soon, the other order too late. */
    private function revoke(): void
    {
        $key = $this->getModel()->getKeyName();
        $list = app(RevocationList::class);
        /** @var \stdClass $row */
        foreach ((clone $this)->toBase()->useWritePdo()->select([$key, 'expires_at'])->cursor() as $row) {
            $id = $row->{$key};
            $expiresAt = $row->expires_at;
            if (\is_string($id) || \is_int($id)) {
                $list->revoke((string) $id, new \DateTimeImmutable(\is_string($expiresAt) ? $expiresAt : '9999-12-31'));
            }
        }
    }
}
