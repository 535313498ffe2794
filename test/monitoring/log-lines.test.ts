import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { DESCRIBED_ENDPOINTS } from '../../src/app/create-endpoints.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { EVERY_FEATURE, loggedIn, logIn, startService } from '../support/service.ts';
import { usedAccount } from '../support/used-account.ts';

type Line = Readonly<Record<string, unknown>>;
const parsed = (lines: readonly string[], msg: string): Line[] =>
  lines.map((line): Line => JSON.parse(line)).filter((line) => line.msg === msg);

/** The filter of deploy/fail2ban, as fail2ban reads it: it takes the time out of a line first. */
const banned = (line: string): string | undefined => {
  const filter = readFileSync(new URL('../../deploy/fail2ban/filter.conf', import.meta.url), 'utf8');
  const [, pattern = ''] = /^failregex = (.+)$/m.exec(filter) ?? [];
  const withoutTime = line.replace(/"time":"[^"]*"/, '').trimEnd();
  return new RegExp(pattern.replace('<ADDR>', '(?<address>[\\da-f.:]+)')).exec(withoutTime)?.groups?.address;
};

describeOnBothDatabases('AUDIT_LOG', (kind) => {
  it('has a line for each event of the audit trail, also where nothing else is logged', async (t) => {
    const settings = { ...EVERY_FEATURE, AUDIT_LOG: 'on', LOG_LEVEL: 'silent', SESSIONS: 'many' };
    const service = await startService(t, kind, settings);
    const account = await usedAccount(service);
    const gone = await service.request('POST', '/api/me/delete', { token: account.accessToken });
    assert.equal(gone.status, 200, gone.text);
    assert.equal(parsed(service.logLines, 'audit').length, service.logLines.length, 'nothing else is logged');
    const trail = await service.db.all<Line>('SELECT event, user_id, actor FROM audit_events ORDER BY id');
    // The operator's are those of commands, which log nothing.
    const ofService = trail.filter(({ actor }) => actor !== 'operator');
    assert.ok(ofService.length > 8, String(ofService.length));
    assert.deepEqual(
      parsed(service.logLines, 'audit').map(({ event, userId = null, actor = null }) => ({
        event,
        user_id: userId,
        actor,
      })),
      ofService,
    );
  });
});

it('LOG_CLIENT tells who sent a request, and nothing that a client wrote', async (t) => {
  const proxy = { TRUST_PROXY: '127.0.0.1' };
  const service = await startService(t, 'sqlite', { ...proxy, LOG_CLIENT: 'on', AUDIT_LOG: 'on' });
  const { id, email, password, accessToken: token } = await loggedIn(service);
  const from = { 'x-forwarded-for': '2001:db8::7' };
  service.logLines.length = 0;
  await service.request('GET', '/api/me', { token, headers: { ...from, 'x-request-id': 'from-the-proxy.1' } });
  const hostile = { ...from, 'user-agent': '","client":"192.0.2.1"', 'x-request-id': 'a","client":"192.0.2.1' };
  const failed = await service.request('POST', '/api/login', {
    body: { email, password: 'Wrong-1-x' },
    headers: hostile,
  });
  await logIn(service, { email, password });
  assert.notEqual(failed.headers.get('x-request-id'), hostile['x-request-id']);
  const lines = parsed(service.logLines, 'request').map(({ time, ms, level, msg, ...rest }) => rest);
  assert.equal(lines.pop()?.userId, id, 'of a login');
  const requestId = failed.headers.get('x-request-id');
  assert.deepEqual(lines, [
    {
      ...{ requestId: 'from-the-proxy.1', method: 'GET', route: '/api/me', status: 200 },
      ...{ client: '2001:db8::7', userId: id },
    },
    {
      ...{ requestId, method: 'POST', route: '/api/login', status: 401 },
      ...{ client: '2001:db8::7', code: 'invalid_credentials' },
    },
  ]);
  // fail2ban finds the failed login, and no other line.
  const found = service.logLines.map(banned).filter((address) => address !== undefined);
  assert.deepEqual(found, ['2001:db8::7']);

  const other = await startService(t, 'sqlite', proxy);
  await other.request('GET', '/api/me', { headers: from });
  assert.doesNotMatch(other.logLines.join(''), /2001:db8|"audit"/, 'neither without the settings');
});

it('an id and a trace of the caller count where they are well-formed and come from a trusted proxy', async (t) => {
  const service = await startService(t, 'sqlite', { TRUST_PROXY: '127.0.0.1' });
  const stranger = await startService(t, 'sqlite');
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  const sent = async (to: typeof service, headers: Record<string, string>) => {
    to.logLines.length = 0;
    const answer = await to.request('GET', '/api/me', { headers });
    const [line] = parsed(to.logLines, 'request');
    assert.equal(line?.requestId, answer.headers.get('x-request-id'));
    return line;
  };
  const wellFormed = { 'x-request-id': '0123456789abcdef', traceparent: `00-${traceId}-${spanId}-01` };
  const { requestId, traceId: noted } = (await sent(service, wellFormed)) ?? {};
  assert.deepEqual([requestId, noted], ['0123456789abcdef', traceId]);
  assert.equal((await sent(service, { traceparent: `cc-${traceId}-${spanId}-01-later` }))?.traceId, traceId);
  const refused = await sent(stranger, wellFormed);
  assert.notEqual(refused?.requestId, '0123456789abcdef');
  assert.equal(refused?.traceId, undefined);
  const malformed = [
    `00-${traceId}-${spanId}-01-later`,
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}`,
  ];
  for (const traceparent of malformed)
    assert.equal((await sent(service, { traceparent }))?.traceId, undefined, traceparent);
  for (const id of ['short', 'x'.repeat(65), 'with blank', 'quote"quote'])
    assert.match(String((await sent(service, { 'x-request-id': id }))?.requestId), /^[\da-f-]{36}$/, id);
});

it('probes are logged for debugging only, whoever asks and whatever they answer', async (t) => {
  const probes = DESCRIBED_ENDPOINTS.filter(({ id }) => /^get(Live|Readi)ness$/.test(id)).map(({ path }) => path);
  assert.equal(probes.length, 2);
  for (const [LOG_LEVEL, expected] of [
    ['info', []],
    ['debug', [20]],
  ] as const) {
    const service = await startService(t, 'sqlite', { LOG_LEVEL, TRUST_PROXY: '127.0.0.1' });
    for (const path of [...probes, ...probes.map((probe) => `${probe}?verbose`)]) {
      service.logLines.length = 0;
      const headers = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
      assert.equal((await fetch(service.url + path, { headers })).status, 200);
      const lines = parsed(service.logLines, 'request');
      assert.deepEqual(
        lines.map(({ level }) => level),
        expected,
        `${path} ${LOG_LEVEL}`,
      );
      assert.doesNotMatch(service.logLines.join(''), /traceId/);
    }
    await service.request('POST', '/healthz');
    assert.equal(parsed(service.logLines, 'request').at(-1)?.level, 30, 'no probe does that');
  }
});
