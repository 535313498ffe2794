import type { Reads, Statement } from '../store/engine/database.ts';
import { findOpenIdClient, type OpenIdClient } from '../store/tables/openid-clients.ts';
import * as records from '../store/tables/openid-records.ts';
import { findInteraction } from './interactions.ts';
import type { OpenId } from './openid.ts';

export interface Registration {
  readonly db: Reads;
  readonly openId: Pick<OpenId, 'issuer' | 'isSecure' | 'mcpResources'>;
  /** The login that the app waits for, in the browser that has these cookies. */
  readonly uid: string;
  readonly cookies: string | undefined;
  readonly email: string;
}

/** Statements for the batch of a registration; none where no app waits in this browser. */
export async function noteWaitingApp({ db, openId, uid, cookies, email }: Registration): Promise<Statement[]> {
  const interaction = await findInteraction(db, openId, uid, cookies);
  return interaction ? [records.noteRegistration(email, interaction.client.id)] : [];
}

export interface WaitingApp {
  readonly name: string;
  /** An address of the app that its operator has named, where people can begin a login. */
  readonly continue_at: string;
}

/** The app from which somebody came to register; null where there is none, or nothing is known that leads to it. */
export async function waitingAppOf(
  db: Reads,
  { issuer }: Pick<OpenId, 'issuer'>,
  userId: number,
): Promise<WaitingApp | null> {
  const clientId = await records.clientOfRegistration(db, userId);
  const client = clientId === undefined ? undefined : await findOpenIdClient(db, clientId);
  const address = client && addressOf(client, issuer());
  return address ? { name: client.name, continue_at: address } : null;
}

/** The app begins the login itself: no code or session is handed from one device to another. */
function addressOf({ initiateLoginUri, clientUri }: OpenIdClient, issuer: string): string | null {
  if (initiateLoginUri === null) return clientUri;
  const url = new URL(initiateLoginUri);
  url.searchParams.set('iss', issuer);
  return url.href;
}
