import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import { AddressRefused, createGuardedFetch, type GuardedFetch } from '../../../deliveries/guarded-fetch.ts';
import { clientNetwork } from '../../../http/client-address.ts';
import { commitUnrecorded, type Store } from '../../../store/commit.ts';
import { orThrow, type Statement } from '../../../store/engine/database.ts';
import { take } from '../../../store/tables/throttles.ts';
import * as documents from '../clients/client-document-table.ts';
import { brokenClientIdRule, DocumentRefused, readDocument } from './client-document.ts';

interface ClientDocumentsParts {
  readonly db: Store;
  /** Whether requests may go to a private address. */
  readonly isAddressAllowed: (address: string) => boolean;
  readonly issuer: string;
  readonly log: Logger;
}

export interface ClientDocuments {
  /**
   * The client whose document is at this URL, fetched unless the stored copy is fresh. Undefined if there is none, or
   * it cannot be fetched now. `requester`: the IP address of the request.
   */
  find(clientId: string, requester: string): Promise<documents.StoredDocument | undefined>;
  /** Fetches the public keys that a document refers to. */
  readonly fetchKeys: GuardedFetch;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long a document stays fresh: the bounds for its server's `max-age`, and the default. */
const FRESH_MS = { least: 5 * MINUTE_MS, usual: HOUR_MS, most: 24 * HOUR_MS };
/** How long a fetched document stays valid while its server does not answer. */
const STALE_MS = 48 * HOUR_MS;

/** Users wait for the fetch. */
const TIMEOUT_MS = 5000;
const MAX_BYTES = 10_000;
/** Per process, so that slow servers hold up few requests. */
const MAX_AT_ONCE = 20;
/** Limits fetches, so that strangers cannot use us to flood other servers: a burst, then one per `refillMs`. */
const PER_REQUESTER = { burst: 10, refillMs: 10_000 };
const PER_HOST = { burst: 60, refillMs: 2000 };

class Busy extends Error {}
const TOO_OFTEN = new Busy('too many documents were fetched for this client or from this host');

const FETCHED = 'a copy of what its client publishes';

/** Fetches the documents of clients that no operator has added, and stores them in the table of clients. */
export function createClientDocuments({ db, isAddressAllowed, issuer, log }: ClientDocumentsParts): ClientDocuments {
  const fetch = createGuardedFetch({
    isAllowed: isAddressAllowed,
    plainHttp: false,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  const underWay = new Map<string, Promise<void>>();

  async function refresh(clientId: string, requester: string): Promise<void> {
    if (underWay.size >= MAX_AT_ONCE) throw new Busy('too many documents are being fetched');
    await takeOrRefuse([limited('requester', clientNetwork(requester), PER_REQUESTER), ofHost(clientId)]);
    const { client, freshMs } = await fetchDocument(fetch, clientId);
    await commitUnrecorded(db, FETCHED, { saved: documents.save(client, freshMs) });
  }

  async function takeOrRefuse(limits: readonly Statement[]): Promise<void> {
    await commitUnrecorded(db, FETCHED, { limits });
  }

  /** Concurrent requests share one fetch. */
  function refreshOnce(clientId: string, requester: string): Promise<void> {
    const running = underWay.get(clientId) ?? refresh(clientId, requester).finally(() => underWay.delete(clientId));
    underWay.set(clientId, running);
    return running;
  }

  return {
    async find(clientId, requester) {
      if (brokenClientIdRule(clientId, issuer) !== undefined) return undefined;
      const stored = await documents.find(db, clientId);
      if (stored?.isFresh) return stored;
      try {
        await refreshOnce(clientId, requester);
        return documents.find(db, clientId);
      } catch (err) {
        // Strangers must not fill the log with warnings.
        const level = err instanceof Busy ? 'debug' : 'warn';
        log[level]({ clientId, reason: String(err) }, 'OpenID: cannot use the client metadata document');
        const isInvalid = err instanceof DocumentRefused || err instanceof AddressRefused;
        if (isInvalid) await commitUnrecorded(db, FETCHED, { withdrawn: documents.withdraw(clientId) });
        if (!stored || isInvalid || stored.ageMs > STALE_MS) return undefined;
        const postponed = !(err instanceof Busy) && documents.postpone(clientId, FRESH_MS.least);
        if (postponed) await commitUnrecorded(db, FETCHED, { postponed });
        return stored;
      }
    },
    async fetchKeys(url, options) {
      await takeOrRefuse([ofHost(url)]);
      return fetch(url, options);
    },
  };
}

async function fetchDocument(fetch: GuardedFetch, clientId: string) {
  const { status, headers, ...answer } = await fetchText(fetch, clientId);
  if (status === 429 || status >= 500) throw new Error(`its server answered ${status}`);
  if (status !== 200) throw new DocumentRefused(`its server answered ${status}`);
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers.get('content-type') ?? ''))
    throw new DocumentRefused('the document is not served as JSON');
  let document: unknown;
  try {
    document = JSON.parse(answer.text);
  } catch {
    throw new DocumentRefused('the document is not valid JSON');
  }
  return { client: readDocument(clientId, document), freshMs: freshnessOf(headers.get('cache-control') ?? '') };
}

async function fetchText(fetch: GuardedFetch, url: string) {
  const response = await fetch(url, { headers: { accept: 'application/json' } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function freshnessOf(cacheControl: string): number {
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return FRESH_MS.least;
  const [, seconds] = /\bmax-age=(\d{1,9})/i.exec(cacheControl) ?? [];
  const wantedMs = seconds === undefined ? FRESH_MS.usual : Number(seconds) * 1000;
  return Math.min(Math.max(wantedMs, FRESH_MS.least), FRESH_MS.most);
}

const ofHost = (url: string): Statement => limited('host', new URL(url).host, PER_HOST);

const limited = (of: string, value: string, { burst, refillMs }: typeof PER_HOST): Statement =>
  orThrow(take(hash('sha256', `client document\n${of}\n${value}`, 'base64url'), burst, refillMs), TOO_OFTEN);
