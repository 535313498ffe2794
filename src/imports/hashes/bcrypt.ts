import { createHash, createHmac } from 'node:crypto';
import { countOf, type Derivation, type Secrets, UnusableHash } from './derivation.ts';

/** The alphabets of bcrypt's base 64 and of standard base 64. */
const ALPHABET = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const SALT = /^[./A-Za-z0-9]{22}$/;
export const BCRYPT_DIGEST_CHARACTERS = 31;
/** The maximum cost: 14 takes a second. */
const MAX_COST = 14;
const FAST_BELOW = 8;

/** Applied to a password before bcrypt, which reads at most 72 bytes of it. */
const PREPARE: Readonly<Record<string, (password: string, secrets: Secrets, salt: string) => string>> = {
  plain: (password) => password,
  /** Django's BCryptSHA256PasswordHasher. */
  sha256: (password) => createHash('sha256').update(password).digest('hex'),
  /** passlib's bcrypt_sha256, version 1. */
  'sha256-base64': (password) => createHash('sha256').update(password).digest('base64'),
  /** Version 2, keyed with the text of the salt. */
  'sha256-hmac': (password, _, salt) => createHmac('sha256', salt).update(password).digest('base64'),
  /** WordPress from 6.8 on. */
  'wp-sha384': (password) =>
    createHmac('sha384', 'wp-sha384')
      .update(password.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, ''))
      .digest('base64'),
  /** Devise with a pepper. */
  pepper: (password, { pepper }) => password + pepper,
};

/** Fields: preparation, cost, salt in bcrypt's base 64. The digest is its text in the same alphabet. */
export const bcrypt: Derivation = {
  name: 'bcrypt',
  read([preparation = '', costText, salt = ''], digestBytes, secrets) {
    const prepare = Object.hasOwn(PREPARE, preparation) ? PREPARE[preparation] : undefined;
    const cost = countOf(costText, 'cost', 4, MAX_COST);
    if (!prepare || !SALT.test(salt) || digestBytes !== BCRYPT_DIGEST_CHARACTERS)
      throw new UnusableHash('the bcrypt hash is malformed');
    if (preparation === 'pepper' && secrets.pepper === undefined)
      throw new UnusableHash('the bcrypt hash needs the pepper (IMPORT_PEPPER)');
    const saltBytes = Buffer.from(
      salt.replace(/./g, (character) => BASE64[ALPHABET.indexOf(character)] ?? ''),
      'base64',
    );
    return {
      isFast: cost < FAST_BELOW,
      async derive(password) {
        // Loaded on first use: most services have no bcrypt hashes.
        const { hash } = await import('@node-rs/bcrypt');
        const text = await hash(prepare(password, secrets, salt), cost, saltBytes);
        return Buffer.from(text.slice(-BCRYPT_DIGEST_CHARACTERS));
      },
    };
  },
};
