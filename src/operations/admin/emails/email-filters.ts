import { EMAIL_KINDS } from '../../../store/tables/outbox.ts';
import { SHOWN_STATES, type ShownState } from '../../../store/tables/outbox-admin.ts';
import { oneOf, type Schema, text } from '../../json-schema.ts';
import type { Parameters } from '../query-parameters.ts';

/** The filters of a list of e-mails. */
export const EMAIL_FILTERS: Readonly<Record<string, Schema>> = {
  state: { ...oneOf(SHOWN_STATES), description: '`waiting` includes those being sent.' },
  kind: oneOf(EMAIL_KINDS),
  query: text("The beginning of the recipient's address."),
};

export const readEmailFilters = ({ state, kind, query }: Parameters) => ({
  // One of SHOWN_STATES, because the declaration above accepts no other.
  state: state as ShownState | undefined,
  kind,
  recipient: query?.toLowerCase(),
});
