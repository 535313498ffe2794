/** Digits and signs that a variant of a common password may add. More of them make it hard enough to guess. */
const MAX_DECORATION = 6;

const LETTER_FOR: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '8': 'b',
};

export type IsCommonPassword = (password: string) => boolean;

/** Takes the text of common-passwords.txt: passwords separated by white space; `#` begins a comment line. */
export function createCommonPasswords(list: string): IsCommonPassword {
  const common = new Set(list.replaceAll(/^#.*/gm, '').match(/\S+/g));
  return (password) => {
    const spelling = password.toLowerCase();
    const half = spelling.slice(0, spelling.length / 2);
    return variants(spelling).some((one) => common.has(one)) || (spelling === half + half && common.has(half));
  };
}

/** The spellings to look up, without leet speak and affixes, so that `P@ssw0rd123!` is found as `password`. */
function variants(spelling: string): string[] {
  const stems = [spelling.replace(/[^\p{L}]+$/u, ''), spelling.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')];
  return [spelling, ...stems.filter((stem) => spelling.length - stem.length <= MAX_DECORATION)].flatMap((stem) => [
    stem,
    inLetters(stem, 'i'),
    inLetters(stem, 'l'),
  ]);
}

const inLetters = (text: string, one: string): string =>
  text.replace(/[@43105$78!]/g, (sign) => LETTER_FOR[sign] ?? one);
