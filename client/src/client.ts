import { type Ask, ask, type Fetch, type Method, type Reply } from './ask.ts';
import { type Answer, type AnswerOf, type CallArguments, type Parts, pathOf, type Route } from './call-types.ts';
import { keepTokens, type TokenStorage } from './kept-tokens.ts';
import { LatchkeyError } from './latchkey-error.ts';
import { lookAgainWhenShown } from './look-again.ts';
import { OPEN_OPERATIONS, type Operations } from './operations.ts';
import { retryAfter } from './retry-after.ts';
import { createSession } from './session.ts';
import * as actions from './session-actions.ts';
import type { FullUser, Proof, Session, Tokens } from './session-types.ts';
import { openTabs } from './tabs.ts';
import { memoryStorage } from './token-store.ts';

/** What a service requires before it accepts the request (RFC 9470). */
export interface StepUp {
  /** The maximum age of the login in seconds. */
  readonly maxAge: number | undefined;
  /** The service's explanation, for instance that a second factor is required. */
  readonly description: string | undefined;
}

export interface ClientOptions {
  /** The URL of Latchkey, with its path if it has one. A page of the same origin may omit the origin. */
  readonly url?: string;
  /** Where the refresh token is stored; by default in memory, lost with the page. */
  readonly storage?: TokenStorage;
  /** For logins that stay on the device (`keep`), if they are stored elsewhere. */
  readonly deviceStorage?: TokenStorage;
  /** All clients of an origin with the same name share a session, in all tabs. */
  readonly name?: string;
  /** Used instead of a session, for programs. */
  readonly apiKey?: string;
  /** For e-mails. By default the browser's. */
  readonly language?: () => string;
  /**
   * A request needs a recent login or a second factor: ask for the password, pass it to `reauthenticate`, and return
   * whether that succeeded. The request is then sent again.
   */
  readonly stepUp?: (wanted: StepUp) => Promise<boolean>;
  /** Sent with every request to Latchkey. */
  readonly headers?: NonNullable<RequestInit['headers']>;
  /** Used instead of the global `fetch`. */
  readonly fetch?: Fetch;
  /** How many seconds a request may wait when the service says so (429, 503); 10 by default. */
  readonly longestWait?: number;
}

export interface Client {
  /** Calls an operation, with the session's access token if it needs one. Throws a LatchkeyError. */
  call<Name extends Route>(route: Name, ...given: CallArguments<Name>): Promise<AnswerOf<Name>>;
  /** `fetch` with the access token, for your own services: renews the token and steps up when they ask for it. */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  login(body: LoginBody, options?: { readonly keep?: boolean }): Promise<AnswerOf<'POST /api/login'>>;
  /** Begins a session with the tokens of another way to log in, such as a passkey. */
  begin(tokens: Tokens, options?: { readonly keep?: boolean }): Promise<void>;
  /** The user of the stored session, or of another tab's session. */
  resume(): Promise<FullUser | undefined>;
  /** Makes the login recent. */
  reauthenticate(proof: Proof): Promise<void>;
  /** Takes effect immediately, in all tabs. The promise resolves once the service knows. */
  logout(): Promise<void>;
  on: Session['on'];
  /** Stops listening to other tabs and renewing the session. */
  close(): void;
}

type LoginBody = Operations['POST /api/login']['given']['body'];

