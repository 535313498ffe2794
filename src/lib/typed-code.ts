/** A code as typed, without blanks and dashes. Input methods of East Asia produce full-width digits. */
export const typedCode = (text: string): string => text.normalize('NFKC').replaceAll(/[\s-]/g, '');
