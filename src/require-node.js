// Ends the process, with one line on what to do, when Node is too old to run Latchkey. An old Node has to get as far as that line: this file
// and src/start.js are plain JavaScript, and import no name that an older Node lacks, since that fails before the first line is run.

/** The first with TypeScript without a build step, SQLite, and the test runner's global setup. */
const OLDEST_MAJOR = 24;
/** The platforms for which the lockfile has a Node. npm ci installs it, unless it is told to leave optional packages out. */
const PINNED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];

const version = process.versions.node;
if (Number(version.split('.')[0]) < OLDEST_MAJOR) {
  process.stderr.write(
    `latchkey: Node ${OLDEST_MAJOR} or newer is needed, and this is Node ${version}. ${remedy()} Node ${OLDEST_MAJOR} or newer.\n`,
  );
  process.exit(1);
}

function remedy() {
  // A Node that was built for glibc says which one it found.
  const isMusl = process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined;
  const platform = `${process.platform}-${process.arch}`;
  return PINNED.includes(platform) && !isMusl
    ? 'Run npm ci without --omit=optional, which installs the right one, or install'
    : `The lockfile has none for ${platform}${isMusl ? ' with musl' : ''}: install`;
}
