// Exits with a message when Node is too old. An old Node must be able to run this check: this file and src/start.js are
// plain JavaScript and import no named export that an older Node lacks.

import fs from 'node:fs';

/** The first version with type stripping, node:sqlite, and the global setup of the test runner. */
const MIN_MAJOR = 24;
/** Platforms for which the lockfile pins a Node, as an optional dependency that npm installs. */
const PINNED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];

const FOLDER = decodeURIComponent(new URL('..', import.meta.url).pathname);
const isPackage = FOLDER.endsWith('/node_modules/latchkey/');

/** How the optional packages are installed. npm ci is for a clone: those who installed a package have no lockfile. */
export const REINSTALL = remedyOfMissing();

const version = process.versions.node;
if (Number(version.split('.')[0]) < MIN_MAJOR) {
  process.stderr.write(
    `latchkey: Node ${MIN_MAJOR} or newer is needed, and this is Node ${version}. ${remedy()} Node ${MIN_MAJOR} or ` +
      'newer.\n',
  );
  process.exit(1);
}

function remedyOfMissing() {
  if (!isPackage) return 'Run npm ci without --omit=optional';
  if (FOLDER.includes('/_npx/')) return 'Run npx --include=optional latchkey';
  return 'Install it again as before, with --include=optional (npm install --include=optional …)';
}

function remedy() {
  // Only a Node built for glibc reports a glibc version.
  const isMusl = process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined;
  const platform = `${process.platform}-${process.arch}`;
  if (!PINNED.includes(platform) || isMusl)
    return (
      `${isPackage ? 'The package brings' : 'The lockfile has'} none for ` +
      `${platform}${isMusl ? ' with musl' : ''}: install`
    );
  const bins = [`${FOLDER}node_modules/.bin/node`, `${FOLDER}../.bin/node`];
  if (bins.some((path) => fs.existsSync(path)))
    return (
      `The right one is installed: start with ${isPackage ? 'npx latchkey' : 'npm start or bin/latchkey'}, or ` +
      'install'
    );
  return `${REINSTALL}, which installs the right one, or install`;
}
