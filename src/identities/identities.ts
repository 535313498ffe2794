import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { type IDENTITY_REASONS, Refusal } from '../accounts/refusal.ts';
import type { GuardedFetch } from '../deliveries/guarded-fetch.ts';
import { CannotOpen, type DataKeys } from '../keys/data-keys.ts';
import { claimsOf } from './claims-of.ts';
import { type Identity, identityOf } from './identity.ts';
import { loadLibrary, type Provider } from './provider.ts';
import { causesOf, createUpstreams, ProviderUnreachable } from './upstream.ts';

type Purpose = 'login' | Bound['purpose'];
type Outcome = 'confirmed' | 'cancelled' | 'refused' | 'unavailable';

/** For the metrics: what has come of going to a provider since the process started. */
export interface IdentityCount {
  readonly provider: string;
  readonly purpose: Purpose;
  readonly outcome: Outcome;
  readonly count: number;
}

interface IdentitiesParts {
  readonly providers: readonly Provider[];
  readonly dataKeys: DataKeys;
  readonly fetch: GuardedFetch;
  readonly frontendUrl: () => string;
  readonly nowMs: () => number;
  readonly log: Logger;
}

/** What a session has begun for itself: nothing else can go on with it, and no other session. */
export interface Bound {
  readonly purpose: 'link' | 'confirm';
  readonly sessionId: string;
}

/** What a browser keeps between leaving for a provider and coming back. Sealed: it can neither be read nor made up. */
interface Flow {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Undefined for a login. */
  readonly bound?: Bound | undefined;
  readonly untilMs: number;
}

/** What a provider has confirmed, for the page that has asked: sealed too, and good for one login. */
export interface Ticket extends Identity {
  /** Of the flow it came from: what can be done once is done once with it, however often the provider answers. */
  readonly flow: string;
  readonly bound?: Bound | undefined;
  readonly untilMs: number;
}

/** What a ticket was begun for. */
export const forLogin = ({ bound }: Ticket): boolean => bound === undefined;
export const boundTo =
  ({ purpose, sessionId }: Bound) =>
  ({ bound }: Ticket): boolean =>
    bound?.purpose === purpose && bound.sessionId === sessionId;

/** Begun logins and tickets. */
export const TICKET_MS = 10 * 60_000;
/** By which clocks of a provider and of the service may differ. */
const CLOCK_SKEW_MS = 30_000;
const MAX_SEALED_LENGTH = 8192;
/** Requests under way, per process and provider: a slow one holds up no other. */
const MAX_AT_ONCE = 50;

interface Finished {
  readonly ticket: string;
  readonly identity: Identity;
  readonly bound: Bound | undefined;
}

export const callbackPath = (provider: string): string => `/login/callback/${provider}`;

/** The reason is for the log; the sender learns at most what to do next. */
export const invalidIdentity = (message: string, reason?: (typeof IDENTITY_REASONS)[number]): Refusal =>
  new Refusal('invalid_identity', { ...(reason && { reason }) }, message);

export type Identities = ReturnType<typeof createIdentities>;

