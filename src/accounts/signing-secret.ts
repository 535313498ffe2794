const MIN_BYTES = 32;
/** A random string of 32 bytes has about 20 different characters; a repeated word has fewer. */
const MIN_DIFFERENT_CHARACTERS = 10;
const PLACEHOLDERS =
  /change.?me|replace.?me|secret.?key|your.?secret|signing.?secret|password|example|placeholder|0123456789|abcdefgh/i;

/** What makes this secret guessable, or undefined when nothing obvious does. */
export function weaknessOfSecret(secret: string): string | undefined {
  const bytes = Buffer.byteLength(secret, 'utf8');
  if (bytes < MIN_BYTES) return `must be at least ${MIN_BYTES} bytes, and has ${bytes}`;
  if (new Set(secret).size < MIN_DIFFERENT_CHARACTERS) return 'is too repetitive to be random';
  if (PLACEHOLDERS.test(secret)) return 'looks like a placeholder, not like something random';
  return undefined;
}
