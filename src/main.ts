import { isatty } from 'node:tty';
import { runCommandLine } from './cli/run-command-line.ts';
import { serve } from './process/serve.ts';

const STANDARD_OUTPUT = 1;
/** As in deploy/latchkey.service. */
const UNIT_FILE = '/etc/latchkey.env';

/** EPIPE is no error of the process: what it means for a command is decided in cli/run-command-line.ts. */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

ignoreClosedOutput();
const exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  isTerminal: isatty(STANDARD_OUTPUT),
  nowMs: Date.now,
  unitFile: UNIT_FILE,
  serve,
});
// A service that has failed to start may have opened connections, which would keep the process alive.
if (exitCode !== 0) process.exit(exitCode);
