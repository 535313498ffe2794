/** Line breaks and tabs, with the blanks after them. */
const BREAKS = /[\t-\r\u0085\u2028\u2029][\s\u0085]*/g;
/** The other control characters, C1 among them, and the marks that turn text round. */
const STEERING = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Words of another system (a mail server's answer, a database's complaint) as they may stand in a log or on a terminal: in one line, with
 * nothing that moves the cursor, rings or changes what is shown. What would is spelled out, so that nothing is hidden either.
 */
export const harmlessText = (text: string): string =>
  text.toWellFormed().replace(BREAKS, ' ').replace(STEERING, spelledOut);

const spelledOut = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
