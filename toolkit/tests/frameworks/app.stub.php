<?php

declare(strict_types=1);

/* For PHPStan alone: the classes that the pages of the manual show. */

namespace App {
    class UserEmails
    {
        public function register(string $email): void {}
    }

    class Registration
    {
        public function __construct(public string $email) {}
    }
}

namespace App\Models {
    /**
     * @property int $id
     * @property string $email
     */
    class User extends \Illuminate\Foundation\Auth\User
    {
        /** @use \Laravel\Sanctum\HasApiTokens<\Laravel\Sanctum\PersonalAccessToken> */
        use \Laravel\Sanctum\HasApiTokens;
    }
}

namespace App\Providers {
    class TokenServiceProvider extends \Illuminate\Support\ServiceProvider {}
}
