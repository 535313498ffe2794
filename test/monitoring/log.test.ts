import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createLog, createRequestLog, formatTimeZone } from '../../src/monitoring/log.ts';
import { cleanUpAfter } from '../support/clean-up.ts';

const LOG = pathToFileURL(`${import.meta.dirname}/../../src/monitoring/log.ts`).href;

/**
 * What a process of its own leaves in its standard output when it says this and exits. Its one thread is busy at first,
 * as on a busy machine.
 */
function written(isShared: boolean, saying: string): Record<string, unknown>[] {
  const script = `import { pbkdf2 } from 'node:crypto';
    import { createLog, standardOutput } from '${LOG}';
    const output = standardOutput({ isShared: ${isShared} });
    process.once('exit', output.flushSync);
    const log = createLog({ logLevel: 'info', logFormat: 'json' }, output);
    pbkdf2('busy', 'salt', 50_000, 64, 'sha512', () => {});
    ${saying}
    await output.flushed();
    process.exit(0);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the log', () => {
  for (const isShared of [false, true]) {
    it(`keeps every line, whole and in order, and the last words too (shared output: ${isShared})`, () => {
      const lines = written(
        isShared,
        `for (let n = 0; n < 2000; n += 1) log.info({ n, filler: 'ü'.repeat(n % 300) }, 'line');
        log.info({ n: 2000, filler: 'x'.repeat(9000) }, 'longer than a write that stays in one piece');
        log.warn({ n: 2001 }, 'last words');`,
      );
      assert.deepEqual(
        lines.map(({ n }) => n),
        Array.from({ length: 2002 }, (_, n) => n),
      );
    });
  }

  for (const logFormat of ['text', 'json'] as const) {
    it(`has no line of its own for errors with one, nor anything that steers a terminal (${logFormat})`, () => {
      const lines: string[] = [];
      const log = createLog({ logLevel: 'info', logFormat }, { write: (line) => void lines.push(line) });
      const words = 'refused\u001b[2K\u009b1A\n12:00:00 request\r12:00:01 request\u2028x';
      log.error({ err: new Error(words), words, nested: { words } }, words);
      for (const line of lines.join('').split('\n').slice(1)) assert.match(line, /^( {4}|$)/);
      const shown = logFormat === 'text' ? lines.join('') : String(JSON.parse(lines.join('')).err.stack);
      assert.doesNotMatch(shown.replaceAll('\n', ''), /[\p{Cc}\u2028]/u);
      assert.match(shown, /refused\\u001b\[2K\\u009b1A/);
      assert.match(shown, /\n {4}at /);
    });
  }

  it('writes the line of a request as it writes any other', () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const entry = { requestId: 'a-b', method: 'GET', route: '/api/me', status: 200, ms: 1.5 };
    const settings = { logLevel: 'info', logFormat: 'json' } as const;
    createRequestLog(settings, stream)(entry);
    createLog(settings, stream).info(entry, 'request');
    const [one, other] = lines.map((line) => line.replace(/"time":"[^"]+"/, ''));
    assert.equal(one, other);
    for (const logLevel of ['warn', 'silent']) createRequestLog({ ...settings, logLevel }, stream)(entry);
    assert.equal(lines.length, 2);
    createRequestLog({ ...settings, logLevel: 'trace' }, stream)(entry);
    assert.equal(lines.length, 3);
  });

  it('has the time of each line, to the millisecond', (t) => {
    const times = ['2026-11-16T09:59:59.999Z', '2026-11-16T10:00:00.000Z', '2026-11-16T10:00:00.070Z'];
    const lines: string[] = [];
    const log = createLog({ logLevel: 'info', logFormat: 'json' }, { write: (line) => void lines.push(line) });
    t.mock.timers.enable({ apis: ['Date'] });
    for (const time of [...times, ...times]) {
      t.mock.timers.setTime(Date.parse(time));
      log.info('one line');
    }
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).time),
      [...times, ...times],
    );
  });

  it('is short for people: local time, request, status and duration; the request id with errors', (t) => {
    const { TZ } = process.env;
    cleanUpAfter(t, () => {
      process.env.TZ = TZ ?? '';
      if (TZ === undefined) delete process.env.TZ;
    });
    process.env.TZ = 'Asia/Kolkata';
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const settings = { logLevel: 'debug', logFormat: 'text' } as const;
    const log = createLog(settings, stream);
    const logRequest = createRequestLog(settings, stream);
    const entry = { requestId: 'a-b', method: 'GET', route: '/api/me', status: 200, ms: 3.4 };
    const startedAtMs = Date.now();
    logRequest(entry);
    logRequest({ ...entry, ms: 0.3 });
    logRequest({ ...entry, status: 401 });
    log.debug({ requestId: 'a-b' }, 'about a request');
    log.info('nothing to do with a request');
    assert.deepEqual(
      lines.map((line) => line.slice(8)),
      [
        ' GET /api/me 200 3 ms\n',
        ' GET /api/me 200 0.3 ms\n',
        ' GET /api/me 401 3 ms requestId=a-b\n',
        ' debug: about a request requestId=a-b\n',
        ' nothing to do with a request\n',
      ],
    );
    const inKolkata = (ms: number) => new Date(ms + 5.5 * 3_600_000).toISOString().slice(11, 19);
    const times = [inKolkata(startedAtMs), inKolkata(Date.now())];
    assert.ok(times.includes(lines[0]?.slice(0, 8) ?? ''), `${lines[0]} at ${times}`);
    assert.equal(formatTimeZone(new Date()), 'UTC+05:30 (India Standard Time)');
  });
});