export function createClient(options: ClientOptions = {}): Client {
  const { name = 'latchkey', storage = memoryStorage(), deviceStorage, apiKey, stepUp } = options;
  const askWithRetries = retryAfter(asking(options), (options.longestWait ?? 10) * 1000);
  // Not on a server, where one process has the sessions of many users.
  const tabs = 'document' in globalThis ? openTabs(`${name}.session`) : undefined;
  const { tokens, stored } = keepTokens(`${name}.refresh-token`, storage, deviceStorage);
  const session = createSession(askWithRetries, tokens, tabs);
  if (tabs) lookAgainWhenShown(session);

  async function token(refused?: string): Promise<string> {
    const found = apiKey ?? (await stored(() => actions.accessTokenOf(session, refused)));
    if (typeof found !== 'string') throw new LatchkeyError(found);
    return found;
  }

  /** Sends again with a new token if the first has expired, and after a step-up. */
  async function withToken<Got>(
    send: (token: string) => Promise<Got>,
    challengeOf: (got: Got) => string,
  ): Promise<Got> {
    const first = await token();
    let got = await send(first);
    if (!apiKey && challengeOf(got).includes('error="invalid_token"')) got = await send(await token(first));
    const wanted = stepUpOf(challengeOf(got));
    return wanted && (await confirmed(wanted)) ? send(await token()) : got;
  }

  /** Concurrent requests share one step-up. */
  let confirming: Promise<boolean> | undefined;
  async function confirmed(wanted: StepUp): Promise<boolean> {
    confirming ??= Promise.resolve(stepUp?.(wanted) ?? false).finally(() => {
      confirming = undefined;
    });
    return confirming;
  }

  async function call<Name extends Route>(route: Name, ...[given]: CallArguments<Name>): Promise<AnswerOf<Name>> {
    const [method, template = ''] = route.split(' ');
    const parts: Parts = given ?? {};
    const path = pathOf(template, parts);
    const { body, signal } = parts;
    const send = (bearer?: string) => askWithRetries(method as Method, path, { token: bearer, body, signal, read });
    const isOpen = parts.token !== undefined || OPEN_OPERATIONS.includes(route);
    const reply = isOpen ? await send(parts.token) : await withToken(send, (got) => got.header('www-authenticate'));
    if (!isOpen && reply.code === 'account_not_active') await stored(() => session.end('suspended'));
    return answerOf<Operations[Name]['answer']>(reply);
  }

  return {
    call,
    fetch(address, init = {}) {
      const send = (bearer: string) => {
        const headers = new Headers(init.headers);
        headers.set('authorization', `Bearer ${bearer}`);
        return (options.fetch ?? fetch)(String(address), { ...init, headers });
      };
      // A stream cannot be sent twice.
      if (init.body instanceof ReadableStream) return token().then(send);
      return withToken(send, ({ headers }) => headers.get('www-authenticate') ?? '');
    },
    async login(body, { keep = false } = {}) {
      const answer = await call('POST /api/login', { body });
      await stored(() => session.takeUp(answer.data, keep));
      return answer;
    },
    begin: (begun, { keep = false } = {}) => stored(() => session.takeUp(begun, keep)),
    async resume() {
      const found = await stored(session.resume);
      if (found.state === 'unavailable') throw new LatchkeyError(found.reply);
      return found.state === 'active' ? found.user : undefined;
    },
    async reauthenticate(proof) {
      answerOf(await stored(() => actions.reauthenticate(session, proof)));
    },
    async logout() {
      await stored(() => actions.logOut(session));
    },
    on: session.on,
    close() {
      tabs?.close();
      session.forgetAccess();
    },
  };
}

function asking({ url = '', language, headers, fetch: send }: ClientOptions): Ask {
  const base = url.replace(/\/+$/, '');
  const sendWithHeaders: Fetch = (address, init) => {
    const all = new Headers(headers);
    new Headers(init.headers).forEach((value, name) => void all.set(name, value));
    return (send ?? fetch)(address, { ...init, headers: all });
  };
  return async (method, path, more) => {
    const reply = await ask(method, base + path, { language: language?.(), fetch: sendWithHeaders, ...more });
    // Without a code, the answer is that of a proxy or of another server.
    if (reply.ok || !['', 'unreachable'].includes(reply.code)) return reply;
    return { ...reply, code: 'unreachable', message: unreachable(base + path.split('?', 1)[0]) };
  };
}

const unreachable = (address: string): string =>
  `Latchkey did not answer at ${address}. Is it running, is the client's url right, and is the origin of this page in ` +
  'CORS_ORIGINS?';

function answerOf<Data>(reply: Reply): Answer<Data> {
  if (!reply.ok) throw new LatchkeyError(reply);
  const { data, message, result, status } = reply;
  return { data: data as Data, message, result: result || undefined, status };
}

/** Files and streams are returned as a response; a body without an envelope is the data itself. */
async function read(response: Response): Promise<unknown> {
  if (/^(text\/csv|application\/jsonl)\b/.test(response.headers.get('content-type') ?? '')) return { data: response };
  const body = (await response.json()) as object;
  return 'data' in body ? body : { data: body, message: null };
}

function stepUpOf(challenge: string): StepUp | undefined {
  if (!challenge.includes('error="insufficient_user_authentication"')) return undefined;
  const [, maxAge] = /\bmax_age="?(\d+)/.exec(challenge) ?? [];
  const [, description] = /\berror_description="([^"]*)"/.exec(challenge) ?? [];
  return { maxAge: maxAge === undefined ? undefined : Number(maxAge), description };
}
