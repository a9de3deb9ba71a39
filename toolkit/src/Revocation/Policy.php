<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Revocation;

/** What to do with a token of which it cannot be said whether it is revoked. */
enum Policy
{
    /** It counts as revoked. */
    case Refuse;
    /** It counts as not revoked: available, and a hole that whoever can cause the condition can use. */
    case Accept;
}
