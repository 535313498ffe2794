import { canonicalEmail } from '../../core/email-address.ts';
import { hasForbiddenCharacters } from '../../lib/characters.ts';
import type { Provider, ProviderClaims } from './provider.ts';
import type { Identity } from './services.ts';

const MAX_SUBJECT_LENGTH = 255;
const MAX_NAME_LENGTH = 200;

/** Undefined if the subject is missing or malformed. */
export function identityOf({ id, issuer }: Provider, claims: ProviderClaims): Identity | undefined {
  const { subject, emailProof, name } = claims;
  if (typeof subject !== 'string' || !/^[\x21-\x7e]+$/.test(subject) || subject.length > MAX_SUBJECT_LENGTH)
    return undefined;
  const email = typeof claims.email === 'string' ? canonicalEmail(claims.email) : undefined;
  const isName = typeof name === 'string' && !hasForbiddenCharacters(name) && [...name].length <= MAX_NAME_LENGTH;
  return {
    provider: id,
    issuer: typeof claims.issuer === 'string' ? claims.issuer : issuer,
    subject,
    email: email ?? null,
    emailProof: email === undefined ? 'claimed' : emailProof,
    fullName: isName ? name.trim() : null,
  };
}
