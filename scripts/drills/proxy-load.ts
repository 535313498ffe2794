import { Agent, request as httpsRequest } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { cleanUpAfter, type Lifetime } from '../../test/support/clean-up.ts';
import { registration } from '../../test/support/service.ts';
import type { SmtpSink } from '../../test/support/smtp-sink.ts';
import { until } from '../../test/support/until.ts';
import type { Nginx } from './printed-nginx.ts';

interface ProxyAnswer {
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string;
}
interface ProxyRequest {
  readonly token?: string;
  readonly body?: string;
}
export interface ProxyClient {
  (method: string, path: string, request?: ProxyRequest): Promise<ProxyAnswer>;
  close(): void;
}

const PATIENCE_MS = 20_000;
/** The pause between requests of one user: this drill tests restarts, not overload. */
const PAUSE_MS = 4;

/** A browser's connection, kept as long as nginx allows. */
export function createProxyClient({ name, certificate }: Nginx): ProxyClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: certificate });
  const client = (method: string, path: string, { token, body }: ProxyRequest = {}): Promise<ProxyAnswer> =>
    new Promise((resolve, reject) => {
      const headers = { host: name, ...(token && { authorization: `Bearer ${token}` }) };
      const target = { host: '127.0.0.1', port: 443, servername: name, path, method, headers, agent };
      const sent = httpsRequest({ ...target, timeout: PATIENCE_MS }, async (response) => {
        let text = '';
        for await (const part of response) text += part;
        const code = response.headers['x-error-code'];
        resolve({ status: response.statusCode ?? 0, code: code === undefined ? undefined : String(code), text });
      });
      sent.on('timeout', () => sent.destroy(new Error('no answer'))).on('error', reject);
      sent.end(body);
    });
  return Object.assign(client, { close: () => agent.destroy() });
}

/** Users who mostly read, sometimes refresh, and now and then log in, fail to, or register. */
export async function startUsers(t: Lifetime, nginx: Nginx, smtp: SmtpSink, count: number) {
  const outcomes = new Map<string, number>();
  const stop = new AbortController();
  cleanUpAfter(t, () => stop.abort());

  async function use({ client, email, password, accessToken: token, refreshToken }: User): Promise<void> {
    const counted = async (method: string, path: string, request?: ProxyRequest): Promise<void> => {
      const outcome = await client(method, path, request).then(
        ({ status }) => status,
        (error: Error) => error.message,
      );
      const name = `${method} ${path} ${outcome}`;
      outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
    };
    for (let turn = Math.floor(Math.random() * 100); !stop.signal.aborted; turn += 1) {
      if (turn % 100 === 0) await counted('POST', '/api/register', { body: JSON.stringify(registration()) });
      else if (turn % 50 === 1)
        await counted('POST', '/api/login', { body: JSON.stringify({ email, password: 'no' }) });
      else if (turn % 4 === 2)
        await counted('POST', '/api/refresh', { body: JSON.stringify({ refresh_token: refreshToken }) });
      else await counted('GET', '/api/me', { token });
      await setTimeout(PAUSE_MS);
    }
    await counted('POST', '/api/login', { body: JSON.stringify({ email, password }) });
    client.close();
  }
  const known = await Promise.all(Array.from({ length: count }, () => newUser(createProxyClient(nginx), smtp)));
  const users = known.map(use);
  return {
    async stop() {
      stop.abort();
      await Promise.all(users);
      return outcomes;
    },
  };
}

interface User {
  readonly client: ProxyClient;
  readonly email: string;
  readonly password: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

async function newUser(client: ProxyClient, smtp: SmtpSink): Promise<User> {
  const { email, password, ...rest } = registration();
  const done = async (path: string, request: ProxyRequest) => {
    const { status, text } = await client('POST', path, request);
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text).data;
  };
  await done('/api/register', { body: JSON.stringify({ email, password, ...rest }) });
  const mailed = () => smtp.received.find(({ recipients }) => recipients.includes(email))?.text;
  await until('the e-mail has arrived', mailed);
  await done('/api/verify', { token: /token=([\w.-]+)/.exec(mailed() ?? '')?.[1] ?? '' });
  const session = await done('/api/login', { body: JSON.stringify({ email, password }) });
  return { client, email, password, accessToken: session.access_token, refreshToken: session.refresh_token };
}
