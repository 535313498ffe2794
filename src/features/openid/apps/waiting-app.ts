import type { Reads, Statement } from '../../../store/engine/database.ts';
import { findOpenIdClient, type OpenIdClient } from '../clients/client-table.ts';
import { findInteraction } from '../provider/interactions.ts';
import * as records from '../provider/record-table.ts';
import type { OpenId } from '../services.ts';

interface Registration {
  readonly db: Reads;
  readonly openId: Pick<OpenId, 'issuer' | 'isSecure' | 'mcpResources'>;
  /** The login that the app is waiting for, begun in the browser with these cookies. */
  readonly uid: string;
  readonly cookies: string | undefined;
  readonly email: string;
}

/** Statements to add to a registration; none if no app is waiting in this browser. */
export async function recordWaitingApp({ db, openId, uid, cookies, email }: Registration): Promise<Statement[]> {
  const interaction = await findInteraction(db, openId, uid, cookies);
  return interaction ? [records.recordRegistration(email, interaction.client.id)] : [];
}

interface WaitingApp {
  readonly name: string;
  /** The app's configured URL where users can begin a login. */
  readonly continue_at: string;
}

/** The app that sent the user here to register; null if there is none, or its URL is unknown. */
export async function findWaitingApp(
  db: Reads,
  { issuer }: Pick<OpenId, 'issuer'>,
  userId: number,
): Promise<WaitingApp | null> {
  const clientId = await records.clientOfRegistration(db, userId);
  const client = clientId === undefined ? undefined : await findOpenIdClient(db, clientId);
  const address = client && addressOf(client, issuer());
  return address ? { name: client.name, continue_at: address } : null;
}

/** The app starts the login itself, so no code or session passes from one device to another. */
function addressOf({ initiateLoginUri, clientUri }: OpenIdClient, issuer: string): string | null {
  if (initiateLoginUri === null) return clientUri;
  const url = new URL(initiateLoginUri);
  url.searchParams.set('iss', issuer);
  return url.href;
}
