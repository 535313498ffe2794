/** Control characters, and the marks that make text read in another order than it is stored. */
const FORBIDDEN = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

export const hasForbiddenCharacters = (text: string): boolean => !text.isWellFormed() || FORBIDDEN.test(text);
