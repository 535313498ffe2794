import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';

const APPLICATION = fileURLToPath(new URL('../../examples/hosted-pages.js', import.meta.url));

/** Runs the application that docs/pages.md points to. */
export async function startExampleApplication(
  t: Lifetime,
  settings: { readonly APP_PORT: string; readonly LATCHKEY: string; readonly PAGES_URL?: string },
): Promise<string> {
  const child = spawn(process.execPath, [APPLICATION], { env: settings, stdio: ['ignore', 'pipe', 'inherit'] });
  cleanUpAfter(t, async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return line.toString().trim();
}
