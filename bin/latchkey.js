#!/usr/bin/env node
// The command of the npm package: runs Latchkey with the Node that comes with it, whatever Node npm has, on Windows
// too. bin/latchkey does the same where there is no Node at all. An old Node must be able to run this file.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const START = fileURLToPath(new URL('../src/start.js', import.meta.url));
// As in bin/latchkey and package.json.
const OPTIONS = ['--max-semi-space-size=4', '--heap-growing-percent=40', '--', START, ...process.argv.slice(2)];

const node = nodeOfPackage() ?? process.execPath;
// Takes the place of this process where Node can do that (from 22.15 on, and not on Windows).
if (process.execve) process.execve(node, [node, ...OPTIONS], process.env);
else runBeside();

/** Undefined where the package has none: on other platforms, and with --omit=optional. */
function nodeOfPackage() {
  const { optionalDependencies } = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  // Those are built for glibc.
  if (process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime) return undefined;
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  for (const name of Object.keys(optionalDependencies)) {
    try {
      return require.resolve(`${name}/${file}`);
    } catch {
      // Of another platform.
    }
  }
  return undefined;
}

function runBeside() {
  const child = spawn(node, OPTIONS, { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
