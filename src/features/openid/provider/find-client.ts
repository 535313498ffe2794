import type { Reads } from '../../../store/engine/database.ts';
import * as documents from '../clients/client-document-table.ts';
import { findOpenIdClient, type OpenIdClient } from '../clients/client-table.ts';
import { isDocumentId } from './client-document.ts';
import type { ClientDocuments } from './client-documents.ts';

/** A client that an operator has added or that the document at the URL `id` describes. */
export const findClient = async (
  db: Reads,
  fetched: ClientDocuments | undefined,
  id: string,
  requester: string,
): Promise<OpenIdClient | undefined> => (isDocumentId(id) ? fetched?.find(id, requester) : findOpenIdClient(db, id));

/** The client as it was when the login began: nothing is fetched. */
export const findStoredClient = async (
  db: Reads,
  mcpResources: readonly unknown[],
  id: string,
): Promise<OpenIdClient | undefined> => {
  if (!isDocumentId(id)) return findOpenIdClient(db, id);
  return mcpResources.length > 0 ? documents.find(db, id) : undefined;
};
