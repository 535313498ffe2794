/** Control characters, lone surrogates, line separators and bidirectional formatting characters (Trojan Source). */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

export const hasForbiddenCharacters = (text: string): boolean => FORBIDDEN.test(text);
