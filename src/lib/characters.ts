// Scripts of the pages use this file: without the flag `v`, which the oldest supported browsers lack.

/** Control characters, lone surrogates, line separators and bidirectional formatting characters (Trojan Source). */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

export const hasForbiddenCharacters = (text: string): boolean => FORBIDDEN.test(text);

/**
 * Control, format, private and default-ignorable characters, such as zero-width spaces. Joiners and variation selectors
 * are parts of words and emoji.
 */
const HIDDEN = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Excludes a mark alone, and characters without a glyph: blanks of Hangul, Braille and musical notation. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}])[\p{L}\p{N}\p{P}\p{S}]/u;

export const hasHiddenCharacters = (text: string): boolean => HIDDEN.test(text);
export const hasVisibleCharacters = (text: string): boolean => VISIBLE.test(text);
