import type { Features } from '../config/features.ts';
import type { DataKeys } from '../keys/data-keys.ts';
import type { MailedCodes } from '../mail/compose.ts';
import type { Route } from '../operations/route.ts';

/** What an optional feature does. The rows that it adds to tables are in its `declared.ts`. */
export interface Feature {
  readonly name: keyof Features;
  readonly routes: readonly Route[];
  readonly mailedCodes?: (parts: { readonly dataKeys: DataKeys }) => MailedCodes;
}
