import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';

/** Imports everything that a running service has loaded, and prints its packages and Node's own modules. */
const LOAD_ALL = `
  const { registerHooks } = await import('node:module');
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  await import('./src/app/app.ts');
  const { loadRemainingModules } = await import('./src/app/load-after-start.ts');
  await loadRemainingModules({ hasSmtp: true });
  await import('./src/monitoring/metrics-server.ts');
  process.stdout.write([...loaded, ...process.moduleLoadList].join('\\n'), () => process.exit());`;

describe('what a service loads', () => {
  it('is the HTTP server of Node, and neither its client nor openid-client', () => {
    const options = { cwd: new URL('..', import.meta.url), encoding: 'utf8' } as const;
    const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', LOAD_ALL], options);
    assert.match(loaded, /NativeModule http$/m);
    assert.doesNotMatch(loaded, /undici/);
    const packages = new Set(Array.from(loaded.matchAll(/node_modules\/([^/\s]+)\//g), ([, name]) => name));
    assert.deepEqual([packages.has('fast-jwt'), packages.has('openid-client')], [true, false]);
  });
});
