import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { lockedPackages, shippedPackages, thirdParty } from '../../scripts/third-party.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** Licences that ask for nothing but their own mention. */
const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  '(MIT OR Apache-2.0)',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
]);

describe('what ships', () => {
  it('runs nothing when it is installed', () => {
    const { allowScripts } = JSON.parse(read('package.json'));
    const running = shippedPackages().filter(
      ({ hasInstallScript, name }) => hasInstallScript && allowScripts[name] !== false,
    );
    assert.deepEqual(running, []);
  });

  it('is free to use: every licence is known and permissive', () => {
    const others = shippedPackages().filter(({ license }) => !PERMISSIVE.has(license ?? ''));
    assert.deepEqual(others, []);
  });

  it('is listed in THIRD-PARTY.md (else: npm run docs)', () => {
    assert.equal(read('THIRD-PARTY.md'), thirdParty());
  });

  it('holds no tool of development', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    const shipped = new Set(shippedPackages().map(({ name }) => name));
    // The tests' judges that ship anyway, because oidc-provider, the serializer of answers or openid-client needs them.
    for (const judge of ['jose', 'ajv', 'ajv-formats', 'oauth4webapi']) shipped.delete(judge);
    assert.deepEqual(
      Object.keys(devDependencies).filter((name) => shipped.has(name)),
      [],
    );
  });

  it('is pinned: exact versions, each with its checksum, and no address to fetch it from', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'));
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      assert.match(String(version), /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
    }
    for (const { name, integrity, resolved } of lockedPackages()) {
      assert.match(integrity ?? '', /^sha512-/, name);
      assert.equal(resolved, undefined, name);
    }
  });
});
