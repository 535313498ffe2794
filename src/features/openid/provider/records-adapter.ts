import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Store } from '../../../store/commit.ts';
import type { Statement } from '../../../store/engine/database.ts';
import { hold, touch } from '../apps/grant-table.ts';
import type { OpenIdClient } from '../clients/client-table.ts';
import { parseAccountId } from './account-id.ts';
import type { LibraryRequest } from './call-library.ts';
import { toMetadata } from './client-metadata.ts';
import { recordId } from './cookies.ts';
import * as records from './record-table.ts';
import { fromStored, toStored } from './stored-payload.ts';
import { isEmptySession, refuseLargeParameters } from './stranger-records.ts';

/** Reads one of our access tokens, which are not stored; undefined for anything else. */
export type ReadAccessToken = (token: string) => Promise<AdapterPayload | undefined>;

/** The sources of data that the table of records does not hold. */
interface RecordSources {
  readonly readAccessToken: ReadAccessToken;
  readonly findClient: (id: string) => Promise<OpenIdClient | undefined>;
  /** The request being answered. */
  readonly request: () => Partial<LibraryRequest>;
  /** The client network whose limit a record of this kind counts towards. */
  readonly networkOf: (kind: string) => string | undefined;
}

/** Everything that the library stores is a row of openid_records, except clients, which have their own table. */
export class RecordsAdapter implements Adapter {
  readonly #db: Store;
  readonly #kind: string;
  readonly #issuer: string;
  readonly #others: RecordSources;

  constructor(db: Store, kind: string, issuer: string, others: RecordSources) {
    this.#db = db;
    this.#kind = kind;
    this.#issuer = issuer;
    this.#others = others;
  }

  async upsert(id: string, payload: AdapterPayload, expiresInSeconds = 0): Promise<void> {
    if (isEmptySession(this.#kind, payload)) return;
    refuseLargeParameters(this.#kind, payload);
    const account = parseAccountId(payload.accountId);
    const { clientId } = payload;
    const record = {
      kind: this.#kind,
      payload: toStored(payload),
      grantId: this.#kind === 'Grant' ? id : payload.grantId,
      uid: this.#kind === 'Session' ? payload.uid : undefined,
      network: this.#others.networkOf(this.#kind),
      clientId,
      userId: account?.userId,
      sessionId: account?.sessionId,
      ttlMs: expiresInSeconds * 1000,
    };
    if (this.#kind === 'ReplayDetection') return this.#insertOnce(id, record);
    const ofApp = (kind: string, statement: typeof hold): Statement[] =>
      kind === this.#kind && account && clientId !== undefined ? [statement(account.userId, clientId)] : [];
    await records.upsert(this.#db, this.#idOf(id), record, {
      // If the owner removes the app at this moment, it gets no grant, so its tokens are worthless.
      before: ofApp('Grant', hold),
      after: ofApp('RefreshToken', touch),
    });
  }

  /** The library reads before it writes, so concurrent requests can get here with the same assertion. */
  async #insertOnce(id: string, record: records.OpenIdRecord): Promise<void> {
    if (await records.insert(this.#db, id, record)) return;
    throw new errors.InvalidClientAuth('client assertion tokens must only be used once');
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (this.#kind === 'AccessToken') return this.#others.readAccessToken(id);
    if (this.#kind === 'Client') return this.#findClient(id);
    return this.#restored(await records.find(this.#db, this.#kind, this.#idOf(id)), id);
  }

  /** A pending login is found only by the browser that began it. */
  #idOf(id: string): string {
    return this.#kind === 'Interaction' ? recordId(id, this.#others.request().secretOfLogin?.(id) ?? '') : id;
  }

  /** Read each time, so that changes by an operator take effect immediately. */
  async #findClient(id: string): Promise<AdapterPayload | undefined> {
    const client = await this.#others.findClient(id);
    return client && toMetadata(client);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#restored(await records.findByUid(this.#db, this.#kind, uid), undefined);
  }

  #restored(found: records.FoundRecord | undefined, id: string | undefined): AdapterPayload | undefined {
    return found && fromStored(found, { id, kind: this.#kind, issuer: this.#issuer });
  }

  /** Needed only for the device flow, which is off. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /**
   * The library reads before it consumes, so two concurrent requests both get here. The loser revokes the grant
   * (RFC 9700, 2.1.1 and 4.14.2).
   */
  async consume(id: string): Promise<void> {
    if (await records.consume(this.#db, this.#kind, id)) return;
    if (this.#kind === 'PushedAuthorizationRequest')
      throw new errors.InvalidRequestUri('request_uri is invalid, expired, or was already used');
    await records.removeOfSameGrant(this.#db, this.#kind, id);
    throw new errors.InvalidGrant(`${this.#kind} was already used`);
  }

  destroy(id: string): Promise<void> {
    return records.remove(this.#db, this.#kind, this.#idOf(id));
  }

  revokeByGrantId(grantId: string): Promise<void> {
    return records.removeOfGrant(this.#db, grantId);
  }
}
