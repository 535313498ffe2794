import { readFileSync, statSync } from 'node:fs';

/** A file named by a setting cannot be used; the message is one line that tells the operator what to correct. */
export class BrandFileProblem extends Error {
  constructor(setting: BrandFileSetting, problem: string) {
    super(`${setting} ${problem}. Example: ${setting}=${EXAMPLES[setting]}`);
  }
}

const EXAMPLES = {
  CUSTOM_CSS: '/etc/latchkey/brand.css',
  MAIL_LOGO: '/etc/latchkey/logo.png',
  MAIL_LOGO_DARK: '/etc/latchkey/logo-dark.png',
} as const;

type BrandFileSetting = keyof typeof EXAMPLES;

export function readBrandFile(setting: BrandFileSetting, path: string, maxKibibytes: number): Buffer {
  try {
    const { size } = statSync(path);
    if (size > maxKibibytes * 1024) {
      throw new BrandFileProblem(setting, `must be a file of at most ${maxKibibytes} KiB, and ${path} is larger`);
    }
    return readFileSync(path);
  } catch (error) {
    if (error instanceof BrandFileProblem) throw error;
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new BrandFileProblem(setting, `must name a readable file, and ${path} cannot be read (${reason})`);
  }
}
