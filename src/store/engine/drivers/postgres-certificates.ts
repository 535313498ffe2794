import { readFileSync } from 'node:fs';
import { DatabaseUnusable } from '../database.ts';

/** The parameters of DATABASE_URL that name files, with the expected content. */
const FILES: readonly [parameter: string, content: RegExp, name: string][] = [
  ['sslrootcert', /-----BEGIN (TRUSTED )?CERTIFICATE-----/, 'certificate'],
  ['sslcert', /-----BEGIN (TRUSTED )?CERTIFICATE-----/, 'certificate'],
  ['sslkey', /-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'private key'],
];

/** Throws if a file that the address names cannot be used. The library's error would not name the file. */
export function checkCertificates(address: string): void {
  const { searchParams } = new URL(address);
  for (const [parameter, content, name] of FILES) {
    const file = searchParams.get(parameter);
    if (file === null) continue;
    const problem = problemOf(file, content, name);
    if (problem === undefined) continue;
    throw new DatabaseUnusable(`DATABASE_URL has an ${parameter} that cannot be used, ${file}: ${problem}`);
  }
}

function problemOf(file: string, content: RegExp, name: string): string | undefined {
  if (file === '') return 'it names no file';
  try {
    return content.test(readFileSync(file, 'utf8')) ? undefined : `it holds no ${name}`;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
