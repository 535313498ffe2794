import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, request } from 'node:http';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { loggedInAdmin } from '../support/admin.ts';
import { ROUTES } from '../support/routes.ts';
import { sharedService } from '../support/scenarios.ts';
import { loggedIn, registered, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

interface Sent {
  readonly method?: string;
  readonly accept?: string | undefined;
  readonly token?: string;
  readonly body?: object;
}

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Without anything that a client adds or decodes by itself. */
const ask = (url: string, { method = 'GET', accept, token, body }: Sent = {}): Promise<Received> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...(accept !== undefined && { 'accept-encoding': accept }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    request(url, { method, headers })
      .once('error', reject)
      .once('response', async (message) => {
        const pieces = await message.toArray();
        resolve({ status: message.statusCode ?? 0, headers: message.headers, bytes: Buffer.concat(pieces) });
      })
      .end(body && JSON.stringify(body));
  });

const decode = ({ headers, bytes }: Received): string => {
  const encoding = headers['content-encoding'];
  if (encoding === undefined) return bytes.toString();
  return String(encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes));
};

/** What is asked for, and what comes of a file that stays the same and of a page. */
const WISHES: readonly [accept: string | undefined, file: string | undefined, page: string | undefined][] = [
  [undefined, undefined, undefined],
  ['', undefined, undefined],
  ['gzip, deflate, br, zstd', 'br', 'gzip'],
  ['GZIP', 'gzip', 'gzip'],
  ['br', 'br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip', 'gzip'],
  ['gzip;q=0.2, br;q=0.5', 'br', 'br'],
  ['br;q=0, gzip', 'gzip', 'gzip'],
  ['*', 'br', 'gzip'],
  ['*;q=0.5, br;q=0', 'gzip', 'gzip'],
  ['identity, *;q=0', undefined, undefined],
  ['identity;q=1, gzip;q=0.5', undefined, undefined],
  ['deflate, zstd', undefined, undefined],
  ['gzip;q=2, br;q=x', undefined, undefined],
];

const varyOf = ({ headers }: Received) => (headers.vary ?? '').split(', ');

describe('compression', () => {
  // The smallest form of a file takes a second of processor time, once for each service.
  const service = sharedService('sqlite');

  it('keeps nobody waiting for the smallest form of what stays the same, and sends it once it is there', async () => {
    const { url } = service();
    const size = async () => (await ask(`${url}/openapi.json`, { accept: 'br' })).bytes.length;
    const first = await size();
    await until('the OpenAPI document becomes smaller', async () => (await size()) < first * 0.95);
  });

  it('is what the client asks for, of scripts, styles, pages and the OpenAPI document', async () => {
    const { url } = service();
    const html = decode(await ask(`${url}/login`));
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css)[^"]*)"/g)].map(([, one = '']) => one);
    const kept = [...files, '/openapi.json', `${files.at(-1)}.map`];
    for (const path of [...kept, '/login', '/admin/users']) {
      const plain = await ask(`${url}${path}`);
      assert.equal(plain.status, 200);
      for (const [accept, ofFile, ofPage] of WISHES) {
        const answer = await ask(`${url}${path}`, { accept });
        const expected = kept.includes(path) ? ofFile : ofPage;
        const isLong = plain.bytes.length >= 1024;
        assert.equal(answer.headers['content-encoding'], isLong ? expected : undefined, `${path}: ${accept}`);
        assert.equal(varyOf(answer).includes('Accept-Encoding'), isLong, path);
        assert.ok(varyOf(answer).includes('Origin'));
        assert.equal(answer.headers['content-length'], String(answer.bytes.length));
        assert.equal(withoutTime(decode(answer)), withoutTime(plain.bytes.toString()));
        if (isLong && expected) assert.ok(answer.bytes.length < plain.bytes.length * 0.6, path);
      }
    }
  });

  it('answers HEAD with the headers of GET', async () => {
    const { url } = service();
    for (const path of ['/openapi.json', '/assets/pages.css', '/login']) {
      const [get, head] = [
        await ask(`${url}${path}`, { accept: 'gzip' }),
        await ask(`${url}${path}`, { method: 'HEAD', accept: 'gzip' }),
      ];
      assert.equal(head.bytes.length, 0);
      for (const name of ['content-encoding', 'content-type', 'vary'])
        assert.equal(head.headers[name], get.headers[name]);
      assert.ok(Number(head.headers['content-length']) > 1000);
    }
  });

  it('is for long lists of the administration', async () => {
    const { accessToken: token } = await loggedInAdmin(service());
    const users = `${service().url}/api/admin/users`;
    assert.equal((await ask(users, { accept: 'gzip, br', token })).headers['content-encoding'], undefined);
    for (let count = 0; count < 5; count += 1) await registered(service());
    const [plain, answer] = [await ask(users, { token }), await ask(users, { accept: 'gzip, br', token })];
    assert.equal(answer.headers['content-encoding'], 'gzip');
    assert.equal(decode(answer), plain.bytes.toString());
  });

  it('is for no answer of an operation that is not listed here: it may have a secret in it', () => {
    const allowed = ROUTES.filter(({ operation }) => operation.compressible).map(({ operation }) => operation.id);
    assert.deepEqual(allowed.sort(), [
      'adminGetStatistics',
      'adminListAudit',
      'adminListEmails',
      'adminListInvitations',
      'adminListSessions',
      'adminListUsers',
    ]);
  });

  it('leaves tokens, accounts, e-mails of developers and errors as they are', async (t) => {
    const { url } = service();
    const developers = await startService(t, 'sqlite', { SMTP_URL: '', MAIL_FROM: '' });
    await registered(developers);
    const { email, password, accessToken: token, refreshToken } = await loggedIn(service());
    const accept = 'gzip, br';
    for (const answer of [
      await ask(`${url}/api/login`, { method: 'POST', accept, body: { email, password } }),
      await ask(`${url}/api/refresh`, { method: 'POST', accept, token: refreshToken }),
      await ask(`${url}/api/me`, { accept, token }),
      await ask(`${url}/api/me/export`, { accept, token }),
      await ask(`${developers.url}/dev/inbox`, { accept }),
      await ask(`${url}/healthz`, { accept }),
      await ask(`${url}/api/nothing`, { accept }),
    ]) {
      assert.equal(answer.headers['content-encoding'], undefined);
      assert.deepEqual(varyOf(answer).includes('Accept-Encoding'), false);
      assert.doesNotThrow(() => JSON.parse(answer.bytes.toString()));
    }
  });
});

/** Pages say what time it is. */
const withoutTime = (text: string): string => text.replace(/(?<=name="latchkey-now" content=")\d+/, '');
