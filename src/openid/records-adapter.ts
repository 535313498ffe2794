import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Database, Statement } from '../store/engine/database.ts';
import type { OpenIdClient } from '../store/tables/openid-clients.ts';
import { hold, noteUse } from '../store/tables/openid-grants.ts';
import * as records from '../store/tables/openid-records.ts';
import { parseAccountId } from './account-id.ts';
import { toMetadata } from './client-metadata.ts';
import type { HandedOver } from './hand-over.ts';
import { KIND as INTERACTION, recordId } from './interaction-cookie.ts';
import { fromStored, toStored } from './stored-payload.ts';
import { isEmptySession, refuseLargeParameters } from './stranger-records.ts';

/** Reads an access token of ours, which is stored nowhere; undefined for any other text. */
export type ReadAccessToken = (token: string) => Promise<AdapterPayload | undefined>;

/** What is not in the table of records. */
export interface OtherSources {
  readonly readAccessToken: ReadAccessToken;
  readonly findClient: (id: string) => Promise<OpenIdClient | undefined>;
  /** The request that is answered now. */
  readonly request: () => Partial<HandedOver>;
  /** The client network that a record of this kind counts for. */
  readonly networkOf: (kind: string) => string | undefined;
}

/** Everything that the library keeps is a row of openid_records; clients have a table of their own. */
export class RecordsAdapter implements Adapter {
  readonly #db: Database;
  readonly #kind: string;
  readonly #issuer: string;
  readonly #others: OtherSources;

  constructor(db: Database, kind: string, issuer: string, others: OtherSources) {
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
      // Tokens are worth what their grant is: an app that its owner takes away at this moment gets none.
      before: ofApp('Grant', hold),
      after: ofApp('RefreshToken', noteUse),
    });
  }

  /** The library looks first and writes then, so the same proof may come here several times at the same moment. */
  async #insertOnce(id: string, record: records.OpenIdRecord): Promise<void> {
    if (await records.insert(this.#db, id, record)) return;
    throw new errors.InvalidClientAuth('client assertion tokens must only be used once');
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (this.#kind === 'AccessToken') return this.#others.readAccessToken(id);
    if (this.#kind === 'Client') return this.#findClient(id);
    return this.#restored(await records.find(this.#db, this.#kind, this.#idOf(id)), id);
  }

  /** A login on its way is found in the browser alone that began it. */
  #idOf(id: string): string {
    return this.#kind === INTERACTION ? recordId(id, this.#others.request().secretOfLogin?.(id) ?? '') : id;
  }

  /** From their own table, each time: what an operator changes counts at once. */
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

  /** Of the device flow, which is off. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /**
   * The library looks first and consumes then, so two requests at the same moment both come here: the one that is second learns it here, and takes away what
   * the first was given (RFC 9700, 2.1.1 and 4.14.2).
   */
  async consume(id: string): Promise<void> {
    if (await records.consume(this.#db, this.#kind, id)) return;
    if (this.#kind === 'PushedAuthorizationRequest')
      throw new errors.InvalidRequestUri('request_uri is invalid, expired, or was already used');
    await records.removeOfSameGrant(this.#db, this.#kind, id);
    throw new errors.InvalidGrant(`${this.#kind} was used before`);
  }

  destroy(id: string): Promise<void> {
    return records.remove(this.#db, this.#kind, this.#idOf(id));
  }

  revokeByGrantId(grantId: string): Promise<void> {
    return records.removeOfGrant(this.#db, grantId);
  }
}
