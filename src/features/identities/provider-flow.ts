import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { Refusal } from '../../core/refusal.ts';
import type { GuardedFetch } from '../../deliveries/guarded-fetch.ts';
import type { DataKeys } from '../../keys/data-keys.ts';
import { createClientAuthentication, METHOD } from './client-secret.ts';
import { identityOf } from './identity.ts';
import { ANY_LOGIN, loadLibrary, type Provider } from './provider.ts';
import { failedLogin } from './provider-failure.ts';
import { claimsOf, createProviderMetadata } from './provider-metadata.ts';
import type { Bound, Identity, IdentityCount, Outcome, ProviderFlow, Purpose } from './services.ts';
import { createTickets, type Flow, invalidIdentity, TICKET_MS } from './tickets.ts';

interface FlowParts {
  readonly providers: readonly Provider[];
  readonly dataKeys: DataKeys;
  readonly fetch: GuardedFetch;
  readonly frontendUrl: () => string;
  /** Maps an address to the client that limits count. */
  readonly clientAt: (address: string) => string;
  readonly nowMs: () => number;
  readonly log: Logger;
}

/** The tolerated difference between the clocks of a provider and the service. */
const CLOCK_SKEW_MS = 30_000;
const AUTH_TIME_ADVICE =
  'the ID tokens lack auth_time, so nobody can confirm a recent login with this provider: see docs/identities.md';
/** The maximum number of logins that wait for one provider, per process: a slow provider delays no other. */
const MAX_AT_ONCE = 50;

interface Redeemed {
  readonly identity: Identity;
  readonly authenticatedAtMs: number;
}

export const callbackPath = (provider: string): string => `/login/callback/${provider}`;

/**
 * The authorization code flow with PKCE, state and nonce, at other providers. Nothing is stored: the page that begins a
 * flow keeps it, sealed.
 */
