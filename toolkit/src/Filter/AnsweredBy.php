<?php

declare(strict_types=1);

namespace Bloom\Toolkit\Filter;

/** Who decided what a filter had not. */
enum AnsweredBy: string
{
    case Cache = 'cache';
    /** The source of truth, which knows all that exists. */
    case Source = 'source';
}