/** Logins with other providers. Nothing is stored: what is begun is in the hands of the page that has begun it. */
export function createIdentities({ providers, dataKeys, fetch, frontendUrl, nowMs, log }: IdentitiesParts) {
  const upstreams = createUpstreams(fetch, nowMs);
  const counts = new Map<string, IdentityCount>();
  function count(provider: string, purpose: Purpose, outcome: Outcome, more = 1): void {
    const key = [provider, purpose, outcome].join();
    const known = counts.get(key) ?? { provider, purpose, outcome, count: 0 };
    counts.set(key, { ...known, count: known.count + more });
  }
  // Reported as 0 from the start, so that the first one is an increase.
  for (const { id } of providers)
    for (const outcome of ['confirmed', 'refused', 'unavailable'] as const) count(id, 'login', outcome, 0);
  const advised = new Set<string>();
  const underWay = new Map<Provider, number>();

  const place = (column: string) => ({ table: 'identities', column, userId: 0 });
  const seal = (kind: string, content: Flow | Ticket): string => dataKeys.seal(place(kind), JSON.stringify(content));
  function open<T extends { readonly untilMs: number }>(kind: string, sealed: string): T {
    if (sealed.length > MAX_SEALED_LENGTH) throw invalidIdentity(`the ${kind} is too long`);
    try {
      const content = JSON.parse(dataKeys.open(place(kind), sealed)) as T;
      if (content.untilMs > nowMs()) return content;
    } catch (error) {
      throw error instanceof CannotOpen ? invalidIdentity(`the ${kind} is not ours`) : error;
    }
    throw invalidIdentity(`the ${kind} has expired`, 'expired');
  }

  /** One that is switched off meanwhile does nothing more. */
  function providerOf(id: string): Provider {
    const found = providers.find((one) => one.id === id);
    if (!found) throw new Refusal('provider_not_found');
    return found;
  }
  const redirectUri = (id: string): string => `${frontendUrl().replace(/\/+$/, '')}${callbackPath(id)}`;

  /** Bounds how many wait for providers, and tells what they have refused from what they could not answer. */
  async function ask<T>(provider: Provider, bound: Bound | undefined, work: () => Promise<T>): Promise<T> {
    const wait = (by: number) => underWay.set(provider, (underWay.get(provider) ?? 0) + by);
    if ((underWay.get(provider) ?? 0) >= MAX_AT_ONCE) throw new Refusal('overloaded');
    wait(1);
    try {
      return await work();
    } catch (error) {
      const outcome = outcomeOf(error);
      count(provider.id, bound?.purpose ?? 'login', outcome);
      if (outcome === 'unavailable') throw new Refusal('provider_unavailable', {}, causesOf(error));
      throw error instanceof Refusal ? error : invalidIdentity(causesOf(error));
    } finally {
      wait(-1);
    }
  }

  /** What the code of the address is worth. */
  async function redeem(provider: Provider, flow: Flow, address: URL): Promise<Identity> {
    const { state, nonce, verifier, bound, untilMs } = flow;
    const library = await loadLibrary();
    const configuration = await upstreams.configurationOf(provider);
    const hasIdToken = provider.metadata === undefined;
    const tokens = await library
      .authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        ...(hasIdToken && { expectedNonce: nonce, idTokenExpected: true }),
      })
      .catch((error: unknown) => Promise.reject(cancelled(error)));
    if (bound?.purpose === 'confirm') requireNewLogin(tokens.claims()?.auth_time, untilMs - TICKET_MS);
    const claims = await claimsOf(library, configuration, provider, tokens);
    const { advice, ...said } = provider.read(claims, address.searchParams);
    if (advice !== undefined && !advised.has(advice)) log.warn({ provider: provider.id }, advice);
    advised.add(advice ?? '');
    const identity = identityOf(provider, { issuer: claims.iss, ...said });
    if (!identity) throw invalidIdentity('it names nobody');
    return identity;
  }

  return {
    counts: () => [...counts.values()],
    /** In the order of the setting. */
    list: () => providers.map(({ id, name, kind }) => ({ id, name, kind })),
    /** Whether it can say that somebody has logged in anew. */
    confirms: (id: string) => providers.some((one) => one.id === id && one.confirm !== undefined),
    nameOf: (id: string) => providers.find((one) => one.id === id)?.name ?? id,

    /** Where to send the browser, and what its page has to keep until it is back. */
    async begin(id: string, bound?: Bound): Promise<{ readonly url: string; readonly flow: string }> {
      const provider = providerOf(id);
      return ask(provider, bound, async () => {
        const library = await loadLibrary();
        const configuration = await upstreams.configurationOf(provider);
        const flow: Flow = { provider: id, ...secrets(), bound, untilMs: nowMs() + TICKET_MS };
        const url = library.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri(id),
          scope: provider.scope,
          state: flow.state,
          ...(provider.metadata === undefined && { nonce: flow.nonce }),
          code_challenge: await library.calculatePKCECodeChallenge(flow.verifier),
          code_challenge_method: 'S256',
          ...provider.parameters,
          ...(bound?.purpose === 'confirm' && provider.confirm),
        });
        return { url: url.href, flow: seal('flow', flow) };
      });
    },

    /** `address`: where the provider has sent the browser back to, with all that it has added. */
    async finish(sealed: string, address: string): Promise<Finished> {
      const flow = open<Flow>('flow', sealed);
      const provider = providerOf(flow.provider);
      const url = URL.parse(address);
      // Of the provider that was asked: a code of another one would be sent to the wrong server (mix-up).
      if (!url || `${url.origin}${url.pathname}` !== redirectUri(provider.id))
        throw invalidIdentity('the address is not the one of this login');
      const { bound } = flow;
      const identity = await ask(provider, bound, () => redeem(provider, flow, url));
      count(provider.id, bound?.purpose ?? 'login', 'confirmed');
      const ticket = seal('ticket', { ...identity, flow: flow.state, bound, untilMs: nowMs() + TICKET_MS });
      return { ticket, identity, bound };
    },

    readTicket(sealed: string, isMeant: (ticket: Ticket) => boolean): Ticket {
      const ticket = open<Ticket>('ticket', sealed);
      providerOf(ticket.provider);
      if (!isMeant(ticket)) throw invalidIdentity('the ticket was begun for something else, or by somebody else');
      return ticket;
    },
  };
}

/** Providers may log somebody in without asking them, and the browser carries the request to be asked. */
function requireNewLogin(authTime: unknown, begunMs: number): void {
  if (typeof authTime !== 'number') throw invalidIdentity('it does not say when its user has logged in', 'old_login');
  if (authTime * 1000 < begunMs - CLOCK_SKEW_MS) throw invalidIdentity('its user has not logged in anew', 'old_login');
}

const secrets = () => {
  const [state = '', nonce = '', verifier = ''] = [0, 1, 2].map(() => randomBytes(32).toString('base64url'));
  return { state, nonce, verifier };
};

const CANCELLED = ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize'];
const ERRORS_OF_THEIRS = ['server_error', 'temporarily_unavailable'];
/** What the provider says in the address: its user has changed their mind, or it cannot answer now. */
function cancelled(error: unknown): unknown {
  const { code, error: said } = error as { code?: string; error?: string };
  if (code !== 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' || said === undefined) return error;
  if (ERRORS_OF_THEIRS.includes(said)) return new ProviderUnreachable(said);
  return CANCELLED.includes(said) ? invalidIdentity(said, 'cancelled') : invalidIdentity(`the provider says ${said}`);
}

/** The library wraps errors of the fetch. */
function outcomeOf(error: unknown): Exclude<Outcome, 'confirmed'> {
  for (let one = error; one instanceof Error; one = one.cause)
    if (one instanceof ProviderUnreachable) return 'unavailable';
  return error instanceof Refusal && error.details.reason === 'cancelled' ? 'cancelled' : 'refused';
}
