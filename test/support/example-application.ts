import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';

const DOCUMENT = new URL('../../docs/pages.md', import.meta.url);

/** Runs the application that docs/pages.md prints, as it is printed there. */
export async function startExampleApplication(
  t: Lifetime,
  settings: { readonly APP_PORT: string; readonly LATCHKEY: string; readonly PAGES_URL?: string },
): Promise<string> {
  const [, code] = /^```js\n(\/\/ app\.js.*?)^```$/ms.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  assert.ok(code, 'docs/pages.md has no app.js');
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-application-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'app.js'), code);
  const child = spawn(process.execPath, ['app.js'], {
    cwd: folder,
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUpAfter(t, async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return line.toString().trim();
}
