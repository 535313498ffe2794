/** Blanks, marks without a letter to stand on, and what Unicode wants ignored; the blank of Braille counts as a sign there. */
const INVISIBLE = /[\p{Z}\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Nobody would see anything of it. */
export const isBlank = (text: string): boolean => text.replace(INVISIBLE, '') === '';

/** Pictures are shown by browsers: nothing but http(s), absolute or relative, may come out of the profile. */
export function isImageUrl(value: string): boolean {
  const url = URL.parse(value, 'https://relative.invalid/');
  return url?.protocol === 'https:' || url?.protocol === 'http:';
}
