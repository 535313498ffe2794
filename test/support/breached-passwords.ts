import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPasswordFilter } from '../../src/accounts/passwords/build-password-filter.ts';
import { quickFolder } from './quick-folder.ts';

export const BREACHED = 'Tukan-in-7-boots';

/** The value of BREACHED_PASSWORDS for a file that has this password, until the process ends. */
export async function breachedPasswordsFile(): Promise<string> {
  const folder = mkdtempSync(join(quickFolder(), 'latchkey-breached-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [list, file] = [join(folder, 'list'), join(folder, 'breached.filter')];
  writeFileSync(list, `${BREACHED}\n`);
  await buildPasswordFilter(list, file);
  return file;
}
