/** Separators, marks, format and ignorable characters; and the Braille blank (U+2800), a symbol to Unicode. */
const INVISIBLE = /[\p{Z}\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether the text has no visible character. */
export const isBlank = (text: string): boolean => text.replace(INVISIBLE, '') === '';

/** Only http(s) URLs and relative references: clients put it into a page, so `javascript:` and `data:` are refused. */
export function isImageUrl(value: string): boolean {
  const url = URL.parse(value, 'https://relative.invalid/');
  return url?.protocol === 'https:' || url?.protocol === 'http:';
}
