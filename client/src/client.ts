import { type Ask, ask, type Method, type Reply } from './ask.ts';
import { type Answer, type AnswerOf, type CallArguments, type Parts, pathOf, type Route } from './call-types.ts';
import { LatchkeyError } from './latchkey-error.ts';
import { lookAgainWhenShown } from './look-again.ts';
import { OPEN_OPERATIONS, type Operations } from './operations.ts';
import { askPatiently } from './patience.ts';
import { createSession } from './session.ts';
import * as actions from './session-actions.ts';
import type { Proof, Session, Tokens, User } from './session-types.ts';
import { type StepUp, stepUpOf } from './step-up.ts';
import { openTabs } from './tabs.ts';
import { createTokenStore, memoryStorage, type TokenStorage } from './token-store.ts';

export interface ClientOptions {
  /** Where Latchkey is, with the path that it is below, if any. A page of the same origin may leave the origin out. */
  readonly url?: string;
  /** Where the refresh token waits; by default in memory, gone with the page. */
  readonly storage?: TokenStorage;
  /** For logins that are to be kept on the device (`keep`), if that is another place. */
  readonly deviceStorage?: TokenStorage;
  /** All clients of an origin that have the same name share a session, in all tabs. */
  readonly name?: string;
  /** In place of a session: for programs. */
  readonly apiKey?: string;
  /** Of e-mails. By default the browser's. */
  readonly language?: () => string;
  /**
   * Something needs a recent login, or a second factor: ask for the password, give it to `reauthenticate`, and return
   * whether that went well. The request is then sent once more.
   */
  readonly stepUp?: (wanted: StepUp) => Promise<boolean>;
  /** How many seconds a request may wait because the service says so (429, 503); 10 unless told otherwise. */
  readonly longestWait?: number;
}

export interface Client {
  /** Asks the service, with the access token of the session where the operation needs one. Throws a LatchkeyError. */
  call<Name extends Route>(route: Name, ...given: CallArguments<Name>): Promise<AnswerOf<Name>>;
  /** `fetch` with the access token, for services of your own: it renews, and confirms, as they ask for it. */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  login(body: LoginBody, options?: { readonly keep?: boolean }): Promise<AnswerOf<'POST /api/login'>>;
  /** Begins a session with the tokens of another way to log in, like a passkey. */
  begin(tokens: Tokens, options?: { readonly keep?: boolean }): void;
  /** The user of the session that is remembered, or that another tab has. */
  resume(): Promise<User | undefined>;
  /** Proves once more who this is. */
  reauthenticate(proof: Proof): Promise<void>;
  /** At once, in all tabs. The promise is for whoever wants to know when the service was told. */
  logout(): Promise<void>;
  on: Session['on'];
  /** Hears other tabs no more, and renews nothing by itself. */
  close(): void;
}

type LoginBody = Operations['POST /api/login']['given']['body'];

export function createClient(options: ClientOptions = {}): Client {
  const { url = '', name = 'latchkey', storage = memoryStorage(), deviceStorage, apiKey, language, stepUp } = options;
  const base = url.replace(/\/+$/, '');
  const plain: Ask = (method, path, more) => ask(method, base + path, { language: language?.(), ...more });
  const patient = askPatiently(plain, (options.longestWait ?? 10) * 1000);
  // A server has sessions of many users in one process: they must not hear of each other.
  const tabs = 'document' in globalThis ? openTabs(`${name}.session`) : undefined;
  const session = createSession(patient, createTokenStore(`${name}.refresh-token`, storage, deviceStorage), tabs);
  if (tabs) lookAgainWhenShown(session);

  async function token(refused?: string): Promise<string> {
    const found = apiKey ?? (await actions.accessTokenOf(session, refused));
    if (typeof found !== 'string') throw new LatchkeyError(found);
    return found;
  }

  /** Once more with another token, should the first have run out, and after a step-up. */
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

  /** Asked for by many, confirmed once. */
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
    const send = (bearer?: string) => patient(method as Method, path, { token: bearer, body, signal, read });
    const isOpen = parts.token !== undefined || OPEN_OPERATIONS.includes(route);
    const reply = isOpen ? await send(parts.token) : await withToken(send, (got) => got.header('www-authenticate'));
    if (!isOpen && reply.code === 'account_not_active') session.end('suspended');
    return answerOf<Operations[Name]['answer']>(reply);
  }

  return {
    call,
    fetch(address, init = {}) {
      const send = (bearer: string) => {
        const headers = new Headers(init.headers);
        headers.set('authorization', `Bearer ${bearer}`);
        return fetch(address, { ...init, headers });
      };
      // What was read once cannot be sent again.
      if (init.body instanceof ReadableStream) return token().then(send);
      return withToken(send, ({ headers }) => headers.get('www-authenticate') ?? '');
    },
    async login(body, { keep = false } = {}) {
      const answer = await call('POST /api/login', { body });
      session.takeUp(answer.data, keep);
      return answer;
    },
    begin: (tokens, { keep = false } = {}) => session.takeUp(tokens, keep),
    async resume() {
      const found = await session.resume();
      if (found.state === 'unavailable') throw new LatchkeyError(found.reply);
      return found.state === 'active' ? found.user : undefined;
    },
    async reauthenticate(proof) {
      answerOf(await actions.reauthenticate(session, proof));
    },
    async logout() {
      await actions.logOut(session);
    },
    on: session.on,
    close() {
      tabs?.close();
      session.forgetAccess();
    },
  };
}

function answerOf<Data>(reply: Reply): Answer<Data> {
  if (!reply.ok) throw new LatchkeyError(reply);
  const { data, message, result, status } = reply;
  return { data: data as Data, message, result: result || undefined, status };
}

/** A file or a list that goes on is handed over as it comes; what has no envelope is the data itself. */
async function read(response: Response): Promise<unknown> {
  if (/^(text\/csv|application\/jsonl)\b/.test(response.headers.get('content-type') ?? '')) return { data: response };
  const body = (await response.json()) as object;
  return 'data' in body ? body : { data: body, message: null };
}
