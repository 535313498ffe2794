const MIN_BYTES = 32;
/** A random string of 32 bytes has about 20 different characters; a repeated word has fewer. */
const MIN_DIFFERENT_CHARACTERS = 10;
/** A repetition of ten characters occurs in one of 500 million secrets of 64 random hexadecimal digits. */
const MAX_CHANCE_REPETITION = 9;

/**
 * Placeholders in documentation, ours and other products', in lower case without punctuation. A random secret contains
 * a given text of six letters less than once in ten million; shorter texts would refuse good secrets.
 */
// biome-ignore format: a list of words
const SAMPLES = [
  'changeme', 'changethis', 'changeit', 'replaceme', 'replacethis', 'placeholder', 'example', 'sample', 'insert',
  'password', 'passphrase', 'secretkey', 'yoursecret', 'mysecret', 'thesecret', 'topsecret', 'supersecret',
  'verysecret', 'jwtsecret', 'signingsecret', 'tokensecret', 'devsecret', 'testsecret', 'secretsecret', 'asecret',
  '256bit', 'stringsecret', 'characterslong', 'atleast32', 'randomstring', 'insecure', 'keyboardcat', 'neverguess',
  'correcthorse', 'batterystaple', 'loremipsum', 'donotuse', 'notforproduction', 'inproduction', 'openssl', 'base64',
  'theoutputof', 'urandom', 'latchkey', '0123456', '1234567', '7654321', 'abcdefg', 'qwerty', 'asdfgh', 'zxcvbn',
  'deadbeef',
  // Keys printed in tutorials and found in production: two of Spring, one of FastAPI.
  '404e635266556a58',
  '3cfa76ef14937c1c',
  '09d25e094faa6ca2',
];

/** Why this secret is guessable; undefined if no weakness is found. */
export function weaknessOfSecret(secret: string): string | undefined {
  const bytes = Buffer.byteLength(secret, 'utf8');
  if (bytes < MIN_BYTES) return `must be at least ${MIN_BYTES} bytes, and has ${bytes}`;
  if (/[\s<>…]/u.test(secret)) return 'has a blank, an angle bracket or dots in it, as only placeholders do';
  const bare = secret.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (new Set(secret).size < MIN_DIFFERENT_CHARACTERS || repeatsItself(secret) || repeatsItself(bare)) {
    return 'is too repetitive to be random';
  }
  if (SAMPLES.some((sample) => bare.includes(sample))) return 'looks like a placeholder, not like something random';
  return undefined;
}

/** True if a substring repeats that is too long for a coincidence. */
function repeatsItself(text: string): boolean {
  const length = MAX_CHANCE_REPETITION + 1;
  for (let at = 0; at + length < text.length; at += 1) {
    if (text.indexOf(text.slice(at, at + length), at + 1) !== -1) return true;
  }
  return false;
}
