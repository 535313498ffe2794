import { currentOwner } from '../../pages/browser/account/owner.ts';
import { call, headersOf, type Method, type Reply, refusal } from '../../pages/browser/api.ts';
import { below } from '../../pages/browser/base-path.ts';
import { end, tokenOf } from '../../pages/browser/session.ts';

/** A reply whose data has a known type once it is `ok`. */
export type AdminReply<Data> = (Omit<Reply, 'ok' | 'data'> & { readonly ok: true; readonly data: Data }) | Refused;

/** A refusal for explain() of refusals.ts, except `cancelled`, which needs no message. */
export type Refused = Omit<Reply, 'ok'> & { readonly ok: false };

export type Query = Readonly<Record<string, string | number | undefined>>;

/** Omits parameters that are undefined or empty. */
export const get = <Data>(path: string, query: Query = {}, signal?: AbortSignal): Promise<AdminReply<Data>> =>
  send<Data>('GET', withParameters(path, query), undefined, signal);

export const post = <Data>(path: string, body: object = {}): Promise<AdminReply<Data>> =>
  send<Data>('POST', path, body);

export const put = <Data>(path: string, body: object): Promise<AdminReply<Data>> => send<Data>('PUT', path, body);

export const patch = <Data>(path: string, body: object): Promise<AdminReply<Data>> => send<Data>('PATCH', path, body);

export const remove = <Data>(path: string): Promise<AdminReply<Data>> => send<Data>('DELETE', path);

let admit = () => {};
const entered = new Promise<void>((resolve) => {
  admit = resolve;
});

/** Sends the requests of the screen, which wait until an administrator is logged in. */
export const letIn = (): void => admit();

async function send<Data>(
  method: Method,
  path: string,
  body?: object,
  signal?: AbortSignal,
): Promise<AdminReply<Data>> {
  const reply = await withRecentLogin(() => withToken((token) => call(method, path, { token, body, signal })));
  if (reply.code === 'account_not_active') end('suspended');
  onReply(reply);
  return reply as AdminReply<Data>;
}

/** Gets a file or a stream, without a timeout. `refused` is set unless the request succeeded. */
export async function open(
  path: string,
  query: Query = {},
  signal?: AbortSignal,
): Promise<{ readonly response: Response; readonly refused?: undefined } | { readonly refused: Refused }> {
  let response: Response | undefined;
  const reply = await withRecentLogin(async () => {
    const got = await withToken((token) => fetchOnce(withParameters(path, query), token, signal));
    if (!(got instanceof Response)) return got;
    response = got;
    return { ...refusal('unreachable'), status: got.status, ok: got.ok, code: got.headers.get('x-error-code') ?? '' };
  });
  onReply(reply);
  if (reply.ok && response) return { response };
  return { refused: reply as Refused };
}

/** If the operation needs a recent login, requests it in a dialog and sends the request again. */
async function withRecentLogin(ask: () => Promise<Reply>): Promise<Reply> {
  await entered;
  const reply = await ask();
  if (reply.code !== 'fresh_login_required') return reply;
  // Fails if the service is unreachable or has been upgraded.
  const loaded = await import('../../pages/browser/recent-login.ts').catch(() => undefined);
  if (!loaded) return refusal('unreachable');
  return (await loaded.confirmIdentity()) ? ask() : refusal('cancelled');
}

async function fetchOnce(path: string, token: string, signal?: AbortSignal): Promise<Response | Reply> {
  try {
    return await fetch(below(path), { headers: headersOf(token), credentials: 'omit', ...(signal && { signal }) });
  } catch {
    return refusal(signal?.aborted ? 'cancelled' : 'unreachable');
  }
}

/** Retries with a new access token if the first has expired. */
async function withToken<Answer extends { readonly status: number }>(
  ask: (token: string) => Promise<Answer>,
): Promise<Answer | Reply> {
  const owner = currentOwner();
  if (!owner) return refusal('session_ended');
  const token = await tokenOf(owner);
  if (typeof token !== 'string') return token;
  const answer = await ask(token);
  if (answer.status !== 401) return answer;
  const newer = await tokenOf(owner, token);
  return typeof newer === 'string' ? ask(newer) : newer;
}

function withParameters(path: string, query: Query): string {
  const filled = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const parameters = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString();
  return parameters === '' ? path : `${path}?${parameters}`;
}

let onReply: (reply: Reply) => void = () => {};

/** Calls the listener with every reply: some, such as a lost role, concern the whole console. */
export function whenAnswered(listener: (reply: Reply) => void): void {
  onReply = listener;
}
