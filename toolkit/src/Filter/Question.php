<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Filter;

/** A question that a filter leaves to others, to be told what they said. */
interface Question
{
    /** Only the first call counts. */
    public function settle(bool $isThere, AnsweredBy $by = AnsweredBy::Source): void;
}
