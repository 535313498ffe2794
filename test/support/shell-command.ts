import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface ShellResult {
  /** Null when it was ended. */
  readonly code: number | null;
  readonly printed: string;
}

/** Runs a command in a shell. When the signal is aborted, it ends with all processes that it has started: the end of a shell alone tells them nothing. */
export async function runInShell(
  command: string,
  cwd: string,
  { signal }: { signal: AbortSignal },
): Promise<ShellResult> {
  signal.throwIfAborted();
  // In a process group of its own, which can be ended as a whole. Windows has none, and the end of a shell there is that of its console.
  const child = spawn(command, {
    cwd,
    shell: true,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => {
    if (child.pid === undefined || child.exitCode !== null) return;
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGTERM');
  };
  signal.addEventListener('abort', end);
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  signal.removeEventListener('abort', end);
  return { code, printed };
}
