import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './package-tree.ts';

/** Compiles and packs the client. Returns the path of the package. */
export function packClient(folder: string): string {
  const options = ['--silent', '--workspace', 'client', '--pack-destination', folder];
  return join(folder, execFileSync('npm', ['pack', ...options], { cwd: ROOT, encoding: 'utf8' }).trim());
}
