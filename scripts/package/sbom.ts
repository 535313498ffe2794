import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lockfile, type Manifest, shippedPackages } from './manifest.ts';

interface CycloneDx {
  serialNumber: string;
  metadata: { timestamp?: string };
  readonly components: readonly unknown[];
}

/** The shipped dependencies in CycloneDX, including preact, which is bundled into the scripts. */
export function billOfMaterials(manifest: Manifest, lock: Lockfile): string {
  const work = mkdtempSync(join(tmpdir(), 'latchkey-sbom-'));
  // npm uses the folder's name for the root component.
  const folder = join(work, manifest.name);
  try {
    mkdirSync(folder);
    const { name, version, license, description, optionalDependencies } = manifest;
    const root = {
      name,
      version,
      license,
      description,
      optionalDependencies,
      dependencies: shippedOnes(manifest, lock),
    };
    const packages = { '': root, ...Object.fromEntries(shippedPackages(lock)) };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
    const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
    const text = execFileSync('npm', ['sbom', '--package-lock-only', '--loglevel=error', ...format], {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    return `${JSON.stringify(reproducible(JSON.parse(text)), null, 2)}\n`;
  } finally {
    rmSync(work, { recursive: true });
  }
}

function shippedOnes({ dependencies }: Manifest, lock: Lockfile): Record<string, string> {
  const paths = new Set(shippedPackages(lock).map(([path]) => path));
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => paths.has(`node_modules/${name}`)));
}

/** Removes the time and derives the serial number from the content, so that the file is reproducible. */
function reproducible(document: CycloneDx): CycloneDx {
  delete document.metadata.timestamp;
  const hash = createHash('sha256').update(JSON.stringify(document.components)).digest('hex');
  // A UUID of version 8 (RFC 9562) has custom bits.
  const uuid = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
  return { ...document, serialNumber: `urn:uuid:${uuid}` };
}
