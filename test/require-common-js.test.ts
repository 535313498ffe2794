import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';

/** Imports everything that a running service has loaded, and prints Node's own modules. */
const LOAD_ALL = `
  await import('./src/app/app.ts');
  const { loadRemainingModules } = await import('./src/app/load-after-start.ts');
  await loadRemainingModules({ hasSmtp: true });
  await import('./src/monitoring/metrics-server.ts');
  process.stdout.write(process.moduleLoadList.join('\\n'), () => process.exit());`;

describe('what a service loads', () => {
  it('is the HTTP server of Node, and not its client', () => {
    const options = { cwd: new URL('..', import.meta.url), encoding: 'utf8' } as const;
    const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', LOAD_ALL], options);
    assert.match(loaded, /NativeModule http$/m);
    assert.doesNotMatch(loaded, /undici/);
  });
});
