/** Line breaks and tabs, with the whitespace after them. */
const LINE_BREAKS = /[\t-\r\u0085\u2028\u2029][\s\u0085]*/g;
/** All other control characters, C0 and C1, and bidirectional formatting characters. */
const CONTROL_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Sanitizes text of another system (a mail server's reply, a database error) for logs and terminals, against log
 * injection and terminal escape sequences: one line, control characters written as \uXXXX.
 */
export const escapeControlCharacters = (text: string): string =>
  text.toWellFormed().replace(LINE_BREAKS, ' ').replace(CONTROL_CHARACTERS, escapeCharacter);

const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
