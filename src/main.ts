import { existsSync } from 'node:fs';
import { isatty } from 'node:tty';
import { runCommandLine } from './cli/run-command-line.ts';
import { serve } from './process/serve.ts';

const STANDARD_INPUT = 0;
const STANDARD_OUTPUT = 1;
/** The environment files of the units that `latchkey init` writes and of deploy/latchkey.service. */
const UNIT_FILES = ['/etc/latchkey/latchkey.env', '/etc/latchkey.env'];

/** EPIPE is no error of the process: cli/run-command-line.ts handles it for commands. */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

async function askAtTerminal(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

ignoreClosedOutput();
const exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  isTerminal: isatty(STANDARD_OUTPUT),
  nowMs: Date.now,
  unitFile: UNIT_FILES.find((file) => existsSync(file)),
  serve,
  serveForTests: async (...started) => (await import('./process/test-server.ts')).serveForTests(...started),
  ask: isatty(STANDARD_INPUT) && isatty(STANDARD_OUTPUT) ? askAtTerminal : undefined,
});
// A service that has failed to start may have opened connections, which would keep the process alive.
if (exitCode !== 0) process.exit(exitCode);
