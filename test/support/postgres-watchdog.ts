import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

// A process of its own that outlives a killed test run: its standard input ends when the process that started it does,
// however that ended. Then it stops the servers that still run, and removes their folder. It is told `start <pid>` and
// `end <pid>`.
const [folder = ''] = process.argv.slice(2);
const STOP_DEADLINE_MS = 10_000;
const servers = new Set<number>();

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

for await (const line of createInterface(process.stdin)) {
  const [what, pid] = line.split(' ');
  if (what === 'start') servers.add(Number(pid));
  else servers.delete(Number(pid));
}
const deadlineMs = performance.now() + STOP_DEADLINE_MS;
for (const pid of servers) {
  // At once: nobody needs what is in it.
  if (isRunning(pid)) process.kill(pid, 'SIGQUIT');
  while (isRunning(pid) && performance.now() < deadlineMs) await setTimeout(50);
}
rmSync(folder, { recursive: true, force: true });