export function createProviderFlow(parts: FlowParts): ProviderFlow {
  const { providers, dataKeys, fetch, frontendUrl, clientAt, nowMs, log } = parts;
  const metadata = createProviderMetadata(fetch, nowMs);
  const tickets = createTickets(dataKeys, nowMs);
  const asClient = createClientAuthentication();
  const counts = new Map<string, IdentityCount>();
  function count(provider: string, purpose: Purpose, outcome: Outcome, more = 1): void {
    const key = [provider, purpose, outcome].join();
    const known = counts.get(key) ?? { provider, purpose, outcome, count: 0 };
    counts.set(key, { ...known, count: known.count + more });
  }
  // Reported as 0 from the start, so that the first one is an increase.
  for (const { id } of providers)
    for (const outcome of ['confirmed', 'refused', 'unavailable', 'misconfigured'] as const)
      count(id, 'login', outcome, 0);
  const advised = new Set<string>();
  /** The clients whose logins wait, by provider. */
  const waiting = new Map<string, string[]>();

  /** Logs once a hint about a setting at the provider. */
  function advise({ id }: Provider, advice: string | undefined): void {
    if (advice === undefined || advised.has(`${id} ${advice}`)) return;
    advised.add(`${id} ${advice}`);
    log.warn({ provider: id }, advice);
  }

  /** Refuses a provider that was switched off meanwhile. */
  function providerOf(id: string): Provider {
    const found = providers.find((provider) => provider.id === id);
    if (!found) throw new Refusal('provider_not_found');
    return found;
  }
  const redirectUri = (id: string): string => `${frontendUrl().replace(/\/+$/, '')}${callbackPath(id)}`;

  async function ask<T>(provider: Provider, bound: Bound | undefined, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { failure, refusal } = failedLogin(provider, error);
      count(provider.id, bound?.purpose ?? 'login', failure);
      throw refusal;
    }
  }

  /** One client may use at most half of the remaining slots. */
  async function inTurn<T>({ id }: Provider, client: string, work: () => Promise<T>): Promise<T> {
    const clients = waiting.get(id) ?? [];
    waiting.set(id, clients);
    const ofClient = clients.filter((other) => other === client).length;
    if (ofClient >= MAX_AT_ONCE - clients.length) throw new Refusal('overloaded');
    clients.push(client);
    try {
      return await work();
    } finally {
      clients.splice(clients.indexOf(client), 1);
    }
  }

  /** Exchanges the code of the callback address for tokens, and checks them. */
  async function redeem(provider: Provider, flow: Flow, address: URL): Promise<Redeemed> {
    const { state, nonce, verifier, bound, untilMs } = flow;
    const library = await loadLibrary();
    const configuration = await metadata.configurationOf(provider);
    const hasIdToken = provider.metadata === undefined;
    const grant = (method: string) => {
      const checks = {
        pkceCodeVerifier: verifier,
        expectedState: state,
        ...(hasIdToken && { expectedNonce: nonce, idTokenExpected: true }),
      };
      return library.authorizationCodeGrant(configuration, address, checks, { [METHOD]: method });
    };
    const tokens = await asClient(provider, configuration, grant);
    const { auth_time: time } = tokens.claims() ?? {};
    const isNew = isNewLogin(time, untilMs - TICKET_MS);
    if (bound?.purpose === 'confirm') {
      advise(provider, time === undefined ? AUTH_TIME_ADVICE : undefined);
      // Providers may skip their login page, and the user may have removed `prompt` from the address.
      if (time === undefined || !isNew) throw invalidIdentity(`auth_time is ${time ?? 'missing'}`, 'old_login');
    }
    const claims = await claimsOf(library, configuration, provider, tokens);
    const { advice, ...provided } = provider.read(claims, address.searchParams);
    advise(provider, advice);
    const identity = identityOf(provider, { issuer: claims.iss, ...provided });
    if (!identity) throw invalidIdentity('the subject is missing or malformed');
    return { identity, authenticatedAtMs: isNew ? nowMs() : Math.floor(Number(time) * 1000) };
  }

  return {
    counts: () => [...counts.values()],
    list: () => providers.map(({ id, name, kind }) => ({ id, name, kind })),
    confirms: (id: string) => providers.some((provider) => provider.id === id && provider.confirm !== undefined),
    nameOf: (id: string) => providers.find((provider) => provider.id === id)?.name ?? id,

    async begin(id, bound) {
      const provider = providerOf(id);
      return ask(provider, bound, async () => {
        const library = await loadLibrary();
        const configuration = await metadata.configurationOf(provider);
        const flow = { provider: id, ...secrets(), bound };
        const url = library.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri(id),
          scope: provider.scope,
          state: flow.state,
          ...(provider.metadata === undefined && { nonce: flow.nonce }),
          code_challenge: await library.calculatePKCECodeChallenge(flow.verifier),
          code_challenge_method: 'S256',
          ...provider.parameters,
          ...(provider.confirm && (bound?.purpose === 'confirm' ? provider.confirm : ANY_LOGIN)),
        });
        return { url: url.href, flow: tickets.sealFlow(flow) };
      });
    },

    async finish(sealed, address, requester) {
      const flow = tickets.openFlow(sealed);
      const provider = providerOf(flow.provider);
      const url = URL.parse(address);
      // A code of another provider would be sent to the wrong server (mix-up).
      if (!url || `${url.origin}${url.pathname}` !== redirectUri(provider.id))
        throw invalidIdentity('the address is not the callback of this provider');
      const { bound } = flow;
      const client = clientAt(requester.address ?? '');
      const redeemed = () => redeem(provider, flow, url);
      const { identity, authenticatedAtMs } = await inTurn(provider, client, () => ask(provider, bound, redeemed));
      count(provider.id, bound?.purpose ?? 'login', 'confirmed');
      const ticket = tickets.sealTicket({ ...identity, authenticatedAtMs, flow: flow.state, bound });
      return { ticket, identity, bound };
    },

    readTicket(sealed, isMeant) {
      const ticket = tickets.openTicket(sealed);
      providerOf(ticket.provider);
      if (!isMeant(ticket)) throw invalidIdentity('the ticket belongs to another purpose or session');
      return ticket;
    },
  };
}

/** Whether the login at the provider belongs to this flow; true if the provider does not state its time. */
const isNewLogin = (authTime: unknown, begunMs: number): boolean =>
  typeof authTime !== 'number' || authTime * 1000 >= begunMs - CLOCK_SKEW_MS;

const secrets = () => {
  const [state = '', nonce = '', verifier = ''] = [0, 1, 2].map(() => randomBytes(32).toString('base64url'));
  return { state, nonce, verifier };
};
