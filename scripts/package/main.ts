import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packClient } from './client.ts';
import type { Lockfile, Manifest } from './manifest.ts';
import { dependencyTree, packageTree, ROOT, readJson } from './package-tree.ts';
import { billOfMaterials } from './sbom.ts';
import { writeArchive, writeChecksums, writeFolder, writeText } from './write.ts';

const USAGE = `npm run package                        into dist/: npm packages of the service and the client, archive, SBOM, SHA256SUMS
npm run package -- --folder <folder>   only what the archive holds, unpacked: for a container image`;

const { values } = parseArgs({ options: { folder: { type: 'string' }, help: { type: 'boolean' } } });
if (values.help) process.stdout.write(`${USAGE}\n`);
else if (values.folder !== undefined) writeFolder(values.folder, dependencyTree(await packageTree()));
else await packAll(join(ROOT, 'dist'));

async function packAll(dist: string): Promise<void> {
  const manifest = readJson<Manifest>('package.json');
  const label = `${manifest.name}-${manifest.version}`;
  const tree = await packageTree();
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  const files = [
    await writeArchive(join(dist, `${label}.tgz`), tree, 'package'),
    packClient(dist),
    await writeArchive(join(dist, `${label}-${process.platform}-${process.arch}.tar.gz`), dependencyTree(tree), label),
    writeText(join(dist, `${label}.cdx.json`), billOfMaterials(manifest, readJson<Lockfile>('package-lock.json'))),
  ];
  for (const line of writeChecksums(join(dist, 'SHA256SUMS'), files)) process.stdout.write(`${line}\n`);
}
