<?php
// lcobucci/jwt 5.5 on PHP 8.2: EdDSA only. APCu keeps the key set for 20 seconds, which is enough: a new key signs a
// minute after it is published. With TOKEN_AUDIENCE, add new Check\PermittedFor('…').

use Lcobucci\Clock\SystemClock; // composer require lcobucci/jwt lcobucci/clock
use Lcobucci\JWT\JwtFacade;
use Lcobucci\JWT\Signer\Eddsa;
use Lcobucci\JWT\Signer\Key\InMemory;
use Lcobucci\JWT\Validation\Constraint as Check;

function signedWithPublishedKey(): Check\SignedWithOneInSet
{
    $set = apcu_entry('latchkey-keys', fn () => file_get_contents('http://localhost:3000/.well-known/jwks.json')
        ?: throw new RuntimeException('no key set'), 20);
    $keys = array_filter(json_decode($set, true)['keys'], fn ($key) => $key['alg'] === 'EdDSA');
    return new Check\SignedWithOneInSet(...array_map(fn ($key) => new Check\SignedWithUntilDate(
        new Eddsa(),
        InMemory::plainText(sodium_base642bin($key['x'], SODIUM_BASE64_VARIANT_URLSAFE_NO_PADDING)),
        new DateTimeImmutable('+1 minute'),
    ), $keys));
}

function userIdOf(string $token): int
{
    $claims = (new JwtFacade())->parse(
        $token,
        signedWithPublishedKey(),
        new Check\LooseValidAt(SystemClock::fromUTC()),
        new Check\IssuedBy('latchkey'),
        new Check\HasClaimWithValue('purpose', 'auth'),
    )->claims();
    if (!$claims->has('exp') || !$claims->has('sub')) throw new RuntimeException('not an access token');
    return (int) $claims->get('sub');
}
