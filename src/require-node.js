// Exits with a message when Node is too old. An old Node must be able to run this check: this file and src/start.js are
// plain JavaScript and import no named export that an older Node lacks.

/** The first version with type stripping, node:sqlite, and the global setup of the test runner. */
const MIN_MAJOR = 24;
/** Platforms for which the lockfile pins a Node, as an optional dependency that npm ci installs. */
const PINNED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];

const version = process.versions.node;
if (Number(version.split('.')[0]) < MIN_MAJOR) {
  process.stderr.write(
    `latchkey: Node ${MIN_MAJOR} or newer is needed, and this is Node ${version}. ${remedy()} Node ${MIN_MAJOR} or ` +
      'newer.\n',
  );
  process.exit(1);
}

function remedy() {
  // Only a Node built for glibc reports a glibc version.
  const isMusl = process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined;
  const platform = `${process.platform}-${process.arch}`;
  return PINNED.includes(platform) && !isMusl
    ? 'Run npm ci without --omit=optional, which installs the right one, or install'
    : `The lockfile has none for ${platform}${isMusl ? ' with musl' : ''}: install`;
}
