import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { threadTimeMs } from '../../bench/cpu-time.ts';
import { createServiceProcess } from '../../test/support/service-process.ts';

// npm run drill:passkey-options -- --rate 1000 --seconds 10: options for a login with a passkey, as every view of the
// login page asks for them, at a constant rate whatever the answers do. Prints how long they took and what they cost,
// and fails when the database was written to.

const CONNECTIONS = 32;
const SENT_EVERY_MS = 10;

const ask = (url: URL, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const sent = request(url, { method: 'POST', agent }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - startedMs);
        else reject(new Error(`answered ${response.statusCode}`));
      });
    });
    sent.once('error', reject);
    sent.end();
  });

async function send(url: URL, rate: number, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const answers: Promise<number>[] = [];
  const startedMs = performance.now();
  while (answers.length < rate * seconds) {
    const due = Math.min(((performance.now() - startedMs) / 1000) * rate, rate * seconds);
    while (answers.length < due) answers.push(ask(url, agent));
    await setTimeout(SENT_EVERY_MS);
  }
  const timesMs = await Promise.all(answers);
  agent.destroy();
  return timesMs.sort((a, b) => a - b);
}

async function drill(rate: number, seconds: number): Promise<void> {
  const cleanUps: (() => unknown)[] = [];
  try {
    const service = await createServiceProcess(
      { after: (cleanUp) => cleanUps.push(cleanUp) },
      { settings: { LOG_LEVEL: 'warn' } },
    );
    await service.start();
    const url = new URL('/api/login/passkey/options', service.url);
    await send(url, rate, 2);
    const db = new DatabaseSync(join(service.dataDir, 'latchkey.db'), { readOnly: true });
    cleanUps.push(() => db.close());
    // Changes after any write by another connection.
    const version = () => db.prepare('PRAGMA data_version').get()?.data_version;
    const [before, cpuBeforeMs] = [version(), threadTimeMs(service.child.pid ?? 0)];
    const timesMs = await send(url, rate, seconds);
    const cpuMs = (threadTimeMs(service.child.pid ?? 0) - cpuBeforeMs) / timesMs.length;
    assert.equal(version(), before, 'the database was written to');
    const at = (share: number) => timesMs[Math.floor((timesMs.length - 1) * share)]?.toFixed(1);
    process.stdout.write(
      `${timesMs.length} options at ${rate} a second: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${cpuMs.toFixed(3)} ` +
        'ms of processor time each; nothing was written\n',
    );
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

const { values } = parseArgs({
  options: { rate: { type: 'string', default: '1000' }, seconds: { type: 'string', default: '10' } },
});
await drill(Number(values.rate), Number(values.seconds));
